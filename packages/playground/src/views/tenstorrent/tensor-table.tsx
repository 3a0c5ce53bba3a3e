import { useSignal } from '@preact/signals';
import { bytesText } from '@shardform/ir-core';
import type { DeviceTensor, MemoryMove } from '@shardform/study/tenstorrent';
import { percentText } from '@shardform/study';
import { ValueName } from '../../parts/value-terms.tsx';
import { selected } from '../../state/selection.ts';
import type { DeviceOverview } from './answer.ts';
import { OperationTable } from './operation-table.tsx';
import { More, useShownRows } from './shown-rows.tsx';
import { movesText, timesText, totalText } from './words.ts';

const USED_WIDTH = 40;

type Mode = 'all' | 'padding' | 'moves' | 'time';

const MODES: readonly (readonly [Mode, string])[] = [
  ['all', 'in order'],
  ['padding', 'by padding'],
  ['moves', 'moves'],
  ['time', 'time'],
];

/** The tensors of the program in its order or by what padding takes, what moves them, or the operations by time. */
export function TensorTable({ overview }: { readonly overview: DeviceOverview }) {
  const mode = useSignal<Mode>('all');
  const { tensors, moves, times } = overview;
  const modes = times === null ? MODES.filter(([name]) => name !== 'time') : MODES;
  const shown = modes.some(([name]) => name === mode.value) ? mode.value : 'all';
  const [summary, list] =
    shown === 'time' && times !== null
      ? [timesText(times), <OperationTable times={times} />]
      : shown === 'moves'
        ? [movesText(moves), <Moves moves={moves} />]
        : [totalText(tensors), <Tensors tensors={shown === 'all' ? tensors : byPadding(tensors)} />];
  return (
    <section class="tt-list" aria-label="Tensors">
      <div class="tt-tools">
        <span class="q xs">{summary}</span>
        <span class="grow" />
        <span class="seg" role="group" aria-label="What is listed">
          {modes.map(([name, title]) => (
            <button
              key={name}
              type="button"
              aria-pressed={shown === name}
              onClick={() => (mode.value = name)}
            >
              {title}
            </button>
          ))}
        </span>
      </div>
      {list}
    </section>
  );
}

/** The tensors with padding, those that waste most bytes first. */
function byPadding(tensors: readonly DeviceTensor[]): DeviceTensor[] {
  const wasted = ({ bytes, used }: DeviceTensor): number => bytes * (1 - used);
  return tensors.filter((tensor) => wasted(tensor) > 0).sort((a, b) => wasted(b) - wasted(a));
}

function Tensors({ tensors }: { readonly tensors: readonly DeviceTensor[] }) {
  const { box, first, last, more } = useShownRows(tensors.map(({ id }) => id));
  return (
    <div class="tt-scroll" ref={box}>
      <table class="tbl dense">
        <thead>
          <tr>
            <th>value</th>
            <th>ttnn</th>
            <th>on a device</th>
            <th>in</th>
            <th class="r">tiles</th>
            <th class="r">held</th>
            <th class="r">used</th>
          </tr>
        </thead>
        <tbody>
          {first > 0 && <More count={first} columns={7} onMore={more} where="before" />}
          {tensors.slice(first, last).map((tensor) => (
            <TensorRow key={tensor.id} tensor={tensor} isSelected={tensor.id === selected.value} />
          ))}
          {last < tensors.length && (
            <More count={tensors.length - last} columns={7} onMore={more} where="after" />
          )}
        </tbody>
      </table>
      {tensors.length === 0 && <p class="hint">No tensor has padding.</p>}
    </div>
  );
}

function TensorRow({ tensor, isSelected }: { readonly tensor: DeviceTensor; readonly isSelected: boolean }) {
  const { operation, shape, tiles, memory, placement, bytes, used } = tensor;
  const isSplit = placement !== null && placement !== 'interleaved';
  return (
    <tr class={isSelected ? 'on' : ''}>
      <td>
        <ValueName value={tensor} />
      </td>
      <td>{operation === null ? <span class="q">argument</span> : <code class="b">{operation}</code>}</td>
      <td>
        <code>{shape.length === 0 ? 'scalar' : shape.join('×')}</code>
      </td>
      <td title={placement ?? undefined}>
        {memory}
        {isSplit && <span class="q"> split</span>}
      </td>
      <td class="r">{tiles === null ? <span class="q">rows</span> : <code>{tiles.join('×')}</code>}</td>
      <td class="r">{bytesText(bytes)}</td>
      <td class="r">
        {tiles !== null && (
          <span class="barcell">
            {percentText(used)}
            <span class="tt-used">
              <i
                class={used < 0.1 ? 'low' : ''}
                style={{ width: `${Math.max(1, Math.round(USED_WIDTH * used))}px` }}
              />
            </span>
          </span>
        )}
      </td>
    </tr>
  );
}

function Moves({ moves }: { readonly moves: readonly MemoryMove[] }) {
  const { box, first, last, more } = useShownRows(moves.map(({ value }) => value.id));
  if (moves.length === 0)
    return <p class="hint">No tensor changes its memory or its layout: each stays where it is computed.</p>;
  return (
    <div class="tt-scroll" ref={box}>
      <table class="tbl dense">
        <thead>
          <tr>
            <th>value</th>
            <th>becomes</th>
            <th>ttnn</th>
            <th>from</th>
            <th>to</th>
            <th class="r">written</th>
            <th class="r">line</th>
          </tr>
        </thead>
        <tbody>
          {first > 0 && <More count={first} columns={7} onMore={more} where="before" />}
          {moves.slice(first, last).map(({ value, input, operation, from, to, bytes, line }) => (
            <tr key={value.id} class={value.id === selected.value ? 'on' : ''}>
              <td>
                <ValueName value={input} />
              </td>
              <td>
                <ValueName value={value} />
              </td>
              <td>
                <code class="b">{operation}</code>
              </td>
              <td>{from}</td>
              <td>{to}</td>
              <td class="r">{bytesText(bytes)}</td>
              <td class="r">{line ?? ''}</td>
            </tr>
          ))}
          {last < moves.length && (
            <More count={moves.length - last} columns={7} onMore={more} where="after" />
          )}
        </tbody>
      </table>
    </div>
  );
}
