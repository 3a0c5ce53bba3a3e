import { pythonDocumentation } from '@shardform/ir-core';
import type { PlanSpecs, SpecConstraint } from '../plan-specs.ts';
import { equinoxFormat } from './equinox.ts';
import { kerasFormat } from './keras.ts';
import { linenFormat } from './linen.ts';
import { namedShardingFormat } from './named-sharding.ts';
import { nnxFormat } from './nnx.ts';
import type { PlanFormat } from './plan-format.ts';
import { rulesText } from './rules-text.ts';

const FORMATS = {
  jax: namedShardingFormat,
  linen: linenFormat,
  nnx: nnxFormat,
  equinox: equinoxFormat,
  keras: kerasFormat,
} as const satisfies Record<string, PlanFormat>;

/** The name of a library in whose terms {@link planCode} writes a plan. */
export type PlanFormatName = keyof typeof FORMATS;

/** The names of all formats. */
export const PLAN_FORMATS = Object.keys(FORMATS) as readonly PlanFormatName[];

/**
 * Returns Python that gives the arguments of a step their shardings in the terms of a library. It depends on jax and the library alone.
 *
 * @param notes lines about the plan.
 */
export function planCode(specs: PlanSpecs, name: PlanFormatName, notes: readonly string[]): string {
  const { imports, usage, body }: PlanFormat = FORMATS[name];
  const functions = body(specs);
  return [
    pythonDocumentation([...notes, '', ...usage(specs), ...constraintNotes(specs.constraints), '']),
    'import re',
    '',
    ...imports.filter((line) => line.startsWith('import')),
    'import jax',
    ...imports.filter((line) => !line.startsWith('import')),
    'from jax.sharding import AxisType, NamedSharding, PartitionSpec as P',
    '',
    ...rulesText(specs),
    ...(functions.length === 0 ? [] : ['', '', ...functions]),
    '',
  ].join('\n');
}

function constraintNotes(constraints: readonly SpecConstraint[]): string[] {
  if (constraints.length === 0) return [];
  return [
    '',
    'Values inside the step are constrained by jax.lax.with_sharding_constraint, under jax.set_mesh(mesh):',
    '',
    ...constraints.map(
      ({ place: { file, line }, kind, shape, spec }) =>
        `    ${file}:${line}, ${kind} of ${shape.join('x')}: ${spec}`,
    ),
  ];
}
