import { TILE } from '@shardform/dialect-ttnn';

/** A part of a product that a core computes at once, in tiles. */
export interface Block {
  /** Tiles along the summed dimension that are read together. */
  readonly width: number;
  readonly rows: number;
  readonly columns: number;
}

/** What the memory of a core has to hold for each tile of a block. */
export interface BlockFormat {
  /** Bits of an element of operands and result. */
  readonly bits: number;
  readonly hasBias: boolean;
}

/** Bytes of a core's memory that a product may take, found by asking tt-mlir of October 2026 on both sides of the bound. */
const L1_BUDGET = 1293 * 1024;

/** Greatest width of a block along the summed dimension, in tiles. */
const MAX_WIDTH = 32;

/** Bits of the sums, which are in 32-bit floats whatever the operands are. */
const SUM_BITS = 32;

/** Bytes that a block takes: operands are buffered twice, the sums have a buffer beside that of the result. */
function bytesOf({ width, rows, columns }: Block, { bits, hasBias }: BlockFormat): number {
  const area = rows * columns;
  const bitsPerPosition = (2 * width * (rows + columns) + area + (hasBias ? columns : 0)) * bits;
  return ((bitsPerPosition + area * SUM_BITS) * TILE * TILE) / 8;
}

/** The divisors of a number up to a bound, the greatest first. */
function divisors(count: number, most = count): readonly number[] {
  const found = [];
  for (let divisor = Math.min(count, most); divisor >= 1; divisor--) {
    if (count % divisor === 0) found.push(divisor);
  }
  return found;
}

/** Widths leave at least two blocks along the summed dimension. */
function widthsOf(inner: number): readonly number[] {
  return divisors(inner, Math.max(1, Math.min(Math.floor(inner / 2), MAX_WIDTH)));
}

/** Returns the block of all result tiles of a core that is widest; `null` when none fits into its memory. */
export function wholeBlock(
  inner: number,
  [rows, columns]: readonly [number, number],
  format: BlockFormat,
): Block | null {
  const width = widthsOf(inner).find((width) => bytesOf({ width, rows, columns }, format) <= L1_BUDGET);
  return width === undefined ? null : { width, rows, columns };
}

/**
 * Returns the block with the most multiplications that fits into a core's memory and divides its result tiles: of equal
 * ones the widest, then the one that reads the least; `null` when none fits.
 */
export function largestBlock(
  inner: number,
  [rowsOfCore, columnsOfCore]: readonly [number, number],
  format: BlockFormat,
): Block | null {
  let best: Block | null = null;
  for (const width of widthsOf(inner)) {
    for (const rows of divisors(rowsOfCore)) {
      for (const columns of divisors(columnsOfCore)) {
        const block = { width, rows, columns };
        if (bytesOf(block, format) <= L1_BUDGET && (best === null || isBetter(block, best))) best = block;
      }
    }
  }
  return best;
}

const volumeOf = ({ width, rows, columns }: Block): number => width * rows * columns;

function isBetter(block: Block, other: Block): boolean {
  const gain = volumeOf(block) - volumeOf(other);
  if (gain !== 0) return gain > 0;
  if (block.width !== other.width) return block.width > other.width;
  return block.rows + block.columns < other.rows + other.columns;
}

/**
 * Height and width in tiles of the subblocks that stay in a core's registers, at most four tiles with 32-bit
 * accumulation, best first.
 */
const SUBBLOCKS: readonly (readonly [number, number])[] = [
  [2, 2],
  [4, 1],
  [1, 4],
  [3, 1],
  [1, 3],
  [2, 1],
  [1, 2],
  [1, 1],
];

/** Returns height and width, in tiles, of the parts of a block that are computed in registers. */
export function subblockOf({ rows, columns }: Block): readonly [number, number] {
  return SUBBLOCKS.find(([height, width]) => rows % height === 0 && columns % width === 0)!;
}
