import {
  AllReduceOp,
  type AxisList,
  AxisRefListAttr,
  getSharding,
  rankOf,
  type ReductionOp,
  reductionOpAttr,
  sortAndMergeInMesh,
  subtractAxes,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import type { Operation, OpOperand, Value } from '@shardform/ir-core';
import type { ReshardEnvironment, ReshardSite } from './reshard-site.ts';

/**
 * Combines the partial results of an operation that was split along factors it reduces.
 *
 * @param reductions how each result is combined; `null` if its sharding determines it.
 */
export function insertAllReduces(
  site: ReshardSite,
  reducedAxes: AxisList,
  reductions: readonly ReductionOp[] | null,
  { context }: ReshardEnvironment,
): void {
  const { op, mesh, meshOrRef } = site;
  const [first] = op.results;
  if (reducedAxes.length === 0 || first === undefined) return;
  const kept = getSharding(first, context)?.unreducedAxes ?? [];
  const axes = sortAndMergeInMesh(subtractAxes(reducedAxes, kept, mesh), mesh);
  if (axes.length === 0) return;
  let last: Operation = op;
  for (const result of op.results) {
    const outSharding =
      getSharding(result, context) ?? TensorShardingAttr.fullyClosed(meshOrRef, rankOf(result));
    const reduction = reductions?.[result.index] ?? outSharding.reductionOp;
    const allReduce = makeAllReduce(result, axes, outSharding, reduction, op);
    result.replaceUsesIf(allReduce.result, (use) => use.owner !== allReduce);
    op.parent!.insertBefore(allReduce, last.next);
    last = allReduce;
  }
}

/**
 * Combines the partial values of an operand along the axes that are not unreduced any more at its use.
 *
 * @param target the sharding that the use requires; `null` if it has none.
 * @param anchor the all-reduce is inserted before this operation.
 */
export function reduceOperand(
  operand: OpOperand,
  target: TensorShardingAttr | null,
  anchor: Operation,
  { context, meshes }: ReshardEnvironment,
): void {
  const { value } = operand;
  const sharding = getSharding(value, context);
  if (sharding === null || sharding.unreducedAxes.length === 0) return;
  const mesh = meshes.meshOf(sharding);
  if (mesh === null) return;
  const axes = subtractAxes(sharding.unreducedAxes, target?.unreducedAxes ?? [], mesh);
  if (axes.length === 0) return;
  const outSharding = sharding.with({ unreducedAxes: subtractAxes(sharding.unreducedAxes, axes, mesh) });
  const allReduce = makeAllReduce(value, axes, outSharding, sharding.reductionOp, operand.owner);
  allReduce.moveBefore(anchor);
  operand.set(allReduce.result);
}

function makeAllReduce(
  tensor: Value,
  axes: AxisList,
  outSharding: TensorShardingAttr,
  reductionOp: ReductionOp,
  { location }: Operation,
): AllReduceOp {
  return AllReduceOp.create(
    {
      tensor,
      reductionOp: reductionOp === 'sum' ? null : reductionOpAttr(reductionOp),
      reductionAxes: AxisRefListAttr.get({ value: axes }),
      outSharding,
    },
    [tensor.type],
    { location },
  );
}
