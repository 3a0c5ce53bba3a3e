import { programMesh, type TensorShardingAttr } from '@shardform/dialect-sdy';
import { type Context, Interrupted, type ModuleOp, type Value } from '@shardform/ir-core';
import { type ComparedLayout, compareLayouts } from '../layouts/compare-layouts.ts';
import {
  type MeasuredProgram,
  measureProgram,
  type RestrictedOptions,
  RestrictedPlanning,
} from '../layouts/restricted-planning.ts';
import type { Plan } from '../plan/make-plan.ts';
import type { Assumptions } from '../problem/priced-problem.ts';
import { type DimSplits, shardingOf } from '../problem/dim-splits.ts';
import { type Decision, decisionsOf } from './decisions.ts';
import { paretoOptimal, plansOfLessMemory } from './pareto.ts';
import { valueOf } from './value-of.ts';

/** What is asked about a plan. */
export interface ExplanationOptions extends RestrictedOptions {
  /** Operations that may be partitioned for trials: a program of many has fewer trials. */
  readonly work: number;
  /** Whether plans of less memory are looked for. */
  readonly pareto: boolean;
  readonly nameOf: (value: Value) => string;
}

/** A decision with names. */
export interface NamedDecision extends Omit<Decision, 'items' | 'chosen' | 'second'> {
  readonly name: string;
  /** Of the program that was planned; `null` for an operation without results. */
  readonly value: Value | null;
  /** So many other values are alike. */
  readonly others: number;
  readonly chosen: TensorShardingAttr;
  readonly second: TensorShardingAttr;
}

/** What a plan is compared with. */
export interface PlanExplanation {
  readonly plan: MeasuredProgram;
  /** The fastest first. */
  readonly layouts: readonly ComparedLayout[];
  /** Those that cost most to change first. */
  readonly decisions: readonly NamedDecision[];
  /** Nothing is both faster and smaller, the fastest first. */
  readonly pareto: readonly MeasuredProgram[];
  /** Whether it was told to stop, or the program is too large for all trials. */
  readonly isPartial: boolean;
}

/** So many decisions are looked at, and so many told. */
const [MOST_TRIED, MOST_TOLD] = [20, 10];

/** Where a plan is the program as it is written, it was made with none. */
const DEFAULT_ASSUMPTIONS: Assumptions = { exposed: { early: 1, between: 1, late: 1 } };

/**
 * Compares a plan with known layouts, and tells which of its decisions matter. What is found until the work is interrupted is
 * returned.
 *
 * @param plan of a program with unique locations.
 */
export function explainPlan(
  { best, problem }: Plan,
  context: Context,
  options: ExplanationOptions,
): PlanExplanation | null {
  const plan = measureProgram(best.module, context, options.machine);
  if (plan === null) return null;
  const assumptions = best.model?.assumptions ?? DEFAULT_ASSUMPTIONS;
  const mayTry = Math.floor(options.work / countOf(best.module));
  const found: { -readonly [K in keyof PlanExplanation]: PlanExplanation[K] } = {
    ...{ plan, layouts: [], decisions: [], pareto: [plan] },
    isPartial: mayTry < MOST_TRIED,
  };
  try {
    const planning = new RestrictedPlanning(problem, context, options, { exposed: assumptions.exposed });
    found.layouts = compareLayouts(planning, plan, options, context, mayTry);
    const choices = best.model?.choices;
    // The program as it is written has no decisions of a plan.
    const decisions =
      choices === undefined ? [] : decisionsOf(planning, plan, choices, Math.min(MOST_TRIED, mayTry));
    found.decisions = decisions.slice(0, MOST_TOLD).map((decision) => named(decision, best.module, options));
    const smaller = options.pareto ? plansOfLessMemory(problem, context, options, assumptions, plan) : [];
    found.pareto = paretoOptimal([
      plan,
      ...[...found.layouts, ...found.decisions].map(({ measured }) => measured),
      ...smaller,
    ]);
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    found.isPartial = true;
  }
  return found;
}

function countOf(module: ModuleOp): number {
  let count = 1;
  module.walk(() => {
    count++;
  });
  return count;
}

function named(
  { items, chosen, second, ...rest }: Decision,
  planned: ModuleOp,
  { nameOf, mesh }: ExplanationOptions,
): NamedDecision {
  const value = valueOf(items[0]!);
  const own = programMesh(planned)?.[1] ?? mesh.mesh;
  const sharding = (splits: DimSplits): TensorShardingAttr => shardingOf(splits, mesh.mesh, own);
  return {
    ...rest,
    name: value === null ? '' : nameOf(value),
    value,
    others: items.length - 1,
    chosen: sharding(chosen),
    second: sharding(second),
  };
}
