import {
  axesInDims,
  axisListsOverlap,
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
 * @param reducedAxes the axes that split what the operation reduces. Where the site does not say how results are combined, their
 *   shardings do.
 */
export function insertAllReduces(
  site: ReshardSite,
  reducedAxes: AxisList,
  { context }: ReshardEnvironment,
): void {
  const { op, mesh, meshOrRef } = site;
  const [first] = op.results;
  if (reducedAxes.length === 0 || first === undefined) return;
  let last: Operation = op;
  for (const result of op.results) {
    // Without exact reductions all results are taken to be partial along the same axes, as in Shardy.
    const kept = getSharding(site.isExact ? result : first, context)?.unreducedAxes ?? [];
    const axes = sortAndMergeInMesh(subtractAxes(reducedAxes, kept, mesh), mesh);
    if (axes.length === 0) continue;
    // Shardy fails where the result is split along an axis that it is to be reduced along: so it is left to a full choice of reshards.
    const own = getSharding(result, context);
    if (own !== null && axisListsOverlap(axesInDims(own), axes)) continue;
    const outSharding =
      getSharding(result, context) ?? TensorShardingAttr.fullyClosed(meshOrRef, rankOf(result));
    const reduction = site.reductions?.[result.index] ?? outSharding.reductionOp;
    const allReduce = makeAllReduce(result, axes, outSharding, reduction, op);
    result.replaceUsesIf(allReduce.result, (use) => use.owner !== allReduce);
    op.parent!.insertBefore(allReduce, last.next);
    last = allReduce;
  }
}

/**
 * Combines the partial values of an operand along the axes along which its use does not take these.
 *
 * @param kept the axes along which the use takes partial values.
 * @param anchor the all-reduce is inserted before this operation.
 */
export function reduceOperand(
  operand: OpOperand,
  kept: AxisList,
  anchor: Operation,
  { context, meshes }: ReshardEnvironment,
): void {
  const { value } = operand;
  const sharding = getSharding(value, context);
  if (sharding === null || sharding.unreducedAxes.length === 0) return;
  const mesh = meshes.meshOf(sharding);
  if (mesh === null) return;
  const axes = subtractAxes(sharding.unreducedAxes, kept, mesh);
  if (axes.length === 0) return;
  const outSharding = sharding.with({ unreducedAxes: subtractAxes(sharding.unreducedAxes, axes, mesh) });
  const allReduce = makeAllReduce(value, axes, outSharding, sharding.reductionOp, operand.owner);
  allReduce.moveBefore(anchor);
  operand.set(allReduce.result);
}

/** Makes a detached all-reduce with the location of an operation. */
export function makeAllReduce(
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
