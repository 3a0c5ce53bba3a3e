import { elementBitWidth, product, type Type } from '@shardform/ir-core';
import { type DataType, TileType } from '@shardform/dialect-ttcore';
import type { LayoutAttr } from '@shardform/dialect-ttnn';

/** Bytes of tiles whose elements share exponents. */
const BLOCK_TILES: Partial<Record<DataType, number>> = {
  bfp_f8: 1088,
  bfp_bf8: 1088,
  bfp_f4: 576,
  bfp_bf4: 576,
  bfp_f2: 320,
  bfp_bf2: 320,
};

function bytesOf(stored: Type): number {
  if (!(stored instanceof TileType)) return Math.ceil((elementBitWidth(stored) ?? 0) / 8);
  const [rows = 1, columns = 1] = stored.shape;
  return BLOCK_TILES[stored.dataType] ?? rows * columns * bytesOf(stored.elementType);
}

/**
 * Bytes of each core's memory that a tensor takes.
 *
 * @param cores those of a chip, over which the pages of a tensor that is not split are spread.
 */
export function l1BytesPerCore(layout: LayoutAttr, cores: number): number {
  const { memref, memoryLayout, grid } = layout;
  const block = product(memref.shape ?? []) * bytesOf(memref.elementType);
  if (memoryLayout?.value !== 'interleaved') return block;
  const blocks = product(grid.shape);
  return Math.ceil((block * blocks) / cores);
}
