import { bytesText } from '@shardform/ir-core';
import type { CoreBlocks, PlacedTensor } from '@shardform/study/tenstorrent';
import { countText } from '@shardform/study';
import type { TensorOnChip } from '../tenstorrent-tensor/answer.ts';
import { kibText } from './words.ts';

const CORE = 36;
const GAP = 4;
const BANK = 32;
const BANK_GAP = 2;
/** The space for names of rows. */
const LEFT = 34;
const BAR = 406;

/** The cores of a chip with the blocks that they compute or hold, its banks with the tensors in them, and its L1. */
export function ChipDrawing({ placement }: { readonly placement: TensorOnChip }) {
  const { tensor, operands, work, chip } = placement;
  const blocks = work ?? tensor.blocks;
  const [rows, columns] = chip.cores;
  const interleaved = [...operands, tensor].filter(
    ({ memory, placement: how }) => memory === 'DRAM' && how === 'interleaved',
  );
  const unit = tensor.tiles === null ? '' : ' tiles';
  return (
    <>
      {blocks !== null && (
        <>
          <h3>
            Cores{' '}
            <span class="q">
              {work !== null ? 'compute' : 'hold'} blocks of {blocks.size.join(' × ')}
              {unit}
            </span>
          </h3>
          <CoreGrid rows={rows} columns={columns} blocks={blocks} />
        </>
      )}
      {interleaved.length > 0 && (
        <>
          <h3>
            DRAM{' '}
            <span class="q">
              {chip.banks} banks of {bytesText(chip.bankBytes)}; {tensor.tiles === null ? 'rows' : 'tiles'}{' '}
              are dealt out in turn
            </span>
          </h3>
          <Banks tensors={interleaved} chosen={tensor.id} banks={chip.banks} />
        </>
      )}
      <h3>
        L1{' '}
        <span class="q">
          of a core: {kibText(chip.l1)}, of which {kibText(chip.l1 - chip.l1Reserved)} are free for programs
        </span>
      </h3>
      <CoreMemory placement={placement} />
    </>
  );
}

function CoreGrid({
  rows,
  columns,
  blocks: { cores },
}: {
  readonly rows: number;
  readonly columns: number;
  readonly blocks: CoreBlocks;
}) {
  const step = CORE + GAP;
  const [width, height] = [LEFT + columns * step, 20 + rows * step];
  const known = new Map(cores.map(({ column, row, block }) => [row * columns + column, block]));
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${cores.length} of ${rows * columns} cores have a block`}
    >
      {Array.from({ length: columns }, (_, column) => (
        <text key={column} class="t3 m" x={LEFT + column * step + CORE / 2} y={12} text-anchor="middle">
          {column}
        </text>
      ))}
      {Array.from({ length: rows * columns }, (_, i) => {
        const [row, column] = [Math.floor(i / columns), i % columns];
        const block = known.get(i);
        const [x, y] = [LEFT + column * step, 18 + row * step];
        return (
          <g key={i}>
            {column === 0 && (
              <text class="t3 m" x={LEFT - 10} y={y + 22} text-anchor="end">
                {row}
              </text>
            )}
            <rect
              x={x}
              y={y}
              width={CORE}
              height={CORE}
              rx={1}
              class={block === undefined ? 'p-fill' : 'p-ink'}
            />
            {block !== undefined && (
              <text class="m on tt-block" x={x + CORE / 2} y={y + 22} text-anchor="middle">
                {block.join(',')}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

function Banks({
  tensors,
  chosen,
  banks,
}: {
  readonly tensors: readonly PlacedTensor[];
  readonly chosen: string;
  readonly banks: number;
}) {
  const step = BANK + BANK_GAP;
  const label = 64;
  const [width, height] = [label + banks * step, 20 + tensors.length * 24];
  return (
    <svg
      class="tt-banks"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={tensors.map((tensor) => bankWords(tensor, banks)).join('; ')}
    >
      {Array.from({ length: banks }, (_, bank) => (
        <text key={bank} class="t3 m" x={label + bank * step + BANK / 2} y={12} text-anchor="middle">
          {bank}
        </text>
      ))}
      {tensors.map((tensor, i) => {
        const y = 18 + i * 24;
        const isChosen = tensor.id === chosen;
        return (
          <g key={tensor.id}>
            <text class="m ti" x={label - 8} y={y + 13} text-anchor="end">
              {shortened(tensor.name)}
            </text>
            {Array.from({ length: banks }, (_, bank) => {
              const count = pagesIn(bank, tensor.pages, banks);
              return (
                <g key={bank}>
                  <rect
                    x={label + bank * step}
                    y={y}
                    width={BANK}
                    height={18}
                    rx={1}
                    class={count === 0 ? 'p-fill' : isChosen ? 'p-ink' : 'p-fill2'}
                  />
                  {count > 0 && (
                    <text
                      class={`m ${isChosen ? 'on' : 'ti'} tt-page`}
                      x={label + bank * step + BANK / 2}
                      y={y + 13}
                      text-anchor="middle"
                    >
                      {tensor.pages <= banks ? `${tensor.tiles === null ? 'r' : 't'}${bank}` : `×${count}`}
                    </text>
                  )}
                </g>
              );
            })}
          </g>
        );
      })}
    </svg>
  );
}

function CoreMemory({ placement: { tensor, operands, chip } }: { readonly placement: TensorOnChip }) {
  const held = [...operands, tensor].filter(({ bytesPerCore }) => bytesPerCore > 0);
  const sum = held.reduce((total, { bytesPerCore }) => total + bytesPerCore, 0);
  const scale = BAR / Math.max(chip.l1, chip.l1Reserved + sum);
  let x = chip.l1Reserved * scale;
  const reserved = kibText(chip.l1Reserved);
  const words =
    held.length === 0
      ? 'no tensor of this operation is here'
      : `${bytesText(sum)} of tensors, ${((100 * sum) / (chip.l1 - chip.l1Reserved)).toFixed(1)} % of what is free`;
  return (
    <>
      <svg
        width={BAR}
        height={18}
        viewBox={`0 0 ${BAR} 18`}
        role="img"
        aria-label={`${reserved} reserved; ${words}`}
      >
        <rect x={0} y={1} width={BAR} height={14} rx={1} class="p-fill" />
        <rect x={0} y={1} width={x} height={14} rx={1} class="p-fill3" />
        {held.map(({ id, bytesPerCore }) => {
          const from = x;
          x += bytesPerCore * scale;
          return (
            <rect
              key={id}
              x={from}
              y={1}
              width={Math.max(1, bytesPerCore * scale - 1)}
              height={14}
              class={id === tensor.id ? 'p-ink' : 'p-fill2'}
            />
          );
        })}
      </svg>
      <p class="xs q">
        {reserved} reserved; {words}
        {held.length > 0 &&
          `: ${held.map(({ name, bytesPerCore }) => `${name} ${bytesText(bytesPerCore)}`).join(', ')}`}
      </p>
    </>
  );
}

/** How many of a tensor's pages are in a bank, when they are dealt out in turn. */
function pagesIn(bank: number, pages: number, banks: number): number {
  return Math.max(0, Math.ceil((pages - bank) / banks));
}

function bankWords({ name, pages, tiles }: PlacedTensor, banks: number): string {
  const unit = tiles === null ? 'row' : 'tile';
  return `${countText(pages, unit)} of ${name} in ${countText(Math.min(pages, banks), 'bank')}`;
}

function shortened(name: string): string {
  return name.length > 9 ? `${name.slice(0, 8)}…` : name;
}
