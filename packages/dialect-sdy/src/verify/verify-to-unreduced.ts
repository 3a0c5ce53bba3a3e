import type { OpReport } from '@shardform/ir-core';
import { areAxisListsEqual, axesInDims, overlapsAxisList } from '../algebra/axis-list.ts';
import { sortAndMergeInMesh } from '../algebra/mesh-order.ts';
import { haveSameDimAxes } from '../algebra/tensor-sharding.ts';
import type { AxisRefListAttr, ListOfAxisRefListsAttr } from '../attrs/axis-ref-list-attr.ts';
import { isOrderedForCheck } from './axis-list-check.ts';
import {
  axisListsProblem,
  type CollectiveLike,
  type CollectiveSides,
  verifyCollective,
} from './verify-collective.ts';
import { axisLists, removalProblem } from './verify-gather-and-slice.ts';

/** Checks that the axes move from the ends of the operand's dimensions to the result's unreduced axes. */
export function verifyShardedToUnreduced(
  op: CollectiveLike & { readonly axes: ListOfAxisRefListsAttr },
  report: OpReport,
): boolean {
  const sides = verifyCollective(op, report);
  if (sides === null) return false;
  const lists = axisLists(op.axes);
  const problem = sumProblem(sides) ?? removalProblem(sides, lists, 'shard-to-unreduce');
  if (problem !== null) return report.opError(problem);
  const { input, output, mesh } = sides;
  const expected = sortAndMergeInMesh([...input.unreducedAxes, ...lists.flat()], mesh);
  return (
    areAxisListsEqual(expected, output.unreducedAxes) ||
    report.opError('out_unreduced_axes should be in_unreduced_axes + sharded_to_unreduced_axes')
  );
}

/**
 * Checks that the result's sharding is the operand's with the axes, which split no dimension, among the unreduced ones.
 */
export function verifyReplicatedToUnreduced(
  op: CollectiveLike & { readonly axes: AxisRefListAttr },
  report: OpReport,
): boolean {
  const sides = verifyCollective(op, report);
  if (sides === null) return false;
  const problem = sumProblem(sides) ?? replicatedProblem(sides, op.axes);
  return problem === null || report.opError(problem);
}

function sumProblem({ output }: CollectiveSides): string | null {
  return output.reductionOp === 'sum' ? null : 'out_sharding reduction_op must be SUM';
}

function replicatedProblem(
  { input, output, mesh }: CollectiveSides,
  { value: axes }: AxisRefListAttr,
): string | null {
  if (!haveSameDimAxes(input.dims, output.dims))
    return 'input and output must share the same dimension shardings';
  if (axes.length === 0) return 'r2u axes must not be empty';
  if (!isOrderedForCheck(axes, mesh)) return 'r2u axes are not ordered w.r.t. mesh';
  const problem = axisListsProblem([axes], mesh);
  if (problem !== null) return problem;
  for (const axis of axes) {
    if (overlapsAxisList(axis, axesInDims(input))) {
      return `r2u axis ${axis.text} overlaps with operand dimension sharding`;
    }
    if (overlapsAxisList(axis, input.unreducedAxes)) {
      return `r2u axis ${axis.text} overlaps with operand unreduced axes`;
    }
  }
  const expected = sortAndMergeInMesh([...input.unreducedAxes, ...axes], mesh);
  return areAxisListsEqual(expected, output.unreducedAxes)
    ? null
    : 'out_unreduced_axes should be in_unreduced_axes + r2u_axes';
}
