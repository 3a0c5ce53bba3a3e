import { basename } from 'node:path';
import { locationOf, type NamedValues, operationKind, tagOperations } from '@shardform/inspect';
import { explainPlan, type PlanExplanation, planSpecs, pythonFile } from '@shardform/passes-planning';
import { bytesText, type Value } from '@shardform/ir-core';
import { secondsText } from '@shardform/study';
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

/** Returns the Python file that applies a plan. */
export function pythonOfPlan({ plan }: MeshPlan, file: string): string {
  const { time, memory } = plan.best.facts;
  return pythonFile(planSpecs(plan.best, plan.program), [
    `The plan of ${file}, made by shardform: ${secondsText(time?.seconds ?? 0)} a step, simulated, ` +
      `with at most ${bytesText(memory?.bytes ?? 0)} on a device.`,
  ]);
}
