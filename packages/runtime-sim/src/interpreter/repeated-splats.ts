import type { Operation, Value } from '@shardform/ir-core';
import type { Step } from './region-plan.ts';

/**
 * Returns the constants that repeat one element and are made where they are used rather than where they stand, by their slot: chains
 * take the element as it is, and whatever else needs the tensor does not keep it until the last use.
 *
 * @param isSplat whether an operation is such a constant.
 * @param takesElement whether a step can take the element in place of the tensor.
 */
export function splatsMadeAtUses(
  steps: readonly Step[],
  isSplat: (op: Operation) => boolean,
  takesElement: (step: Step) => boolean,
): ReadonlyMap<number, Step> {
  const byOp = new Map(steps.map((step) => [step.op, step]));
  const splats = new Map<number, Step>();
  for (const step of steps) {
    if (
      step.results.length === 1 &&
      isSplat(step.op) &&
      isUsedBySteps(step.op.results[0], byOp, takesElement)
    )
      splats.set(step.results[0], step);
  }
  return splats;
}

/** Returns whether steps alone use a value, of which at most one needs the whole tensor. */
function isUsedBySteps(
  value: Value,
  steps: ReadonlyMap<Operation, Step>,
  takesElement: (step: Step) => boolean,
): boolean {
  let whole = 0;
  for (const user of value.users()) {
    const step = steps.get(user);
    if (step === undefined) return false;
    if (!takesElement(step)) whole += 1;
  }
  return whole <= 1;
}

/** A step behind those that make the constants it uses, which are dead after it. */
export function withSplats(step: Step, splats: ReadonlyMap<number, Step>): readonly Step[] {
  const own = [...new Set(step.operands)].filter((place) => splats.has(place));
  if (own.length === 0) return [step];
  const dying = [...new Set([...step.dying, ...own])];
  return [...own.map((place) => ({ ...splats.get(place)!, dying: [] })), { ...step, dying }];
}
