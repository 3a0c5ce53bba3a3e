import {
  affineAdd,
  affineConstant,
  affineDim,
  type AffineExpr,
  AffineMapAttr,
  affineMultiply,
  MemRefType,
  product,
  RankedTensorType,
  type Type,
} from '@shardform/ir-core';
import { dataTypeOf, GridAttr, TensorMeshAttr, TileType } from '@shardform/dialect-ttcore';
import { quant } from '@shardform/dialects-mlir';
import type { CoreRangeSetAttr } from './core-attrs.ts';
import { BufferTypeAttr, TensorMemoryLayoutAttr } from './enums.ts';
import { LayoutAttr, TILE } from './layout-attr.ts';

/** The properties of a layout to make. */
export interface LayoutRequest {
  readonly bufferType: BufferTypeAttr['value'];
  readonly isTiled: boolean;
  /** The layout of the pages: interleaved over all banks by default. Without meaning in the host's memory. */
  readonly memoryLayout?: TensorMemoryLayoutAttr['value'];
  /** Rows and columns of cores that the tensor is split over; one core unless said. */
  readonly grid?: readonly number[];
  /** The cores that hold the blocks of a tensor that is split over cores. */
  readonly coreRanges?: CoreRangeSetAttr | null;
  readonly mesh?: TensorMeshAttr | null;
}

/**
 * Returns the layout of a tensor. The last dimension becomes the columns, all others the rows; a tiled tensor has its
 * last two dimensions rounded up to whole tiles. Pages that go round the memories of the cores have no place in a matrix:
 * their buffer is one row, a core's share of all numbers or tiles, as tt-mlir has it.
 *
 * @param elementType a type of numbers, or that of the tiles.
 * @returns `null` when the hardware has no tiles of the element type.
 */
export function makeLayout(
  shape: readonly number[],
  elementType: Type,
  { bufferType, isTiled, memoryLayout = 'interleaved', grid = [1, 1], ...options }: LayoutRequest,
): LayoutAttr | null {
  const sizes = isTiled ? shape.map((size, i) => (i >= shape.length - 2 ? roundUp(size) : size)) : [...shape];
  const columns = sizes.at(-1) ?? (isTiled ? TILE : 1);
  const outer = sizes.slice(0, -1);
  const rows = outer.length === 0 ? (isTiled ? TILE : 1) : product(outer);
  const memorySpace = BufferTypeAttr.get(bufferType);
  const placement = bufferType === 'system_memory' ? null : TensorMemoryLayoutAttr.get(memoryLayout);
  const isSpread = bufferType === 'l1' || (placement !== null && memoryLayout !== 'interleaved');
  const cores = isSpread ? grid : [1, 1];
  const linear = linearMap(outer, shape.length);
  const unit = isTiled ? TILE : 1;
  const stored = isTiled ? tileOf(elementType) : storageOf(elementType);
  if (stored === null) return null;
  const units = [rows, columns].map((size) => Math.ceil(size / unit));
  const block =
    bufferType === 'l1' && memoryLayout === 'interleaved'
      ? [1, Math.ceil(product(units) / product(cores))]
      : units.map((size, i) => Math.ceil(size / (cores[i] ?? 1)));
  const memref = MemRefType.get(block, stored, null, memorySpace);
  return LayoutAttr.get(linear, GridAttr.get({ shape: cores }), memref, placement, options);
}

/** Returns the layout that a tensor's type carries, or `null`. */
export function layoutOf(type: RankedTensorType): LayoutAttr | null {
  return type.encoding instanceof LayoutAttr ? type.encoding : null;
}

/** Returns the request that makes a layout like the given one. */
export function requestOf(layout: LayoutAttr): LayoutRequest {
  const { bufferType, isTiled, memoryLayout, grid, coreRanges, mesh } = layout;
  const placement = memoryLayout === null ? {} : { memoryLayout: memoryLayout.value };
  return { bufferType, isTiled, grid: grid.shape, coreRanges, mesh, ...placement };
}

/** The properties to change of a tensor with a layout. */
export interface TensorChange extends Partial<LayoutRequest> {
  readonly shape?: readonly number[];
  readonly elementType?: Type;
}

/** Returns a type with changes, in a layout of the same kind otherwise; types without a layout stay without. */
export function changedTensor(type: RankedTensorType, change: TensorChange): RankedTensorType {
  const { shape = type.shape, elementType = type.elementType, ...request } = change;
  const layout = layoutOf(type);
  // Tiles of formats that tensors have no element type for stay, unless another type is asked for.
  const stored =
    change.elementType === undefined && layout?.memref.elementType instanceof TileType
      ? layout.memref.elementType
      : elementType;
  const numbers = request.isTiled === false && stored instanceof TileType ? stored.elementType : stored;
  const next =
    layout !== null && Object.keys(change).join() === 'elementType'
      ? withStored(layout, numbers)
      : layout && makeLayout(shape, numbers, { ...requestOf(layout), ...request });
  return RankedTensorType.get(shape, elementType, next ?? type.encoding);
}

/** Returns the same layout with another element type. */
function withStored(layout: LayoutAttr, elementType: Type): LayoutAttr | null {
  const { linear, grid, memref, memoryLayout, isTiled, mesh, coreRanges, ignoresPhysicalLayout } = layout;
  const stored = isTiled ? tileOf(elementType) : storageOf(elementType);
  if (stored === null) return null;
  const block = MemRefType.get(memref.shape, stored, memref.layout, memref.memorySpace);
  return LayoutAttr.get(linear, grid, block, memoryLayout, { mesh, coreRanges, ignoresPhysicalLayout });
}

/** The type that numbers of quantized tensors are stored in; others are their own. */
function storageOf(elementType: Type): Type {
  return elementType instanceof quant.UniformQuantizedType ? elementType.storage.type : elementType;
}

function tileOf(elementType: Type): TileType | null {
  if (elementType instanceof TileType) return elementType;
  const dataType = dataTypeOf(storageOf(elementType));
  return dataType === null ? null : TileType.get({ shape: [TILE, TILE], dataType });
}

function roundUp(size: number): number {
  return Math.ceil(size / TILE) * TILE;
}

/** Returns the map from an index of the tensor to row and column. */
function linearMap(outer: readonly number[], rank: number): AffineMapAttr {
  if (rank === 0) return AffineMapAttr.get(0, 0, [affineConstant(0), affineConstant(0)]);
  let row: AffineExpr = affineConstant(0);
  outer.forEach((_, i) => {
    const stride = product(outer.slice(i + 1));
    row = affineAdd(row, affineMultiply(affineDim(i), affineConstant(stride)));
  });
  return AffineMapAttr.get(rank, 0, [row, affineDim(rank - 1)]);
}
