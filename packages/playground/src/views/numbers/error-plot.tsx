import { type ComparedValue, type ComparedValues, countText, type ValueError } from '@shardform/study';
import { select } from '../../state/selection.ts';
import { isSelected } from './selected-value.ts';
import { decadesOf } from './error-scale.ts';

const WIDTH = 1068;
const HEIGHT = 196;
const LEFT = 58;
const RIGHT = 14;
const TOP = 20;
/** The height of the decades, below which equal values lie. */
const BAND = 128;
const EQUAL = 166;

/** A value with its error at the shown step, and its position in the program. */
interface DrawnValue {
  readonly value: ComparedValue;
  readonly error: ValueError;
  readonly at: number;
}

/** The error of each value along the program, on a logarithmic scale. */
export function ErrorPlot({
  values,
  stage,
  title,
}: {
  readonly values: ComparedValues;
  readonly stage: number;
  readonly title: string;
}) {
  const drawn = values.values.flatMap((value, at): DrawnValue[] => {
    const error = value.errors[stage] ?? null;
    return error === null ? [] : [{ value, error, at }];
  });
  const [from, to] = decadesOf(
    drawn.map(({ error }) => error.relative),
    values.tolerance,
  );
  const xOf = (at: number): number => LEFT + ((at + 0.5) / values.values.length) * (WIDTH - LEFT - RIGHT);
  const heightOf = (relative: number): number =>
    relative === 0
      ? EQUAL
      : TOP + Math.max(0, (to - Math.max(from, Math.log10(relative))) / (to - from)) * BAND;
  const dots = (verdicts: readonly string[]): string =>
    drawn
      .filter(({ error }) => verdicts.includes(error.verdict))
      .map(({ at, error }) => `M${xOf(at).toFixed(1)} ${heightOf(error.relative).toFixed(1)}h0`)
      .join('');
  const nearest = (event: MouseEvent) => {
    // The handler's own element is the drawing.
    const box = (event.currentTarget as SVGSVGElement).getBoundingClientRect();
    const [x, y] = [
      ((event.clientX - box.left) / box.width) * WIDTH,
      ((event.clientY - box.top) / box.height) * HEIGHT,
    ];
    const distance = ({ at, error }: DrawnValue): number =>
      Math.hypot(xOf(at) - x, heightOf(error.relative) - y);
    return drawn.reduce<DrawnValue | null>(
      (best, own) => (best === null || distance(own) < distance(best) ? own : best),
      null,
    );
  };
  const first = values.first[stage] ?? null;
  const chosen = drawn.find(({ value }) => isSelected(value.id));
  return (
    <svg
      class="num-plot"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${title}: error of ${countText(drawn.length, 'value')} along the program, as a part of their largest magnitude`}
      onClick={(event) => {
        const found = nearest(event);
        if (found !== null) select(found.value.id);
      }}
    >
      <Decades from={from} to={to} heightOf={heightOf} tolerance={values.tolerance} />
      <path d={dots(['equal', 'within'])} class="num-dots" />
      <path d={dots(['noise'])} class="num-dots noise" />
      <path d={dots(['noise'])} class="num-dots hole" />
      <path d={dots(['beyond'])} class="num-dots beyond" />
      <NoiseText
        noisy={drawn.filter(({ error }) => error.verdict === 'noise')}
        xOf={xOf}
        heightOf={heightOf}
      />
      {first !== null && <FirstBeyond x={xOf(first)} name={values.values[first]!.name} />}
      {chosen !== undefined && (
        <circle
          cx={xOf(chosen.at)}
          cy={heightOf(chosen.error.relative)}
          r="5"
          class="s-ink p-none"
          stroke-width="2"
        />
      )}
      <text x={LEFT} y={HEIGHT - 6} class="t3">
        {lineText(values.values[0]?.line ?? null)}
      </text>
      <text x={WIDTH - RIGHT} y={HEIGHT - 6} class="t3" text-anchor="end">
        {lineText(values.values.at(-1)?.line ?? null)}
      </text>
    </svg>
  );
}

/** Lines of the scale, and the tolerance. */
function Decades({
  from,
  to,
  heightOf,
  tolerance,
}: {
  /** Exponents of ten. */
  readonly from: number;
  readonly to: number;
  readonly heightOf: (relative: number) => number;
  readonly tolerance: number;
}) {
  const step = Math.max(1, Math.ceil((to - from) / 4));
  const lines = Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step);
  return (
    <>
      {lines.map((exponent) => (
        <g key={exponent}>
          <path d={`M${LEFT} ${heightOf(10 ** exponent)}H${WIDTH - RIGHT}`} class="s-line" fill="none" />
          <text x={LEFT - 8} y={heightOf(10 ** exponent) + 4} class="t3" text-anchor="end">
            {`1e${exponent}`}
          </text>
        </g>
      ))}
      <text x={LEFT - 8} y={EQUAL + 4} class="t3" text-anchor="end">
        equal
      </text>
      {tolerance > 0 && (
        <>
          <path
            d={`M${LEFT} ${heightOf(tolerance)}H${WIDTH - RIGHT}`}
            class="s-ink"
            fill="none"
            stroke-dasharray="3 3"
          />
          <text x={WIDTH - RIGHT} y={heightOf(tolerance) - 5} text-anchor="end">
            {`tolerance ${tolerance.toExponential()}`}
          </text>
        </>
      )}
    </>
  );
}

const NAMED = 4;

/** Names of values whose errors are noise, beside the first of them. */
function NoiseText({
  noisy,
  xOf,
  heightOf,
}: {
  readonly noisy: readonly DrawnValue[];
  readonly xOf: (at: number) => number;
  readonly heightOf: (relative: number) => number;
}) {
  const [first] = noisy;
  if (first === undefined) return null;
  const names = noisy.slice(0, NAMED).map(({ value }) => value.name);
  const rest = noisy.length > NAMED ? ` and ${noisy.length - NAMED} more` : '';
  const isLeft = xOf(first.at) > WIDTH / 2;
  return (
    <text
      x={xOf(first.at) + (isLeft ? -9 : 9)}
      y={heightOf(first.error.relative) + 4}
      text-anchor={isLeft ? 'end' : 'start'}
    >
      {`${names.join(', ')}${rest}: noise, which other roundings make, too`}
    </text>
  );
}

function FirstBeyond({ x, name }: { readonly x: number; readonly name: string }) {
  const isLeft = x > WIDTH / 2;
  return (
    <>
      <path d={`M${x} ${TOP - 6}V${EQUAL + 6}`} class="num-first" fill="none" />
      <text x={x + (isLeft ? -6 : 6)} y={TOP + 2} class="ti" text-anchor={isLeft ? 'end' : 'start'}>
        {`${name}: the first beyond tolerance`}
      </text>
    </>
  );
}

function lineText(line: number | null): string {
  return line === null ? '' : `line ${line}`;
}
