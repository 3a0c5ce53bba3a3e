import {
  elementBitWidth,
  isInstance,
  memRefElementProblem,
  MemRefType,
  RankedTensorType,
  type Type,
  UnrankedTensorType,
} from '@shardform/ir-core';
import type { DataType } from './data-type.ts';
import { MemorySpaceAttr } from './attrs/enums.ts';
import { InterleavedLayoutAttr, MetalLayoutAttr, ShardLayoutAttr } from './attrs/layout-attrs.ts';
import { TileType } from './types/tile-type.ts';

/** Bytes of tiles of 32x32 elements that share exponents. */
const SHARED_EXPONENT_BYTES: Partial<Record<DataType, number>> = {
  bfp_f8: 1088,
  bfp_bf8: 1088,
  bfp_f4: 576,
  bfp_bf4: 576,
  bfp_f2: 320,
  bfp_bf2: 320,
};

/** Returns the bytes that an element of a buffer takes: a number, or a tile. */
export function storedBytes(element: Type): number {
  if (!(element instanceof TileType)) return Math.ceil((elementBitWidth(element) ?? 0) / 8);
  const [rows = 1, columns = 1] = element.shape;
  return SHARED_EXPONENT_BYTES[element.dataType] ?? rows * columns * storedBytes(element.elementType);
}

/** Returns the distances in bytes between neighbours along each dimension of the shard of one core. */
function shardStrides({ shape, elementType }: RankedTensorType): number[] {
  const part = shape.slice(shape.length / 2);
  const strides: number[] = [];
  let stride = storedBytes(elementType);
  for (const size of part.toReversed()) {
    strides.unshift(stride);
    stride *= size;
  }
  return strides;
}

/**
 * Returns the buffer that holds a tensor: with the memory space and layout of the tensor's encoding, or a plain one.
 * `null` for types that are no tensors, for elements that buffers can't have, and for encodings other than
 * {@link MetalLayoutAttr}.
 */
export function bufferTypeOf(type: Type): MemRefType | null {
  const isRanked = isInstance(RankedTensorType, type);
  if (!isRanked && !isInstance(UnrankedTensorType, type)) return null;
  if (memRefElementProblem(type.elementType) !== null) return null;
  if (!isRanked) return MemRefType.get(null, type.elementType);
  const { shape, elementType, encoding } = type;
  if (encoding === null) return MemRefType.get(shape, elementType);
  if (!isInstance(MetalLayoutAttr, encoding)) return null;
  const { memoryLayout: spread, memorySpace: space } = encoding;
  const stride = shardStrides(type);
  const layout =
    spread === 'sharded'
      ? ShardLayoutAttr.get({ stride, buffers: 1 })
      : InterleavedLayoutAttr.get({ stride });
  return MemRefType.get(shape, elementType, layout, MemorySpaceAttr.get(space));
}
