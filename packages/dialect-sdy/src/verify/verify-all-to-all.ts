import type { OpReport } from '@shardform/ir-core';
import type { AllToAllParamAttr, AllToAllParamListAttr } from '../attrs/all-to-all-param-attr.ts';
import {
  axisListsProblem,
  type CollectiveLike,
  type CollectiveSides,
  expectedAxesProblem,
  verifyCollective,
  withoutAxesAtEnd,
} from './verify-collective.ts';
import { withAxesAtEnd } from '../algebra/axis-list.ts';

/**
 * Checks that the result's sharding is the operand's with the axes of each parameter moved from one dimension to
 * another.
 */
export function verifyAllToAll(
  op: CollectiveLike & { readonly params: AllToAllParamListAttr },
  report: OpReport,
): boolean {
  const sides = verifyCollective(op, report);
  if (sides === null) return false;
  const { value: params } = op.params;
  const problem = paramsProblem(params, sides) ?? movesProblem(params, sides);
  return problem === null || report.opError(problem);
}

function paramsProblem(
  params: readonly AllToAllParamAttr[],
  { mesh, output }: CollectiveSides,
): string | null {
  if (params.length === 0) return 'parameter list is empty';
  const problem = axisListsProblem(
    params.map(({ axes }) => axes),
    mesh,
  );
  if (problem !== null) return problem;
  const { rank } = output;
  const seen = new Set<number>();
  for (const { srcDim: sourceDim, tgtDim: targetDim } of params) {
    if (sourceDim < 0 || sourceDim >= rank)
      return `source dimension ${sourceDim} is out of range [0, ${rank})`;
    if (targetDim < 0 || targetDim >= rank)
      return `target dimension ${targetDim} is out of range [0, ${rank})`;
    for (const dim of [sourceDim, targetDim]) {
      if (seen.has(dim)) return `overlapping source/target dimensions in all-to-all params: ${dim}`;
      seen.add(dim);
    }
  }
  for (let i = 1; i < params.length; i++) {
    const [before, after] = [params[i - 1]!.srcDim, params[i]!.srcDim];
    if (before > after) {
      return `source dimensions are not sorted in ascending order: ${after} appears after ${before}`;
    }
  }
  return null;
}

function movesProblem(
  params: readonly AllToAllParamAttr[],
  { input, output, mesh }: CollectiveSides,
): string | null {
  const moved = new Set<number>();
  for (const { axes, srcDim: sourceDim, tgtDim: targetDim } of params) {
    const rest = withoutAxesAtEnd(input.dims[sourceDim]!.axes, axes, mesh, sourceDim, 'all-to-all');
    if (typeof rest === 'string') return rest;
    const target = withAxesAtEnd(input.dims[targetDim]!.axes, axes, mesh);
    const problem =
      expectedAxesProblem(rest, output.dims[sourceDim]!.axes, sourceDim) ??
      expectedAxesProblem(target, output.dims[targetDim]!.axes, targetDim);
    if (problem !== null) return problem;
    moved.add(sourceDim).add(targetDim);
  }
  for (const [d, { axes }] of input.dims.entries()) {
    if (moved.has(d)) continue;
    const problem = expectedAxesProblem(axes, output.dims[d]!.axes, d);
    if (problem !== null) return problem;
  }
  return null;
}
