import { planSpecs, pythonFile } from '@shardform/passes-planning';
import type { Session } from '../../compiler/session.ts';
import type { SolvedPlan } from './plan-session.ts';

/** Python that applies a plan. */
export interface PlanPython {
  readonly python: string;
  /** How many constraints it has beside the shardings of arguments. */
  readonly constraints: number;
}

/** Returns the Python that applies a plan to a JAX function; `null` for a plan that XLA is not going to partition. */
export function pythonOf({ input }: Session, { plan, program }: SolvedPlan): PlanPython | null {
  if (program.partitioner !== 'xla') return null;
  const specs = planSpecs(plan.best, program);
  const python = pythonFile(specs, [
    `The plan of ${input.name} on ${program.machine.name}, made by shardform.`,
  ]);
  return { python, constraints: specs.constraints.length };
}
