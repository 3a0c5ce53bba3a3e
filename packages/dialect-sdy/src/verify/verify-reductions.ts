import type { OpReport } from '@shardform/ir-core';
import { axesInDims, overlapsAxisList } from '../algebra/axis-list.ts';
import { areShardingsEquivalent } from '../algebra/tensor-sharding.ts';
import type { AxisRefListAttr, ListOfAxisRefListsAttr } from '../attrs/axis-ref-list-attr.ts';
import type { ReductionOp } from '../attrs/reduction-op.ts';
import { isOrderedForCheck } from './axis-list-check.ts';
import { unreducedTransitionProblem } from './unreduced-transition.ts';
import {
  axisListsProblem,
  type CollectiveLike,
  type CollectiveSides,
  verifyCollective,
} from './verify-collective.ts';
import { additionProblem, axisLists } from './verify-gather-and-slice.ts';

interface Reduction extends CollectiveLike {
  readonly reduction: ReductionOp;
}

/** Checks that operand and result have equivalent shardings, and that the reduced axes split neither of them. */
export function verifyAllReduce(
  op: Reduction & { readonly reductionAxes: AxisRefListAttr },
  report: OpReport,
): boolean {
  const sides = verifyCollective(op, report, { missingInput: true });
  if (sides === null) return false;
  const problem = reductionAxesProblem(sides, op.reductionAxes) ?? transitionProblem(op, sides);
  return problem === null || report.opError(problem);
}

/** Checks that the result's sharding is the operand's with the reduced axes at the ends of dimensions. */
export function verifyReduceScatter(
  op: Reduction & { readonly reduceScatterAxes: ListOfAxisRefListsAttr },
  report: OpReport,
): boolean {
  const sides = verifyCollective(op, report, { missingInput: true });
  if (sides === null) return false;
  const problem = transitionProblem(op, sides) ?? additionProblem(sides, axisLists(op.reduceScatterAxes));
  return problem === null || report.opError(problem);
}

function reductionAxesProblem(
  { input, givenInput, output, mesh }: CollectiveSides,
  { value: axes }: AxisRefListAttr,
): string | null {
  if (!areShardingsEquivalent(givenInput, output, true))
    return 'operand and result shardings are not equivalent';
  if (!isOrderedForCheck(axes, mesh)) return 'reduction axes are not ordered w.r.t. mesh';
  const problem = axisListsProblem([axes], mesh);
  if (problem !== null) return problem;
  const used = [...axesInDims(input), ...input.replicatedAxes];
  for (const axis of axes) {
    if (overlapsAxisList(axis, used)) {
      return `reduction axis ${axis.text} overlaps with operand dimension sharding or replicated axes`;
    }
    if (overlapsAxisList(axis, output.unreducedAxes)) {
      return `reduction axis ${axis.text} overlaps with result unreduced axes`;
    }
  }
  return null;
}

function transitionProblem(op: Reduction, { givenInput, output }: CollectiveSides): string | null {
  if (givenInput === null) return null;
  return unreducedTransitionProblem(
    { operands: [givenInput], results: [output], introducible: null, removable: op.reduction },
    op,
  );
}
