import { useSignal } from '@preact/signals';
import { countText } from '@shardform/study';
import { axisClass } from '../../parts/chip.tsx';
import { Pending } from '../../parts/pending.tsx';
import { ValueHead, ValueTerms } from '../../parts/value-terms.tsx';
import { results, shownStage, studied, stepTitle } from '../../state/results.ts';
import { selected, selectedCard } from '../../state/selection.ts';
import { defineView } from '../define-view.ts';
import { useAnswer } from '../use-answer.ts';
import type answerOf from './answer.ts';
import type { ShardPicture } from './answer.ts';
import { layoutMesh } from './mesh-drawing.ts';
import { TensorDrawing } from './tensor-drawing.tsx';
import { zip } from '@shardform/ir-core';

export default defineView({ name: 'shards', title: 'Shards', order: 1, Component: ShardsView });

/** Which device holds which part of the selected value. */
function ShardsView() {
  const id = selected.value;
  const card = selectedCard.value;
  const answer = useAnswer<typeof answerOf>(
    'shards',
    card === null ? null : { stage: card.stage, id: card.id },
    [card, studied.value],
  );
  if (id === null) return <p class="hint">Click the name of a value, such as %0, in the program.</p>;
  if (card === null) return <p class="hint">No step has this value.</p>;
  if (answer.value === undefined) return <Pending doing="Drawing" answer={answer} />;
  return (
    <div class="three">
      <section class="sec">
        <ValueHead card={card} />
        <ValueTerms card={card} />
        {card.stage < shownStage.value && (
          <p class="q sm">
            {stepTitle(results.value[card.stage + 1]?.step ?? '')} removed it; this is how it was before.
          </p>
        )}
      </section>
      {answer.value === null ? (
        <p class="hint">The value is no tensor of static sizes.</p>
      ) : (
        <Picture key={id} name={card.name} picture={answer.value} />
      )}
    </div>
  );
}

function Picture({ name, picture }: { readonly name: string; readonly picture: ShardPicture }) {
  const chosen = useSignal(0);
  const shard = picture.shardOf[chosen.value] ?? 0;
  return (
    <>
      <section class="sec drawing">
        <TensorDrawing
          name={name}
          picture={picture}
          shard={shard}
          onChoose={(number) => (chosen.value = picture.shardOf.indexOf(number))}
        />
      </section>
      <section class="sec">
        <MeshDrawing picture={picture} chosen={chosen.value} onChoose={(index) => (chosen.value = index)} />
        <p class="sm" role="status">
          {shardText(picture, chosen.value)}
        </p>
      </section>
    </>
  );
}

const MESH_BOX = { width: 300, height: 220 };
/** Numbers are written into cells of this size. */
const NUMBERED = 16;

function MeshDrawing({
  picture,
  chosen,
  onChoose,
}: {
  readonly picture: ShardPicture;
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}) {
  const { mesh, shardOf, devices } = picture;
  const { cells, width, height, cell, axes } = layoutMesh(mesh.axes, MESH_BOX);
  const shard = shardOf[chosen];
  const move = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    onChoose((chosen + by + cells.length) % cells.length);
  };
  const at = (event: MouseEvent): void => {
    // Cells are drawn as rectangles with their number.
    const target = (event.target as Element).closest('[data-device]');
    if (target !== null) onChoose(Number(target.getAttribute('data-device')));
  };
  return (
    <>
      <h3>
        {mesh.name === '' ? 'No mesh: one device' : `@${mesh.name}, ${countText(cells.length, 'device')}`}
      </h3>
      <div
        role="slider"
        tabIndex={0}
        aria-label="Device of the mesh"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, cells.length - 1)}
        aria-valuenow={chosen}
        aria-valuetext={`device ${devices[chosen] ?? 0}`}
        onClick={at}
        onKeyDown={move}
      >
        <svg
          aria-hidden="true"
          width={width + 2}
          height={height + 2}
          viewBox={`-1 -1 ${width + 2} ${height + 2}`}
        >
          {cells.map(({ index, x, y }) => (
            <g key={index} data-device={index}>
              <rect
                x={x}
                y={y}
                width={cell}
                height={cell}
                class={`${shardOf[index] === shard ? 'p-fill2' : 'p-bg'} ${index === chosen ? 's-ink' : 's-strong'}`}
                stroke-width={index === chosen ? 2 : 1}
              >
                <title>{`device ${devices[index]}`}</title>
              </rect>
              {cell >= NUMBERED && (
                <text class="m ti" x={x + cell / 2} y={y + cell / 2 + 4} text-anchor="middle">
                  {devices[index]}
                </text>
              )}
            </g>
          ))}
        </svg>
      </div>
      <p class="xs qq">
        {axes.map(({ axis, direction }, i) => (
          <span key={axis}>
            {i > 0 && ' · '}
            <span class={`t-${axisClass(axis)} b`}>{axis}</span> {direction === 'across' ? '→' : '↓'}
          </span>
        ))}
        {' · grey: the same part as the chosen device'}
      </p>
    </>
  );
}

/** `Device 0 holds rows 0–15, all 64 columns, and so do 1, 2, 3.` */
function shardText({ shardOf, shards, devices, shape }: ShardPicture, chosen: number): string {
  const shard = shards[shardOf[chosen] ?? 0]!;
  const ranges = zip(shard.ranges, shape).map(([[from, to], size], d) => {
    if (from === 0 && to === size) return `all of dimension ${d} (${size})`;
    return from >= to ? `padding of dimension ${d}` : `${from} to ${to - 1} of dimension ${d}`;
  });
  const others = shard.devices.filter((device) => device !== devices[chosen]);
  const shown =
    others.slice(0, 12).join(', ') + (others.length > 12 ? `, and ${others.length - 12} more` : '');
  const what = ranges.length === 0 ? 'the only element' : ranges.join(', ');
  return `Device ${devices[chosen] ?? 0} holds ${what}${others.length === 0 ? '; no other device does' : `, and so do ${shown}`}.`;
}
