import type { MeshAttr, TensorShardingAttr } from '@shardform/dialect-sdy';
import { RankedTensorType, type Type } from '@shardform/ir-core';
import { areSidesSplitAlike } from '../export/resolve-permutation-factors/reshape-groups.ts';

/** A tensor type and how it is split. */
export interface SplitTensor {
  readonly sharding: TensorShardingAttr;
  readonly type: Type;
}

/**
 * Returns whether two tensors with the same number of elements are sharded so that each device holds the same
 * contiguous range of them, in row-major order: a reshape between the two needs no communication. False for tensors
 * with an encoding or of unknown size.
 */
export function areSplitAlikeInOrder(a: SplitTensor, b: SplitTensor, mesh: MeshAttr): boolean {
  if (a.sharding === b.sharding && a.type === b.type) return true;
  if (!(isPlainTensor(a.type) && isPlainTensor(b.type))) return false;
  const [x, y] = [a.sharding, b.sharding];
  const [start, alike] = [0, { dims: [] }];
  // Attributes are interned by value: apart from the dimensions, the two have to be equal.
  if (x.with(alike) !== y.with(alike)) return false;
  return areSidesSplitAlike(
    { range: { start, end: x.rank }, shape: a.type.shape, axes: x.dims.map(({ axes }) => axes) },
    { range: { start, end: y.rank }, shape: b.type.shape, axes: y.dims.map(({ axes }) => axes) },
    mesh,
  );
}

function isPlainTensor(type: Type): type is RankedTensorType {
  return type instanceof RankedTensorType && type.hasStaticShape && type.encoding === null;
}
