import {
  type AxisList,
  axisListSize,
  getSharding,
  type MeshAttr,
  type MeshTable,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import type { Context, Operation, RankedTensorType, Tensor } from '@shardform/ir-core';
import { zip } from '@shardform/ir-core';

/** An operation from one tensor to another, both with shardings on the same mesh. */
export interface HaloSite {
  readonly op: Operation;
  readonly input: Tensor;
  readonly result: Tensor;
  readonly inputSharding: TensorShardingAttr;
  readonly resultSharding: TensorShardingAttr;
  readonly mesh: MeshAttr;
}

/** Looks at the first operand and the result of an operation; `null` when an exchange is not possible for them. */
export function haloSite(
  op: Operation,
  { context, meshes }: { readonly context: Context; readonly meshes: MeshTable },
): HaloSite | null {
  // The operations that are handled have tensors for both.
  const input = op.getOperand(0) as Tensor;
  const result = op.getResult(0) as unknown as Tensor;
  const inputSharding = getSharding(input, context);
  const resultSharding = getSharding(result, context);
  if (inputSharding === null || resultSharding === null) return null;
  if (inputSharding.meshOrRef !== resultSharding.meshOrRef) return null;
  if (inputSharding.unreducedAxes.length + resultSharding.unreducedAxes.length > 0) return null;
  const mesh = meshes.meshOf(inputSharding);
  if (mesh === null || mesh.isMaximal) return null;
  const isEmpty = ({ type }: Tensor): boolean => !type.hasStaticShape || type.elementCount === 0;
  if (isEmpty(input) || isEmpty(result)) return null;
  return { op, input, result, inputSharding, resultSharding, mesh };
}

/** Returns the shape with every split dimension rounded up to a multiple of its shard count. */
export function divisibleShape(
  { shape }: RankedTensorType,
  { dims }: TensorShardingAttr,
  mesh: MeshAttr,
): number[] {
  return zip(shape, dims).map(([size, dim]) => {
    const parts = axisListSize(dim.axes, mesh);
    return Math.ceil(size / parts) * parts;
  });
}

/** Returns the names of the axes of some lists, in the order of the mesh. */
export function axisNames(lists: readonly AxisList[], mesh: MeshAttr): string[] {
  const used = new Set(lists.flatMap((list) => list.map(({ name }) => name)));
  return mesh.axes.map(({ name }) => name).filter((name) => used.has(name));
}
