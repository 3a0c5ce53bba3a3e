import {
  affineAdd,
  affineConstant,
  affineDim,
  type AffineExpr,
  AffineMapAttr,
  affineMultiply,
  MemRefType,
  RankedTensorType,
  type Type,
} from '@shardform/ir-core';
import { dataTypeOf, GridAttr, TileType } from '@shardform/dialect-ttcore';
import { BufferTypeAttr, TensorMemoryLayoutAttr } from './enums.ts';
import { LayoutAttr } from './layout-attr.ts';

/** Rows and columns of a tile. */
export const TILE = 32;

/** What is asked of a layout. */
export interface LayoutRequest {
  readonly bufferType: BufferTypeAttr['value'];
  readonly isTiled: boolean;
}

/**
 * The layout of a tensor on one core. The last dimension becomes the columns, all others the rows; a tiled tensor
 * has its last two dimensions rounded up to whole tiles.
 *
 * @returns `null` when the hardware has no tiles of the element type.
 */
export function makeLayout(
  shape: readonly number[],
  elementType: Type,
  { bufferType, isTiled }: LayoutRequest,
): LayoutAttr | null {
  const sizes = isTiled ? shape.map((size, i) => (i >= shape.length - 2 ? roundUp(size) : size)) : [...shape];
  const columns = sizes.at(-1) ?? (isTiled ? TILE : 1);
  const outer = sizes.slice(0, -1);
  const rows = outer.length === 0 ? (isTiled ? TILE : 1) : outer.reduce((product, size) => product * size, 1);
  const memorySpace = BufferTypeAttr.get(bufferType);
  const memoryLayout = bufferType === 'system_memory' ? null : TensorMemoryLayoutAttr.get('interleaved');
  const grid = GridAttr.get([1, 1]);
  const linear = linearMap(outer, shape.length);
  if (!isTiled) {
    const memref = MemRefType.get([rows, columns], elementType, null, memorySpace);
    return LayoutAttr.get(linear, grid, memref, memoryLayout);
  }
  const dataType = dataTypeOf(elementType);
  if (dataType === null) return null;
  const tile = TileType.get([TILE, TILE], dataType);
  const memref = MemRefType.get([rows / TILE, columns / TILE], tile, null, memorySpace);
  return LayoutAttr.get(linear, grid, memref, memoryLayout);
}

/** The layout that a tensor's type carries, or `null`. */
export function layoutOf(type: RankedTensorType): LayoutAttr | null {
  return type.encoding instanceof LayoutAttr ? type.encoding : null;
}

function roundUp(size: number): number {
  return Math.ceil(size / TILE) * TILE;
}

/** From a place in the tensor to row and column. */
function linearMap(outer: readonly number[], rank: number): AffineMapAttr {
  if (rank === 0) return AffineMapAttr.get(0, 0, [affineConstant(0), affineConstant(0)]);
  let row: AffineExpr = affineConstant(0);
  let stride = outer.reduce((product, size) => product * size, 1);
  outer.forEach((size, i) => {
    stride /= size;
    row = affineAdd(row, affineMultiply(affineDim(i), affineConstant(stride)));
  });
  return AffineMapAttr.get(rank, 0, [row, affineDim(rank - 1)]);
}

/** The same type with another layout, or without one. */
export function withEncoding(type: RankedTensorType, layout: LayoutAttr | null): RankedTensorType {
  return RankedTensorType.get(type.shape, type.elementType, layout);
}
