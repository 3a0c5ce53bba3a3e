import { type AxisList, areAxisListsEqual, axisListsOverlap, setSharding } from '@shardform/dialect-sdy';
import type { Operation, OpResult } from '@shardform/ir-core';
import { insertReshardAfter } from './apply-factor-axes.ts';
import { axesOf } from './common-axes.ts';
import { projectedSharding, type ReshardEnvironment, type ReshardSite } from './reshard-site.ts';

const LHS = 0;
const RHS = 1;
const RESULT = 2;

/**
 * Without a full choice of reshards: a product whose result is split along the contracted axes where an operand is
 * split along others is computed as the operand is split, and resharded after the sum.
 */
export function reshardMinimalDot(site: ReshardSite, environment: ReshardEnvironment): void {
  const conflict = conflictingFactor(site);
  if (conflict === null) return;
  const { projection, tensors } = site;
  const { value, sharding } = tensors[RESULT]!;
  const factors = projection.tensors[RESULT]!.factors;
  factors[conflict.factor] = { ...factors[conflict.factor]!, axes: conflict.axes };
  setSharding(value, projectedSharding(site, RESULT), environment.context);
  // The third tensor of a product is its result, which has a sharding when a factor of it conflicts.
  insertReshardAfter(value as OpResult, sharding!);
}

function conflictingFactor(site: ReshardSite): { readonly factor: number; readonly axes: AxisList } | null {
  const { rule, tensors } = site;
  const [lhs, rhs, result] = tensors;
  if (lhs === undefined || rhs === undefined || result === undefined || result.sharding === null) return null;
  const contracted: number[] = [];
  const kept: { readonly factor: number; readonly side: number }[] = [];
  for (let factor = 0; factor < rule.factorCount; factor++) {
    const [inLhs, inRhs] = [lhs.mapping.hasFactor(factor), rhs.mapping.hasFactor(factor)];
    if (inLhs && inRhs && !areAxisListsEqual(axesOf(site, LHS, factor), axesOf(site, RHS, factor)))
      return null;
    if (!result.mapping.hasFactor(factor)) contracted.push(factor);
    else kept.push({ factor, side: inLhs ? LHS : RHS });
  }
  const own = (side: number, other: number): AxisList =>
    kept.flatMap(({ factor }) =>
      tensors[side]!.mapping.hasFactor(factor) && !tensors[other]!.mapping.hasFactor(factor)
        ? axesOf(site, side, factor)
        : [],
    );
  if (axisListsOverlap(own(LHS, RHS), own(RHS, LHS))) return null;
  const conflicts = kept.filter(
    ({ factor, side }) => !areAxisListsEqual(axesOf(site, side, factor), axesOf(site, RESULT, factor)),
  );
  const [conflict] = conflicts;
  if (conflicts.length !== 1 || conflict === undefined) return null;
  const { factor, side } = conflict;
  const axes = axesOf(site, side, factor);
  if (axes.length === 0) return null;
  const sizes = [lhs, rhs]
    .filter(({ mapping }) => mapping.hasFactor(factor))
    .map(({ elementCount }) => elementCount);
  if (result.elementCount > Math.max(...sizes)) return null;
  const contractedAxes = contracted.flatMap((index) => axesOf(site, LHS, index));
  if (contractedAxes.length === 0) return null;
  return areAxisListsEqual(axesOf(site, RESULT, factor), contractedAxes) ? { factor, axes } : null;
}

/** Returns whether an operation multiplies matrices: `stablehlo.dot` or `stablehlo.dot_general`. */
export function isDot({ name }: Operation): boolean {
  return name === 'stablehlo.dot_general' || name === 'stablehlo.dot';
}
