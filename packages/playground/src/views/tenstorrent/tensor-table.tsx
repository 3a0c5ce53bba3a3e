import { useSignal } from '@preact/signals';
import { bytesText } from '@shardform/ir-core';
import type { DeviceTensor, MemoryMove } from '@shardform/study/tenstorrent';
import { useEffect, useRef } from 'preact/hooks';
import { countText, percentText } from '@shardform/study';
import { ValueName } from '../../parts/value-terms.tsx';
import { reveal } from '../../parts/reveal.ts';
import { reveals, selected } from '../../state/selection.ts';
import type { DeviceOverview } from './answer.ts';
import { totalText } from './words.ts';

/** So many rows are shown at first, and so many more at each request. */
const SHOWN = 80;
const USED_WIDTH = 40;

type Mode = 'all' | 'padding' | 'moves';

const MODES: readonly (readonly [Mode, string])[] = [
  ['all', 'in order'],
  ['padding', 'by padding'],
  ['moves', 'moves'],
];

/** The tensors of the program in its order or by what padding takes, or what moves them between memories. */
export function TensorTable({ overview }: { readonly overview: DeviceOverview }) {
  const mode = useSignal<Mode>('all');
  const { tensors, moves } = overview;
  const bytes = moves.reduce((sum, move) => sum + move.bytes, 0);
  return (
    <section class="tt-list" aria-label="Tensors">
      <div class="tt-tools">
        <span class="q xs">
          {mode.value === 'moves'
            ? `${countText(moves.length, 'move')}, ${bytesText(bytes)} written`
            : totalText(tensors)}
        </span>
        <span class="grow" />
        <span class="seg" role="group" aria-label="What is listed">
          {MODES.map(([name, title]) => (
            <button
              key={name}
              type="button"
              aria-pressed={mode.value === name}
              onClick={() => (mode.value = name)}
            >
              {title}
            </button>
          ))}
        </span>
      </div>
      {mode.value === 'moves' ? (
        <Moves moves={moves} />
      ) : (
        <Tensors tensors={mode.value === 'all' ? tensors : byPadding(tensors)} />
      )}
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

/** The rows that are drawn: so many around the selected one, more on request. */
function useShownRows(ids: readonly string[]) {
  const count = useSignal(SHOWN);
  const box = useRef<HTMLDivElement>(null);
  const at = Math.max(0, selected.value === null ? 0 : ids.indexOf(selected.value));
  const first = at < count.value ? 0 : Math.max(0, at - Math.floor(count.value / 2));
  useEffect(() => {
    const row = box.current?.querySelector('tr.on') ?? null;
    if (row !== null) reveal(row);
  }, [selected.value, reveals.value]);
  const last = Math.min(ids.length, first + count.value);
  return { box, first, last, more: () => (count.value += 5 * SHOWN) };
}

function More({
  count,
  columns,
  where,
  onMore,
}: {
  readonly count: number;
  readonly columns: number;
  readonly where: 'before' | 'after';
  readonly onMore: () => void;
}) {
  return (
    <tr>
      <td colSpan={columns}>
        <button type="button" class="link" onClick={onMore}>
          {count} more {where === 'before' ? 'before these' : 'after these'}
        </button>
      </td>
    </tr>
  );
}
