import type { ShardLayout } from '@shardform/dialect-sdy';
import { checkInterruptAfter, lastOf } from '@shardform/ir-core';

/** The devices of each shard of a tensor, as a grid over two of its dimensions. */
export interface ShardGrid {
  /** By row and column: the numbers of the devices that hold the shard, such as `0,4`. */
  readonly labels: readonly (readonly string[])[];
  /** The dimensions drawn down and across; `null` where there is none. */
  readonly rowDimension: number | null;
  readonly columnDimension: number | null;
}

/** A grid of a tensor that is split along more than two dimensions: one for each slice along the others. */
export interface ShardPanel {
  /** The slice, such as `dimension 0 from 4 to 8`; empty for the only one. */
  readonly title: string;
  readonly grid: ShardGrid;
}

/** Grids that show all shards of a tensor. @param shape the global shape. */
export function shardPanels(shape: readonly number[], layout: ShardLayout): ShardPanel[] {
  const counts = shardCounts(shape, layout);
  const outer = [...counts.keys()].filter((d) => counts[d]! > 1).slice(0, -2);
  let places: ReadonlyMap<number, number>[] = [new Map()];
  for (const d of outer)
    places = places.flatMap((place) =>
      Array.from({ length: counts[d]! }, (_, part) => new Map([...place, [d, part]])),
    );
  return places.map((place) => ({
    title: [...place]
      .map(([d, part]) => {
        const size = layout.localShape[d]!;
        return `dimension ${d} from ${part * size} to ${Math.min((part + 1) * size, shape[d]!)}`;
      })
      .join(', '),
    grid: shardGrid(shape, layout, place),
  }));
}

/**
 * Returns the grid over the two last dimensions that are split (or the last two).
 *
 * @param shape the global shape.
 * @param place the indices along other dimensions; the first ones by default.
 */
export function shardGrid(
  shape: readonly number[],
  layout: ShardLayout,
  place: ReadonlyMap<number, number> = new Map(),
): ShardGrid {
  const cells = new Map<string, number[]>();
  for (const [device, offsets] of layout.offsets) {
    const key = offsets.map((offset, d) => partIndex(offset, layout.localShape[d]!)).join();
    checkInterruptAfter(STEPS_PER_DEVICE);
    const known = cells.get(key);
    if (known === undefined) cells.set(key, [device]);
    else known.push(device);
  }
  const counts = shardCounts(shape, layout);
  const [rowDimension, columnDimension] = shownDimensions(counts);
  const rows = rowDimension === null ? 1 : counts[rowDimension]!;
  const columns = columnDimension === null ? 1 : counts[columnDimension]!;
  const labels = Array.from({ length: rows }, (_row, row) =>
    Array.from({ length: columns }, (_column, column) => {
      const index = counts.map((_count, d) =>
        d === rowDimension ? row : d === columnDimension ? column : (place.get(d) ?? 0),
      );
      return (cells.get(index.join()) ?? []).sort((a, b) => a - b).join(',');
    }),
  );
  return { labels, rowDimension, columnDimension };
}

/** Of those of an operation, about as many as placing a device takes. */
const STEPS_PER_DEVICE = 100;

/** Returns the labels of a grid, each once, with their numbers: devices that hold the same shard have one color. */
export function labelNumbers(labels: ShardGrid['labels']): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const label of labels.flat()) if (!numbers.has(label)) numbers.set(label, numbers.size);
  return numbers;
}

/** The number of shards along each dimension. */
function shardCounts(shape: readonly number[], { localShape }: ShardLayout): number[] {
  return shape.map((size, d) => Math.max(1, Math.ceil(size / Math.max(1, localShape[d]!))));
}

function partIndex(offset: number, size: number): number {
  return size === 0 ? 0 : Math.floor(offset / size);
}

/** The dimensions drawn down and across. */
function shownDimensions(counts: readonly number[]): readonly [number | null, number | null] {
  const split = [...counts.keys()].filter((d) => counts[d]! > 1);
  const last = counts.length - 1;
  if (split.length >= 2) return [split.at(-2)!, lastOf(split)];
  if (split.length === 1) return split[0] === last ? [null, last] : [split[0]!, null];
  return [null, last >= 0 ? last : null];
}
