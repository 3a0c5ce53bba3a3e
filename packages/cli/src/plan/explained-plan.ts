import { basename } from 'node:path';
import { locationOf, type NamedValues, operationKind, tagOperations } from '@shardform/inspect';
import {
  explainPlan,
  PLAN_FORMATS,
  type Plan,
  planCode,
  type PlanExplanation,
  type PlanFormatName,
  type PlanSpecs,
} from '@shardform/passes-planning';
import { bytesText, type Value } from '@shardform/ir-core';
import { secondsText } from '@shardform/study';
import { UsageError } from '../tool-io.ts';
import type { MeshPlan } from './plan-answer.ts';
import type { MeshedProgram } from './plan-meshes.ts';

/** Operations that may be partitioned to find the decisions that matter: some seconds. */
const WORK = 60_000;

/** Gives the operations of a program unique locations, by which those of its plans are found. */
export function tagProgram({ loaded }: MeshedProgram): void {
  tagOperations(loaded.module);
  loaded.names.addCopiesOf(loaded.module);
}

/** Compares a plan with what else there is. @param others simulated for other meshes. */
export function explained(
  { program, plan }: MeshPlan,
  pareto: boolean,
  others: readonly MeshPlan[] = [],
): PlanExplanation {
  const { names } = program.loaded;
  return explainPlan(plan, {
    ...{ work: WORK, pareto, others: others.flatMap((own) => own.plan.tried) },
    nameOf: (value) => nameOf(value, names),
  });
}

/** `x`, or `%4 dot_general at step.py:12`. */
function nameOf(value: Value, names: NamedValues): string {
  const { definingOp } = value;
  const name = names.describe(value);
  if (definingOp === null) return name;
  const place = locationOf(definingOp);
  return `${name} ${operationKind(definingOp)}${place === null ? '' : ` at ${basename(place)}`}`;
}

/**
 * Returns the shardings of a plan as Python for each library; none for a program whose arguments have no names.
 *
 * @param asked the libraries that somebody asks for.
 * @param notes lines about the plan.
 * @throws UsageError for arguments without names where somebody asks.
 */
export function codeOfPlan(
  specs: PlanSpecs,
  asked: readonly PlanFormatName[],
  notes: readonly string[],
): readonly PlanCode[] {
  const unnamed = specs.argumentPaths.findIndex((path) => path.length === 0);
  if (unnamed < 0) return PLAN_FORMATS.map((format) => ({ format, text: planCode(specs, format, notes) }));
  if (asked.length === 0) return [];
  throw new UsageError(
    `'--specs': argument ${unnamed} has no name, by which a library would find it: lower the step by as_text(debug_info=True)`,
  );
}

/** A plan as Python for a library. */
export interface PlanCode {
  readonly format: PlanFormatName;
  readonly text: string;
}

/** Returns lines about a plan for the files that apply it. @param file of the program. */
export function planNotes({ best }: Plan, file: string): string[] {
  const { time, memory } = best.facts;
  const name = file === '-' ? 'standard input' : file;
  return [
    `The plan of ${name}, made by shardform: ${secondsText(time?.seconds ?? 0)} a step, simulated, ` +
      `with at most ${bytesText(memory?.bytes ?? 0)} on a device.`,
  ];
}
