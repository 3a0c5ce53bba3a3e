import type { Context } from '@shardform/ir-core';
import { batchDimensions } from './batch-dimensions.ts';
import { knownLayouts } from './known-layouts.ts';
import { type ExtraCost, extraCosts } from './layout-costs.ts';
import { programRoles } from './program-roles.ts';
import type { MeasuredProgram, RestrictedOptions, RestrictedPlanning } from './restricted-planning.ts';

/** A layout that people use, simulated. */
export interface ComparedLayout {
  readonly name: string;
  readonly measured: MeasuredProgram;
  /** What it spends more than the plan, and less, the dearest first. */
  readonly costs: readonly ExtraCost[];
}

/**
 * Returns the known layouts that a program can have, the fastest first. What a layout doesn't say is chosen so that the step
 * takes the least time.
 *
 * @param plan that they are compared with.
 * @param most so many are simulated.
 * @throws Interrupted
 */
export function compareLayouts(
  planning: RestrictedPlanning,
  plan: MeasuredProgram,
  options: RestrictedOptions,
  context: Context,
  most = Infinity,
): ComparedLayout[] {
  const found: ComparedLayout[] = [];
  for (const { name, choices } of layoutChoices(planning, options, context)) {
    if (found.length >= most) break;
    const measured = planning.measure(choices);
    if (measured !== null) found.push({ name, measured, costs: extraCosts(measured, plan) });
  }
  return found.sort((a, b) => secondsOf(a.measured) - secondsOf(b.measured));
}

/** A layout that people use, with the choices that comply with it and cost least, by class. */
export interface LayoutChoices {
  readonly name: string;
  readonly choices: readonly number[];
}

/** Makes the known layouts that a program can have, one after the other. @throws Interrupted */
export function* layoutChoices(
  planning: RestrictedPlanning,
  { mesh, ties }: RestrictedOptions,
  context: Context,
): Generator<LayoutChoices> {
  const { func } = planning.problem;
  const roles = programRoles(func, ties);
  const batchOf = batchDimensions(func, roles.data, context);
  for (const { name, restriction } of knownLayouts(roles, batchOf, mesh.mesh)) {
    const choices = planning.solve(restriction);
    if (choices !== null) yield { name, choices };
  }
}

/** Of one step. */
export function secondsOf({ facts }: Pick<MeasuredProgram, 'facts'>): number {
  return facts.time?.seconds ?? Infinity;
}
