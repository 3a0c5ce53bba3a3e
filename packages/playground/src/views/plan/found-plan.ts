import { programEntry } from '@shardform/dialect-func';
import { programMesh } from '@shardform/dialect-sdy';
import { chipOf, type ShardingChip } from '@shardform/study';
import type { Session } from '../../compiler/session.ts';
import type { SolvedPlan } from './plan-session.ts';

/** The plan that was found, in numbers. */
export interface FoundPlan {
  readonly cost: PlanCost;
  readonly fits: boolean;
  /** The program as it is written; `null` where that was not simulated, or has no mesh. */
  readonly written: PlanCost | null;
  /** How far the choices may be from the best ones of the model; `null` where the model does not say. */
  readonly gap: number | null;
  /** The known layout that it is, or that it began with; `null` for another one. */
  readonly layout: string | null;
  readonly axes: readonly (readonly [string, number])[];
  readonly args: readonly PlannedArgument[];
  /** All that were simulated. */
  readonly tried: readonly PlanCost[];
}

/** What a step costs. */
export interface PlanCost {
  readonly seconds: number;
  /** Bytes that a device holds at most. */
  readonly peakBytes: number;
  /** That each device sends. */
  readonly bytes: number;
}

/** An argument with its sharding. */
export interface PlannedArgument {
  readonly name: string;
  /** As the program's text calls it; `null` for none. */
  readonly reference: string | null;
  readonly chip: ShardingChip | null;
}

/** The name of a plan whose arguments alone have shardings. */
function layoutText({ layout }: SolvedPlan['plan']['best']): string {
  return layout === null
    ? 'a layout of its own'
    : `${layout.name}${layout.isChanged ? ', some parameters otherwise' : ''}`;
}

type Facts = SolvedPlan['plan']['best']['facts'];

/** Returns what a step with these facts costs. */
export function costOf({ time, memory, sent }: Facts): PlanCost {
  return { seconds: time?.seconds ?? 0, peakBytes: memory?.bytes ?? 0, bytes: sent.bytes };
}

/** Tells a plan in numbers. */
export function foundPlan({ study, machine }: Session, { plan, program }: SolvedPlan): FoundPlan {
  const { best, fits, tried } = plan;
  const func = programEntry(best.module);
  const written = programMesh(study.module) === null ? null : study.measured(machine).facts;
  const { model } = best;
  return {
    cost: costOf(best.facts),
    fits,
    written: written?.time === null || written === null ? null : costOf(written),
    gap:
      model === null || best.argumentSplits !== null || model.seconds === 0
        ? null
        : Math.max(0, 1 - model.bound / model.seconds),
    layout: best.argumentSplits === null ? null : layoutText(best),
    axes: program.mesh.mesh.axes.map(({ name, size }) => [name, size]),
    args: (func?.entry.arguments ?? []).map((value) => ({
      name: study.names.describe(value),
      reference: study.names.reference(value),
      chip: chipOf(value, study.context),
    })),
    tried: tried.map(({ facts }) => costOf(facts)),
  };
}
