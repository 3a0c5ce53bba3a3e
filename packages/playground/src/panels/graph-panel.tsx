import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ask, failureText } from '../compiler/client.ts';
import type { DrawnGraph } from '../compiler/messages.ts';
import { download } from '../share/files.ts';
import { shownText } from '../state.ts';
import { Pending } from './pending.tsx';
import { useAnswer } from './use-answer.ts';

/** The data flow of the main function. */
export function GraphPanel() {
  const text = shownText.value;
  const answer = useAnswer((compiler) => compiler.graph(text), [text]);
  const saved = useSignal('');
  const graph = answer.value;
  if (graph === undefined) return <Pending doing="Drawing" answer={answer} />;
  if (graph === null) return <p class="hint">The program has no function with a body.</p>;
  return (
    <>
      <p class="hint">
        {graph.nodes.length} operations and arguments.{' '}
        <button
          type="button"
          onClick={() =>
            void ask((compiler) => compiler.modelExplorer(text)).then(
              (json) => download('program.json', json, 'application/json'),
              (error: unknown) => (saved.value = failureText(error)),
            )
          }
        >
          Save for Model Explorer
        </button>{' '}
        {saved.value}
      </p>
      <Drawing graph={graph} />
    </>
  );
}

/** Of a drawn node, in pixels; the layout's column is wider. */
const [WIDTH, HEIGHT] = [176, 44];

/** Margin around the visible area that is drawn, so that scrolling shows no gaps. */
const MARGIN = 200;

/** Draws only the visible area: programs have thousands of operations. */
function Drawing({ graph }: { readonly graph: DrawnGraph }) {
  const host = useRef<HTMLDivElement>(null);
  const view = useSignal({ left: 0, top: 0, right: 1600, bottom: 1200 });
  const look = (): void => {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = host.current!;
    view.value = {
      left: scrollLeft - MARGIN,
      top: scrollTop - MARGIN,
      right: scrollLeft + clientWidth + MARGIN,
      bottom: scrollTop + clientHeight + MARGIN,
    };
  };
  useEffect(look, [graph]);
  const { nodes, edges, positions, width, height } = graph;
  const { left, top, right, bottom } = view.value;
  const isInView = (i: number): boolean => {
    const { x, y } = positions[i]!;
    return x >= left && x <= right && y >= top && y <= bottom;
  };
  return (
    <div class="graph" ref={host} onScroll={look} tabIndex={0} role="region" aria-label="Data flow">
      <svg width={width} height={height} role="img" aria-label={`${nodes.length} operations`}>
        {edges.map(({ from, to }, i) => {
          if (!isInView(from) && !isInView(to)) return null;
          const [a, b] = [positions[from]!, positions[to]!];
          const middle = (a.y + HEIGHT + b.y) / 2;
          return (
            <path key={i} d={`M${a.x} ${a.y + HEIGHT}C${a.x} ${middle} ${b.x} ${middle} ${b.x} ${b.y}`} />
          );
        })}
        {nodes.map(({ id, label, results, types, inner }, i) => {
          if (!isInView(i)) return null;
          const { x, y } = positions[i]!;
          return (
            <g key={id} transform={`translate(${x - WIDTH / 2} ${y})`}>
              <title>{[`${results.join(', ')} ${label}`, ...types].join('\n')}</title>
              <rect
                width={WIDTH}
                height={HEIGHT}
                rx={6}
                class={label === 'argument' ? 'argument' : undefined}
              />
              <text x={WIDTH / 2} y={17}>
                {shortened(inner > 0 ? `${label} (${inner} inside)` : label)}
              </text>
              <text x={WIDTH / 2} y={34} class="detail">
                {shortened(`${results[0] ?? ''} ${types[0] ?? ''}`)}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

function shortened(text: string): string {
  return text.length > 26 ? `${text.slice(0, 25)}…` : text;
}
