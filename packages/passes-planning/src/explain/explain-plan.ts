import { programMesh, type TensorShardingAttr } from '@shardform/dialect-sdy';
import { FuncOp } from '@shardform/dialect-func';
import { BlockArgument, Interrupted, type Value } from '@shardform/ir-core';
import { type ExtraCost, extraCosts } from '../layouts/layout-costs.ts';
import type { SolvedModel } from '../plan/candidate.ts';
import { firstOfEach } from '../plan/first-of-each.ts';
import type { Plan } from '../plan/make-plan.ts';
import type { MeshPlanning } from '../plan/mesh-planning.ts';
import type { PlannedMesh } from '../plan/apply-plan.ts';
import { type PlannedProgram, secondsOf } from '../plan/simulated-plans.ts';
import { type DimSplits, shardingOf } from '../problem/dim-splits.ts';
import { ALL_EXPOSED } from '../problem/priced-problem.ts';
import type { Alternative } from './alternatives.ts';
import { paretoOptimal, simulateSmaller } from './pareto.ts';
import { valueOf } from './value-of.ts';

/** What is asked about a plan. */
export interface ExplanationOptions {
  /** Operations that may be partitioned for trials: a program of many has fewer trials. */
  readonly work: number;
  /** Whether plans of less memory are looked for. */
  readonly pareto: boolean;
  readonly nameOf: (value: Value) => string;
  /** Programs that were simulated for other meshes. */
  readonly others?: readonly PlannedProgram[];
}

/** A layout that people use, simulated. */
export interface ComparedLayout {
  readonly name: string;
  readonly measured: PlannedProgram;
  /** What it spends more than the plan, and less, the dearest first. */
  readonly costs: readonly ExtraCost[];
}

/** What a plan chose for values that are alike, and what the best plan without that choice takes. */
export interface NamedDecision {
  readonly name: string;
  /** Of the program that was planned; `null` for an operation without results. */
  readonly value: Value | null;
  /** So many other values are alike. */
  readonly others: number;
  readonly chosen: TensorShardingAttr;
  readonly second: TensorShardingAttr;
  /** With the second choice, simulated. */
  readonly measured: PlannedProgram;
  /** Simulated seconds more than the plan's. */
  readonly price: number;
  readonly costs: readonly ExtraCost[];
}

/** What a plan is compared with. */
export interface PlanExplanation {
  readonly plan: PlannedProgram;
  /** The fastest first. */
  readonly layouts: readonly ComparedLayout[];
  /** Those that cost most to change first. */
  readonly decisions: readonly NamedDecision[];
  /** Of all that was simulated, nothing is both faster and smaller; the fastest first. */
  readonly pareto: readonly PlannedProgram[];
  /** Whether it was told to stop, or the program is too large for all trials. */
  readonly isPartial: boolean;
}

/** So many decisions are told. */
const MOST_TOLD = 10;

/**
 * Compares a plan with known layouts, and tells which of its decisions matter; the plan stays as it is. What is found until the
 * work is interrupted is returned.
 *
 * @param plan of a program with unique locations.
 */
export function explainPlan({ best, planning, tried }: Plan, options: ExplanationOptions): PlanExplanation {
  const found: { -readonly [K in keyof PlanExplanation]: PlanExplanation[K] } = {
    ...{ plan: best, layouts: [], decisions: [] },
    ...{ pareto: [best], isPartial: false },
  };
  try {
    const isPropagated = best.argumentSplits !== null;
    const model = planning.modelOf(best);
    const own = model ?? planning.search.modelUnder(ALL_EXPOSED);
    const layouts: ComparedLayout[] = [];
    const decisions: Priced[] = [];
    let left = options.work;
    const measure = (choices: readonly number[]): PlannedProgram | null => {
      left -= planning.operations;
      found.isPartial ||= left < 0;
      return left < 0 ? null : planning.simulateOther(choices, own);
    };
    const known = isPropagated
      ? propagatedLayouts(tried)
      : planning.layouts.map(({ name, choices }) => ({ name, measured: measure(choices) }));
    for (const { name, measured } of known)
      if (measured !== null) layouts.push({ name, measured, costs: extraCosts(measured, best) });
    found.layouts = layouts.sort((a, b) => secondsOf(a.measured) - secondsOf(b.measured));
    // The program as it is written has no decisions of a plan.
    const all = model === null ? [] : planning.alternativesTo(model);
    // What is inside is decided by propagation.
    const alternatives = isPropagated ? all.filter(isOfArguments) : all;
    for (const alternative of worthSimulating(alternatives, planning, own)) {
      const measured = isPropagated ? withSecond(alternative, best, planning) : measure(alternative.choices);
      if (measured !== null)
        decisions.push({ ...alternative, measured, price: secondsOf(measured) - secondsOf(best) });
    }
    found.decisions = decisions
      .sort((a, b) => b.price - a.price)
      .slice(0, MOST_TOLD)
      .map((decision) => named(decision, best, planning.program.mesh, options));
    if (options.pareto) simulateSmaller(planning, best);
    const simulated = [...tried, ...planning.plans.all, ...(options.others ?? [])];
    found.pareto = paretoOptimal([best, ...simulated.filter(({ module }) => module !== best.module)]);
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    found.isPartial = true;
  }
  return found;
}

/** The fastest program of each known layout. @param tried the fastest first. */
function propagatedLayouts(
  tried: readonly PlannedProgram[],
): { readonly name: string; readonly measured: PlannedProgram }[] {
  const known = tried.flatMap((own) =>
    own.model !== null && own.layout?.isChanged === false ? [{ name: own.layout.name, measured: own }] : [],
  );
  return firstOfEach(known, ({ name }) => name);
}

function isOfArguments({ items: [item] }: Alternative): boolean {
  return item instanceof BlockArgument && item.owner.parentOp instanceof FuncOp;
}

/** Simulates a plan with the second best way to split some arguments. */
function withSecond(
  { items, second }: Alternative,
  { argumentSplits, constraints }: PlannedProgram,
  { plans }: MeshPlanning,
): PlannedProgram | null {
  const changed = new Set(items.flatMap((item) => (item instanceof BlockArgument ? [item.index] : [])));
  const splits = argumentSplits!.map((own, index) => (changed.has(index) ? second : own));
  return plans.ofArguments(splits, constraints);
}

/** Of programs of many operations, only those are simulated that may be told: they are estimated to take longest. */
function worthSimulating(
  alternatives: readonly Alternative[],
  { isLarge, search }: MeshPlanning,
  model: SolvedModel,
): readonly Alternative[] {
  if (!isLarge) return alternatives;
  const secondsOf = ({ choices }: Alternative): number => search.add(choices, model).estimate.seconds;
  return alternatives.toSorted((a, b) => secondsOf(b) - secondsOf(a)).slice(0, MOST_TOLD);
}

interface Priced extends Alternative {
  readonly measured: PlannedProgram;
  readonly price: number;
}

function named(
  { items, chosen, second, measured, price }: Priced,
  plan: PlannedProgram,
  { mesh }: PlannedMesh,
  { nameOf }: ExplanationOptions,
): NamedDecision {
  const value = valueOf(items[0]!);
  const own = programMesh(plan.module)?.[1] ?? mesh;
  const sharding = (splits: DimSplits): TensorShardingAttr => shardingOf(splits, mesh, own);
  return {
    name: value === null ? '' : nameOf(value),
    value,
    others: items.length - 1,
    chosen: sharding(chosen),
    second: sharding(second),
    ...{ measured, price, costs: extraCosts(measured, plan) },
  };
}
