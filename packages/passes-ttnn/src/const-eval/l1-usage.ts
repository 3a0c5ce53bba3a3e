import { product } from '@shardform/ir-core';
import { blockBytes, type LayoutAttr } from '@shardform/dialect-ttnn';

/**
 * Bytes of each core's memory that a tensor takes.
 *
 * @param cores those of a chip, over which the pages of a tensor that is not split are spread.
 */
export function l1BytesPerCore(layout: LayoutAttr, cores: number): number {
  const { memoryLayout, grid } = layout;
  const block = blockBytes(layout);
  if (memoryLayout?.value !== 'interleaved') return block;
  const blocks = product(grid.shape);
  return Math.ceil((block * blocks) / cores);
}
