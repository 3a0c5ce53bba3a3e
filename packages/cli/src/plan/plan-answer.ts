import type { Constraints, Plan, PlanExplanation, PlannedProgram } from '@shardform/passes-planning';
import type { Machine } from '@shardform/runtime-dist';
import { meshText } from './mesh-shapes.ts';
import type { MeshedProgram } from './plan-meshes.ts';

/** The plan for one mesh. */
export interface MeshPlan {
  readonly program: MeshedProgram;
  readonly plan: Plan;
  readonly machine: Machine;
}

/** What planning found. */
export interface PlanAnswer {
  readonly best: MeshPlan;
  readonly tried: readonly MeshPlan[];
  /** Bytes that a device may hold; `null` for any number. */
  readonly memory: number | null;
  /** That was written. */
  readonly file: string | null;
  /** Whether plans that take less memory were asked for. */
  readonly smaller: boolean;
  /** `null` where it was not asked for. */
  readonly explanation: PlanExplanation | null;
  /** `null` where no Python was asked for. */
  readonly jax: WrittenPython | null;
}

/** Python that was written, with what it constrains. */
export interface WrittenPython extends Constraints {
  readonly file: string;
}

/** A program that was simulated, with its mesh. */
export interface TriedProgram {
  readonly mesh: string;
  readonly own: PlannedProgram;
}

/** All that were simulated, the fastest first. */
export function triedPrograms(tried: readonly MeshPlan[]): TriedProgram[] {
  return tried
    .flatMap(({ plan, program }) => plan.tried.map((own) => ({ mesh: meshText(program.mesh.mesh), own })))
    .sort((a, b) => secondsOf(a.own) - secondsOf(b.own));
}

/** Of one step. */
export function secondsOf({ facts }: Pick<PlannedProgram, 'facts'>): number {
  return facts.time?.seconds ?? Infinity;
}

/** Bytes that a device holds at most. */
export function peakOf({ facts }: Pick<PlannedProgram, 'facts'>): number {
  return facts.memory?.bytes ?? Infinity;
}
