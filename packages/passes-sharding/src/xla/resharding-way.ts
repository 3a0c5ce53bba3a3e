import {
  axisListSize,
  DimensionShardingAttr,
  type MeshAttr,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { zip, product } from '@shardform/ir-core';

/**
 * Returns the shardings by which XLA goes from one sharding to another, without the first: where the copies of a part differ in number, it
 * gathers one dimension that the target has whole, or all, before it goes on.
 */
export function reshardingWay(
  from: TensorShardingAttr,
  to: TensorShardingAttr,
  mesh: MeshAttr,
  sizes: readonly number[],
): readonly TensorShardingAttr[] {
  const [before, after] = [partsOf(from, mesh), partsOf(to, mesh)];
  const isEven = zip(sizes, zip(before, after)).every(([size, [a, b]]) => size % a === 0 && size % b === 0);
  const devices = mesh.axes.reduce((count, { size }) => count * size, 1);
  const [had, wanted] = [before, after].map((parts) => devices / product(parts));
  if (!isEven || had === wanted || isFiner(before, after) || isFiner(after, before)) return [to];
  const gathered =
    had! < wanted! ? (droppedDim(before, after, wanted!) ?? shiftedDim(before, after, wanted!)) : null;
  if (gathered !== null) {
    const partial = withWhole(from, [gathered]);
    return [partial, ...reshardingWay(partial, to, mesh, sizes)];
  }
  // What is split along one dimension only is sent to another one before it is split further.
  if (had! > wanted! && before.filter((parts) => parts > 1).length === 1) return [to];
  return [withWhole(from, [...before.keys()]), to];
}

function partsOf({ dims }: TensorShardingAttr, mesh: MeshAttr): number[] {
  return dims.map(({ axes }) => axisListSize(axes, mesh));
}

/** Returns whether each dimension is split into a multiple of parts. */
function isFiner(parts: readonly number[], coarse: readonly number[]): boolean {
  return zip(parts, coarse).every(([own, other]) => own % other === 0);
}

/** A split dimension that is whole in the target, which has as many copies more. */
function droppedDim(before: readonly number[], after: readonly number[], copies: number): number | null {
  const found = before.findIndex((parts, dim) => parts > 1 && after[dim] === 1 && copies % parts === 0);
  return found < 0 ? null : found;
}

/** The last split dimension, if the target has the parts of each dimension at the next one, and those of the last one as copies. */
function shiftedDim(before: readonly number[], after: readonly number[], copies: number): number | null {
  const last = before.length - 1;
  const isShifted = after.every((parts, dim) => parts === (dim === 0 ? 1 : before[dim - 1]));
  return isShifted && before[last] === copies ? last : null;
}

function withWhole(sharding: TensorShardingAttr, dims: readonly number[]): TensorShardingAttr {
  return sharding.with({
    dims: sharding.dims.map((own, dim) => (dims.includes(dim) ? DimensionShardingAttr.get([], true) : own)),
  });
}
