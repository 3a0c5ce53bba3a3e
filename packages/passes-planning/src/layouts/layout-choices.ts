import type { Context } from '@shardform/ir-core';
import type { ProgramOnMesh } from '../plan/program-on-mesh.ts';
import { batchDimensions } from './batch-dimensions.ts';
import { type KnownLayout, knownLayouts } from './known-layouts.ts';
import { programRoles } from './program-roles.ts';
import type { StrategyName } from './strategies.ts';
import type { RestrictedPlanning } from './restricted-planning.ts';

/** A layout that people use, with the choices that comply with it and cost least, by class. */
export interface LayoutChoices extends Pick<KnownLayout, 'name' | 'context'> {
  readonly choices: readonly number[];
}

/**
 * Makes the known layouts that a program can have, one after the other. What a layout doesn't say is chosen so that the
 * step takes the least time.
 *
 * @throws Interrupted
 */
export function* layoutChoices(
  planning: RestrictedPlanning,
  { mesh, ties, roles: given }: Pick<ProgramOnMesh, 'mesh' | 'ties' | 'roles'>,
  context: Context,
  strategy?: StrategyName,
): Generator<LayoutChoices> {
  const { func } = planning.problem;
  const roles = programRoles(func, ties, given);
  const batchOf = batchDimensions(func, roles.data, context);
  for (const { name, restriction, context: sequence } of knownLayouts(
    roles,
    batchOf,
    mesh.mesh,
    strategy === 'cp',
  )) {
    const choices = planning.solve(restriction);
    if (choices !== null) yield { name, choices, context: sequence };
  }
}
