import type { ArrayShape } from '@shardform/hlo-module';

/** The order in which memory that holds the elements of an array and nothing else has them. */
export interface PhysicalArray {
  /** Sizes of dimensions, each split into tiles and the elements of a tile. */
  readonly split: readonly number[];
  /** Dimensions of `split` from the major one. */
  readonly order: readonly number[];
}

/** A dimension of memory: a part of a dimension of the array. */
interface Part {
  readonly dimension: number;
  readonly size: number;
}

/** Returns the order of an array in memory; `null` where memory is padded, or tiles combine dimensions. */
export function physicalArray({ dimensions, layout, isDynamic }: ArrayShape): PhysicalArray | null {
  if (isDynamic?.includes(true) === true) return null;
  const minorToMajor = layout?.minorToMajor ?? dimensions.map((_, i) => dimensions.length - 1 - i);
  if (minorToMajor.length !== dimensions.length) return null;
  const whole = dimensions.map((size, dimension): Part => ({ dimension, size }));
  const parts = whole.map((part) => [part]);
  let memory = minorToMajor.toReversed().map((dimension) => whole[dimension]!);
  for (const tile of layout?.tiles ?? []) {
    const tiled = withTile(memory, parts, tile);
    if (tiled === null) return null;
    memory = tiled;
  }
  const all = parts.flat();
  return { split: all.map(({ size }) => size), order: memory.map((part) => all.indexOf(part)) };
}

/** Splits the minor dimensions of memory by a tile, whose elements become the minor dimensions. */
function withTile(memory: readonly Part[], parts: Part[][], tile: readonly number[]): Part[] | null {
  if (tile.length > memory.length || tile.some((size) => size <= 0)) return null;
  const outer = memory.slice(0, memory.length - tile.length);
  const tiled = memory.slice(memory.length - tile.length);
  if (tiled.some(({ size }, i) => size % tile[i]! !== 0)) return null;
  const pairs = tiled.map((part, i) => {
    const size = tile[i]!;
    const pair = [
      { dimension: part.dimension, size: part.size / size },
      { dimension: part.dimension, size },
    ] as const;
    const own = parts[part.dimension]!;
    own.splice(own.indexOf(part), 1, ...pair);
    return pair;
  });
  return [...outer, ...pairs.map(([count]) => count), ...pairs.map(([, inside]) => inside)];
}

/** Returns whether two arrays differ only by dimensions of one element, whatever pads their memory. */
export function differByUnitDimensions(some: ArrayShape, other: ArrayShape): boolean {
  const [a, b] = [essence(some), essence(other)];
  return a !== null && a === b;
}

function essence({ dimensions, layout, isDynamic }: ArrayShape): string | null {
  if (layout === undefined || isDynamic?.includes(true) === true) return null;
  const kept = dimensions.flatMap((size, d) => (size === 1 ? [] : [d]));
  const order = layout.minorToMajor.filter((d) => kept.includes(d)).map((d) => kept.indexOf(d));
  return JSON.stringify([kept.map((d) => dimensions[d]), order, layout.tiles ?? []]);
}
