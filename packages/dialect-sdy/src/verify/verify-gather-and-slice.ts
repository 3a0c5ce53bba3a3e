import type { OpReport } from '@shardform/ir-core';
import { type AxisList, withAxesAtEnd } from '../algebra/axis-list.ts';
import type { ListOfAxisRefListsAttr } from '../attrs/axis-ref-list-attr.ts';
import {
  axisListsProblem,
  type CollectiveLike,
  type CollectiveSides,
  expectedAxesProblem,
  verifyCollective,
  withoutAxesAtEnd,
} from './verify-collective.ts';

/** Checks that the gathered axes end the operand's dimensions, and that the result's sharding lacks them. */
export function verifyAllGather(
  op: CollectiveLike & { readonly gatheringAxes: ListOfAxisRefListsAttr },
  report: OpReport,
): boolean {
  const sides = verifyCollective(op, report);
  if (sides === null) return false;
  const problem = removalProblem(sides, axisLists(op.gatheringAxes), 'gathering');
  return problem === null || report.opError(problem);
}

/** Checks that the sliced axes end the result's dimensions, and that the operand's sharding lacks them. */
export function verifyAllSlice(
  op: CollectiveLike & { readonly slicingAxes: ListOfAxisRefListsAttr },
  report: OpReport,
): boolean {
  const sides = verifyCollective(op, report, { missingInput: true });
  if (sides === null) return false;
  const problem = additionProblem(sides, axisLists(op.slicingAxes));
  return problem === null || report.opError(problem);
}

/** Returns the plain lists of an attribute. */
export function axisLists({ value: lists }: ListOfAxisRefListsAttr): AxisList[] {
  return lists.map(({ value: axes }) => axes);
}

/** Checks an operation that takes axes off the ends of dimensions. */
export function removalProblem(
  { input, output, mesh }: CollectiveSides,
  lists: readonly AxisList[],
  verb: string,
): string | null {
  const problem = listsProblem(lists, output.rank, mesh);
  if (problem !== null) return problem;
  for (const [d, { axes }] of input.dims.entries()) {
    const expected = withoutAxesAtEnd(axes, lists[d]!, mesh, d, verb);
    if (typeof expected === 'string') return expected;
    const mismatch = expectedAxesProblem(expected, output.dims[d]!.axes, d);
    if (mismatch !== null) return mismatch;
  }
  return null;
}

/** Checks an operation that puts axes at the ends of dimensions. */
export function additionProblem(
  { input, output, mesh }: CollectiveSides,
  lists: readonly AxisList[],
): string | null {
  const problem = listsProblem(lists, output.rank, mesh);
  if (problem !== null) return problem;
  for (const [d, { axes }] of input.dims.entries()) {
    const mismatch = expectedAxesProblem(withAxesAtEnd(axes, lists[d]!, mesh), output.dims[d]!.axes, d);
    if (mismatch !== null) return mismatch;
  }
  return null;
}

function listsProblem(
  lists: readonly AxisList[],
  rank: number,
  mesh: CollectiveSides['mesh'],
): string | null {
  const problem = axisListsProblem(lists, mesh);
  if (problem !== null) return problem;
  return lists.length === rank
    ? null
    : `result sharding has rank ${rank} but collective axes has rank ${lists.length}`;
}
