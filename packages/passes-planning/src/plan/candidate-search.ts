import { checkInterrupt } from '@shardform/ir-core';
import { MemoryPrices } from '../memory/memory-prices.ts';
import type { PairwiseProblem } from '../problem/pairwise-problem.ts';
import { PlanningError } from '../problem/planning-error.ts';
import { type Assumptions, pricedProblem } from '../problem/priced-problem.ts';
import type { ShardingProblem } from '../problem/sharding-problem.ts';
import type { Slack } from '../problem/slack.ts';
import { costOfChoices } from '../solver/cost-of-choices.ts';
import { solvePairwise } from '../solver/solve.ts';
import { solveWithout } from '../solver/solve-without.ts';
import {
  type CommunicationShare,
  type EstimateOptions,
  estimateStep,
  type StepEstimate,
} from '../step/step-estimate.ts';
import type { StepOutline } from '../step/step-outline.ts';

/** What the choices cost in the model that they were made in, where the costs of all operations and reshards add up. */
export interface ModelledCost {
  readonly seconds: number;
  /** No choices cost less, or none that take as little memory. */
  readonly bound: number;
  readonly assumptions: Assumptions;
  /** Of each class of the problem, the number of the strategy. */
  readonly choices: readonly number[];
  /** In which they are the choices; its costs are those of the assumptions. */
  readonly priced: PairwiseProblem;
}

/** A plan that was not simulated yet. */
export interface Candidate {
  readonly model: ModelledCost;
  readonly estimate: StepEstimate;
}

const ALL_EXPOSED: Assumptions['exposed'] = { early: 1, between: 1, late: 1 };

/** Plans that follow each other. */
interface Rounds {
  /** How much of early and late communication counts in the first plan. */
  readonly first: number;
  /** In so many plans after it, the part of each kind of communication counts that the last estimate exposed. */
  readonly byKind: number;
  /** In so many plans after those, the part of each collective. */
  readonly byPart: number;
}

const ROUNDS: readonly Rounds[] = [
  { first: 1, byKind: 0, byPart: 2 },
  { first: 0.25, byKind: 4, byPart: 2 },
];

/** Small problems are also solved in these. */
const MORE_ROUNDS: readonly Rounds[] = [
  { first: 1, byKind: 4, byPart: 2 },
  { first: 0.25, byKind: 0, byPart: 3 },
  { first: 0.5, byKind: 2, byPart: 2 },
  { first: 0.1, byKind: 2, byPart: 2 },
];

/** Costs of pairs of a small problem. */
const SMALL = 50_000;

/** Costs of pairs that are looked at to find out what other ways to split arguments would take. */
const ARGUMENT_WORK = 1e6;

/** Rounds in which prices of memory follow what is held. */
const MEMORY_ROUNDS = 14;

/** A price that makes memory matter, as a part of the time of a plan. */
const FIRST_SHARE = 1 / 32;

/** Looks for plans of a problem that are fast by an estimate, which takes milliseconds. */
export class CandidateSearch {
  readonly #problem: ShardingProblem;
  readonly #outline: StepOutline;
  readonly #options: EstimateOptions;
  readonly #found = new Map<string, Candidate>();

  constructor(problem: ShardingProblem, outline: StepOutline, options: EstimateOptions) {
    this.#problem = problem;
    this.#outline = outline;
    this.#options = options;
  }

  /** All that were found, the fastest first. */
  get found(): readonly Candidate[] {
    return [...this.#found.values()].sort(byEstimate);
  }

  /**
   * Plans for time. @param isOver asks whether to be content with what there is.
   *
   * @throws PlanningError if no shardings comply with all annotations.
   * @throws Interrupted
   */
  forTime(isOver: () => boolean): void {
    const entries = this.#problem.flows.reduce((sum, { communication }) => sum + communication.length, 0);
    for (const { first, byKind, byPart } of entries <= SMALL ? [...ROUNDS, ...MORE_ROUNDS] : ROUNDS) {
      let assumptions: Exposure = { exposed: { early: first, between: 1, late: first } };
      let { estimate } = this.#plan(assumptions);
      for (let round = 0; round < byKind + byPart; round++) {
        if (isOver()) return;
        assumptions = towards(assumptions, estimate, this.#problem, round >= byKind);
        ({ estimate } = this.#plan(assumptions));
      }
    }
    this.#tryArguments(ARGUMENT_WORK / entries, isOver);
  }

  /** Looks for plans in which an argument is split in another way, in turn, while that makes the step faster. */
  #tryArguments(mostSolves: number, isOver: () => boolean): void {
    const { func, classOf, classes } = this.#problem;
    const numbers = func.entry.arguments.flatMap((argument) => classOf.get(argument) ?? []);
    const ways = numbers.reduce((sum, own) => sum + classes[own]!.strategies.length, 0);
    if (ways > mostSolves) return;
    for (const own of new Set(numbers)) {
      const [best] = this.found;
      const { assumptions, priced, choices } = best!.model;
      for (const choice of classes[own]!.strategies.keys()) {
        if (choice === choices[own]) continue;
        if (isOver()) return;
        const solution = solveWithout(priced, own, (other) => other !== choice);
        if (solution.cost === Infinity) continue;
        const { bound } = best!.model;
        const model = { seconds: solution.cost, bound, assumptions, choices: solution.choices, priced };
        this.#candidate(solution.choices, model);
      }
    }
  }

  /**
   * Plans for a limit of memory, as estimated, and returns the candidates that keep to it, the fastest first.
   *
   * @throws Interrupted
   */
  forMemory(limit: number, isOver: () => boolean): Candidate[] {
    const [fastest] = this.found;
    if (fastest === undefined) return [];
    const { exposed, exposedOf } = fastest.model.assumptions;
    const exposure = exposedOf === undefined ? { exposed } : { exposed, exposedOf };
    const plain = pricedProblem(this.#problem, this.#options.axisSizes, exposure);
    const prices = new MemoryPrices(this.#problem, this.#options.axisSizes);
    const { seconds, peakBytes, held } = fastest.estimate;
    const firstPrice = (FIRST_SHARE * seconds) / Math.max(1, peakBytes);
    prices.add(held, firstPrice);
    let bound = fastest.model.bound;
    let target = limit;
    const fitting = new Map<string, Candidate>();
    for (const own of this.found)
      if (own.estimate.peakBytes <= limit) fitting.set(own.model.choices.join(), own);
    for (let round = 0; round < MEMORY_ROUNDS && !isOver(); round++) {
      const assumptions = { ...exposure, memory: prices.byClass() };
      const priced = pricedProblem(this.#problem, this.#options.axisSizes, assumptions);
      const { choices, bound: dual } = solvePairwise(priced);
      bound = Math.max(bound, dual - prices.costOf(limit));
      const cost = costOfChoices(plain, choices);
      const candidate = this.#candidate(choices, { seconds: cost, bound, assumptions, choices, priced });
      const { peakBytes: peak, held: most } = candidate.estimate;
      if (peak <= limit) fitting.set(choices.join(), candidate);
      // Copies that only last for a moment have no price.
      else if (prices.bytesOf(most, choices) <= target) target *= Math.max(0.8, limit / peak);
      prices.add(most, firstPrice);
      prices.update(choices, target);
    }
    return [...fitting.values()]
      .map((own) => ({ ...own, model: { ...own.model, bound: Math.min(own.model.seconds, bound) } }))
      .sort(byEstimate);
  }

  /** Adds a plan of other origin. */
  add(choices: readonly number[], { assumptions, bound, priced }: ModelledCost): void {
    const seconds = costOfChoices(priced, choices);
    this.#candidate(choices, { seconds, bound, assumptions, choices, priced });
  }

  /** Plans for as little memory as can be, and returns all plans that were found, the smallest first. @throws Interrupted */
  forLeastMemory(): Candidate[] {
    const prices = new MemoryPrices(this.#problem, this.#options.axisSizes);
    const plain = pricedProblem(this.#problem, this.#options.axisSizes, { exposed: ALL_EXPOSED });
    const { bound } = solvePairwise(plain);
    let [candidate] = this.#smallest();
    for (let round = 0; candidate !== undefined && round < 4; round++) {
      prices.add(candidate.estimate.held, 1);
      const assumptions = { exposed: ALL_EXPOSED, memory: prices.byClass() };
      const priced = pricedProblem(this.#problem, this.#options.axisSizes, assumptions);
      const { choices } = solvePairwise(priced);
      const seconds = costOfChoices(plain, choices);
      candidate = this.#candidate(choices, { seconds, bound, assumptions, choices, priced });
    }
    return this.#smallest();
  }

  #smallest(): Candidate[] {
    return [...this.found].sort((a, b) => a.estimate.peakBytes - b.estimate.peakBytes);
  }

  #plan(assumptions: Assumptions): Candidate {
    checkInterrupt();
    const priced = pricedProblem(this.#problem, this.#options.axisSizes, assumptions);
    const { choices, cost, bound } = solvePairwise(priced);
    if (cost === Infinity) throw new PlanningError(null, 'no shardings comply with all annotations');
    return this.#candidate(choices, { seconds: cost, bound, assumptions, choices, priced });
  }

  #candidate(choices: readonly number[], model: ModelledCost): Candidate {
    const key = choices.join();
    let candidate = this.#found.get(key);
    if (candidate === undefined) {
      const estimate = estimateStep(this.#problem, this.#outline, choices, this.#options);
      this.#found.set(key, (candidate = { model, estimate }));
    }
    return candidate;
  }
}

type Exposure = Pick<Assumptions, 'exposed' | 'exposedOf'>;

/** Half-way from what was assumed to what an estimate says is exposed. @param isByPart of each collective, or of each kind. */
function towards(
  { exposed, exposedOf }: Exposure,
  estimate: StepEstimate,
  problem: ShardingProblem,
  isByPart: boolean,
): Exposure {
  const half = (assumed: number, { seconds, exposed: own }: CommunicationShare): number =>
    seconds === 0 ? assumed : (assumed + own / seconds) / 2;
  const next = (slack: Slack): number => half(exposed[slack], estimate.communication[slack]);
  const kinds = { early: next('early'), between: next('between'), late: next('late') };
  if (!isByPart) return { exposed: kinds };
  const of = (
    shares: readonly CommunicationShare[],
    places: readonly { readonly slack: Slack }[],
    assumed: readonly (number | undefined)[] = [],
  ): (number | undefined)[] =>
    shares.map((share, i) =>
      share.seconds === 0 ? assumed[i] : half(assumed[i] ?? exposed[places[i]!.slack], share),
    );
  const classes = of(estimate.ofClasses, problem.classes, exposedOf?.classes);
  const flows = of(estimate.ofFlows, problem.flows, exposedOf?.flows);
  return { exposed: kinds, exposedOf: { classes, flows } };
}

/** Returns the order of two candidates: the faster first; of those that are alike, the one that its own model likes best. */
export function byEstimate(a: Candidate, b: Candidate): number {
  const gap = ({ model: { seconds, bound } }: Candidate): number => seconds - bound;
  return a.estimate.seconds - b.estimate.seconds || gap(a) - gap(b);
}
