import type { ShardLayout } from '@shardform/runtime-sim';

/** Which device holds which part of a tensor, as a grid over two of its dimensions. */
export interface ShardGrid {
  /** By row and column: the numbers of the devices that hold the part, such as `0,4`. */
  readonly labels: readonly (readonly string[])[];
  /** The dimensions drawn down and across; `null` where there is none. */
  readonly rowDimension: number | null;
  readonly columnDimension: number | null;
}

/**
 * The grid over the two last dimensions that are split (or the last two).
 *
 * @param shape the global shape.
 */
export function shardGrid(shape: readonly number[], layout: ShardLayout): ShardGrid {
  const cells = new Map<string, number[]>();
  for (const [device, offsets] of layout.offsets) {
    const key = offsets.map((offset, d) => partIndex(offset, layout.localShape[d]!)).join();
    cells.set(key, [...(cells.get(key) ?? []), device]);
  }
  const counts = shape.map((size, d) => Math.max(1, Math.ceil(size / Math.max(1, layout.localShape[d]!))));
  const [rowDimension, columnDimension] = shownDimensions(counts);
  const rows = rowDimension === null ? 1 : counts[rowDimension]!;
  const columns = columnDimension === null ? 1 : counts[columnDimension]!;
  const labels = Array.from({ length: rows }, (_row, row) =>
    Array.from({ length: columns }, (_column, column) => {
      const index = counts.map((_count, d) =>
        d === rowDimension ? row : d === columnDimension ? column : 0,
      );
      return (cells.get(index.join()) ?? []).sort((a, b) => a - b).join(',');
    }),
  );
  return { labels, rowDimension, columnDimension };
}

/** The labels of a grid, each once: devices that hold the same part have one colour. */
export function distinctLabels(labels: ShardGrid['labels']): readonly string[] {
  return [...new Set(labels.flat())];
}

function partIndex(offset: number, size: number): number {
  return size === 0 ? 0 : Math.floor(offset / size);
}

/** The dimensions drawn down and across. */
function shownDimensions(counts: readonly number[]): readonly [number | null, number | null] {
  const split = [...counts.keys()].filter((d) => counts[d]! > 1);
  const last = counts.length - 1;
  if (split.length >= 2) return [split.at(-2)!, split.at(-1)!];
  if (split.length === 1) return split[0] === last ? [null, last] : [split[0]!, null];
  return [null, last >= 0 ? last : null];
}
