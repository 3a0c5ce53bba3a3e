import type { Machine } from '@shardform/cost-model';
import type {
  Plan,
  PlanExplanation,
  PlanFormatName,
  PlannedProgram,
  PlanSpecs,
  StagedProgram,
} from '@shardform/passes-planning';

import type { PlanCode } from './explained-plan.ts';
import { meshText } from './mesh-shapes.ts';
import type { MeshedProgram } from './plan-meshes.ts';
import type { Pipelines } from './plan-stages.ts';
import type { VerifiedPlans } from './verified-plans.ts';

/** The plan for one mesh. */
export interface MeshPlan {
  readonly program: MeshedProgram;
  readonly plan: Plan;
  readonly machine: Machine;
}

/** What planning found. */
export interface PlanAnswer {
  /** The best plan, without stages or with them. */
  readonly best: MeshPlan | StagedProgram;
  /** Whether it never takes more memory than a device may hold. */
  readonly fits: boolean;
  /** `null` where no pipelines were looked for. */
  readonly pipelines: Pipelines | null;
  readonly tried: readonly MeshPlan[];
  /** Bytes that a device may hold; `null` for any number. */
  readonly memory: number | null;
  /** That was written. */
  readonly file: string | null;
  /** Whether plans that take less memory were asked for. */
  readonly smaller: boolean;
  /** `null` where it was not asked for. */
  readonly explanation: PlanExplanation | null;
  /** The file of Python that was written; `null` where none was asked for. */
  readonly jax: string | null;
  /** The plan in the words of a JAX program; `null` for a pipeline, and for a plan that XLA would not partition. */
  readonly specs: PlanSpecs | null;
  /** The plan as Python for each library; none for a pipeline, and for arguments without names. */
  readonly code: readonly PlanCode[];
  /** The libraries of which the code is printed. */
  readonly libraries: readonly PlanFormatName[];
  /** Plans as XLA has compiled them; `null` where nobody asked. */
  readonly verified: VerifiedPlans | null;
  /** Whether the source is to be shown as it would be changed. */
  readonly diff: boolean;
  /** Whether arguments of the program have shardings, which the plan keeps. */
  readonly keepsShardings: boolean;
  /** Whether the plan alone is printed. */
  readonly isBrief: boolean;
  /** Why roles that were given may be wrong. */
  readonly warnings: readonly string[];
}

/** A program that was simulated, with its mesh, which is that of each stage for a pipeline. */
export interface TriedProgram {
  readonly mesh: string;
  readonly own: PlannedProgram | StagedProgram;
}

/** Whether a program is a pipeline. */
export function isStaged(own: MeshPlan | PlannedProgram | StagedProgram): own is StagedProgram {
  return 'shape' in own;
}

/** All that were simulated, the fastest first. */
export function triedPrograms({ tried, pipelines }: Pick<PlanAnswer, 'tried' | 'pipelines'>): TriedProgram[] {
  const planned = tried.flatMap(({ plan, program }) =>
    plan.tried.map((own): TriedProgram => ({ mesh: meshText(program.mesh.mesh), own })),
  );
  const staged = (pipelines?.found ?? []).map((own): TriedProgram => ({
    mesh: meshText(own.shape.mesh),
    own,
  }));
  return [...planned, ...staged].sort((a, b) => secondsOf(a.own) - secondsOf(b.own));
}

/** The program that a plan is, as it was simulated. */
export function simulatedBest(best: MeshPlan | StagedProgram): TriedProgram {
  if (isStaged(best)) return { mesh: meshText(best.shape.mesh), own: best };
  return { mesh: meshText(best.program.mesh.mesh), own: best.plan.best };
}

/** `4 stages, 16 microbatches, 1f1b`. */
export function shapeText({ shape: { stages, chunks, microbatches, schedule } }: StagedProgram): string {
  const own = chunks === 1 ? `${stages} stages` : `${stages} times ${chunks} stages`;
  return `${own}, ${microbatches} microbatches, ${schedule}`;
}

/** Of one step. */
export function secondsOf({ facts }: Pick<PlannedProgram, 'facts'>): number {
  return facts.time?.seconds ?? Infinity;
}

/** Bytes that a device holds at most. */
export function peakOf({ facts }: Pick<PlannedProgram, 'facts'>): number {
  return facts.memory?.bytes ?? Infinity;
}
