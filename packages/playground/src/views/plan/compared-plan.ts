import { type ExtraCost, explainPlan } from '@shardform/passes-planning';
import { chipOfSharding, type ShardingChip } from '@shardform/study';
import type { Session } from '../../compiler/session.ts';
import { costOf, type PlanCost } from './found-plan.ts';
import { type SolvedPlan, WORK } from './plan-session.ts';

/** What a plan is compared with. */
export interface PlanComparison {
  /** The fastest first. */
  readonly layouts: readonly ListedLayout[];
  /** Those that cost most to change first. */
  readonly decisions: readonly ListedDecision[];
  /** Nothing that was simulated is both faster and smaller. */
  readonly pareto: readonly PlanCost[];
  readonly isPartial: boolean;
}

/** A known layout with what it costs. */
export interface ListedLayout {
  readonly name: string;
  readonly cost: PlanCost;
  readonly costs: readonly ExtraCost[];
}

/** A decision of the plan, and its second best. */
export interface ListedDecision {
  readonly name: string;
  /** As the program's text calls the value; `null` for none. */
  readonly reference: string | null;
  readonly others: number;
  readonly chosen: ShardingChip;
  readonly second: ShardingChip;
  /** Seconds more with the second best. */
  readonly seconds: number;
  /** Bytes more that a device holds with it. */
  readonly peakBytes: number;
  readonly costs: readonly ExtraCost[];
}

/** Compares a plan with known layouts, the second best of its decisions, and plans of less memory. */
export function planComparison({ study }: Session, { plan }: SolvedPlan): PlanComparison {
  const found = explainPlan(plan, {
    ...{ work: WORK, pareto: true },
    nameOf: (value) => study.names.describe(value),
  });
  const own = costOf(found.plan.facts);
  return {
    layouts: found.layouts.map(({ name, measured, costs }) => ({
      name,
      cost: costOf(measured.facts),
      costs,
    })),
    decisions: found.decisions.map(({ name, value, others, chosen, second, price, measured, costs }) => ({
      ...{ name, others, seconds: price, costs },
      reference: value === null ? null : study.names.reference(value),
      chosen: chipOfSharding(chosen),
      second: chipOfSharding(second),
      peakBytes: costOf(measured.facts).peakBytes - own.peakBytes,
    })),
    pareto: found.pareto.map(({ facts }) => costOf(facts)),
    isPartial: found.isPartial,
  };
}
