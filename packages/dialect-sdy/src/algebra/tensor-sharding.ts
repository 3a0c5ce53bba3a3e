import { DYNAMIC, RankedTensorType, type Type } from '@shardform/ir-core';
import type { DimensionShardingAttr } from '../attrs/dimension-sharding-attr.ts';
import type { MeshAttr } from '../attrs/mesh-attr.ts';
import type { TensorShardingAttr } from '../attrs/tensor-sharding-attr.ts';
import { areAxisListsEqual } from './axis-list.ts';

/**
 * Returns true if two shardings split a tensor alike: the same axes on each dimension and the same unreduced axes, on
 * the same mesh. A missing sharding counts as replicated. Open dimensions, priorities and explicitly replicated axes
 * make no difference.
 */
export function areShardingsEquivalent(
  a: TensorShardingAttr | null,
  b: TensorShardingAttr | null,
  ignoreUnreduced = false,
): boolean {
  if (a === b) return true;
  if ((a === null || a.isFullyReplicated) && (b === null || b.isFullyReplicated)) return true;
  if (a === null || b === null) return false;
  if (a.meshOrRef !== b.meshOrRef || a.rank !== b.rank) return false;
  if (!ignoreUnreduced && !haveSameUnreducedAxes(a, b)) return false;
  return haveSameDimAxes(a.dims, b.dims);
}

function haveSameUnreducedAxes(a: TensorShardingAttr, b: TensorShardingAttr): boolean {
  if (!areAxisListsEqual(a.unreducedAxes, b.unreducedAxes)) return false;
  return a.unreducedAxes.length === 0 || a.reductionOp === b.reductionOp;
}

/** Returns true if each dimension is split along the same axes. */
export function haveSameDimAxes(
  a: readonly DimensionShardingAttr[],
  b: readonly DimensionShardingAttr[],
): boolean {
  return a.length === b.length && a.every((dim, i) => areAxisListsEqual(dim.axes, b[i]!.axes));
}

/** Returns the number of shards that each dimension is split into. */
export function shardedSizes(sharding: TensorShardingAttr, mesh: MeshAttr): number[] {
  return sharding.dims.map((dim) => dim.shardedSize(mesh));
}

/**
 * Returns the shape that each device holds: sizes divided by the number of shards, rounded up. Dynamic sizes stay.
 *
 * @returns `null` when a size isn't divisible and `allowNonDivisible` is false.
 */
export function localShape(
  shape: readonly number[],
  sharding: TensorShardingAttr,
  mesh: MeshAttr,
  allowNonDivisible = true,
): number[] | null {
  const local: number[] = [];
  for (let i = 0; i < shape.length; i++) {
    const size = shape[i]!;
    // A sharding on a single device lists no dimensions.
    const parts = sharding.dims[i]?.shardedSize(mesh) ?? 1;
    if (size === DYNAMIC) local.push(size);
    else if (size % parts === 0) local.push(size / parts);
    else if (allowNonDivisible) local.push(Math.ceil(size / parts));
    else return null;
  }
  return local;
}

/** Like {@link localShape}, for a type; types other than ranked tensors stay as they are. */
export function localType(
  type: Type,
  sharding: TensorShardingAttr,
  mesh: MeshAttr,
  allowNonDivisible = true,
): Type | null {
  if (!(type instanceof RankedTensorType)) return type;
  const shape = localShape(type.shape, sharding, mesh, allowNonDivisible);
  return shape === null ? null : RankedTensorType.get(shape, type.elementType, type.encoding);
}
