import { programEntry } from '@shardform/dialect-func';
import { AnnotatedProgram, fewestConstraints, pythonFile } from '@shardform/passes-planning';
import type { Session } from '../../compiler/session.ts';
import { type SolvedPlan, WORK } from './plan-session.ts';

/** Python that applies a plan, and whether it reproduces the plan's collectives. */
export interface PlanPython {
  readonly python: string;
  readonly isExact: boolean;
}

/** Returns the Python that applies a plan to a JAX function. */
export function pythonOf({ study, input }: Session, { plan, program }: SolvedPlan): PlanPython {
  const { planned } = plan.best;
  const func = programEntry(planned);
  if (func === null) return { python: '', isExact: false };
  let operations = 1;
  planned.walk(() => {
    operations++;
  });
  const annotated = new AnnotatedProgram(program.module, planned, study.context);
  const found = fewestConstraints(annotated, planned, study.context, Math.floor(WORK / operations));
  const python = pythonFile({
    ...{ func, mesh: program.mesh.mesh, constraints: found.values },
    notes: [`The plan of ${input.name} on ${program.machine.name}, made by shardform.`],
  });
  return { python, isExact: found.isExact };
}
