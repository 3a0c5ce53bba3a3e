import { checkInterrupt } from '@shardform/ir-core';
import { MemoryPrices } from '../memory/memory-prices.ts';
import type { PairwiseProblem } from '../problem/pairwise-problem.ts';
import { PlanningError } from '../problem/planning-error.ts';
import { type Assumptions, pricedProblem } from '../problem/priced-problem.ts';
import type { ShardingProblem } from '../problem/sharding-problem.ts';
import type { Slack } from '../problem/slack.ts';
import { costOfChoices } from '../solver/cost-of-choices.ts';
import { solvePairwise } from '../solver/solve.ts';
import { type EstimateOptions, estimateStep, type StepEstimate } from '../step/step-estimate.ts';
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

type Exposed = Assumptions['exposed'];

const ALL_EXPOSED: Exposed = { early: 1, between: 1, late: 1 };

/** How much of communication counts in first plans; afterwards, what estimates say. */
const FIRST: readonly Exposed[] = [ALL_EXPOSED, { early: 0.4, between: 1, late: 0.4 }];

/** Rounds in which the part of communication that counts follows the last estimate. */
const ROUNDS = 4;

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
    return [...this.#found.values()].sort((a, b) => a.estimate.seconds - b.estimate.seconds);
  }

  /**
   * Plans for time. @param isOver asks whether to be content with what there is.
   *
   * @throws PlanningError if no shardings comply with all annotations.
   * @throws Interrupted
   */
  forTime(isOver: () => boolean): void {
    for (const first of FIRST) {
      let candidate = this.#plan(first);
      for (let round = 0; round < ROUNDS; round++) {
        if (isOver()) return;
        const exposed = towards(candidate.model.assumptions.exposed, candidate.estimate);
        const next = this.#plan(exposed);
        if (next === candidate) break;
        candidate = next;
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
    const { exposed } = fastest.model.assumptions;
    const plain = pricedProblem(this.#problem, this.#options.axisSizes, { exposed });
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
      const assumptions = { exposed, memory: prices.byClass() };
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
      .sort((a, b) => a.estimate.seconds - b.estimate.seconds);
  }

  /** Adds a plan of other origin. */
  add(choices: readonly number[], { assumptions, bound, priced }: ModelledCost): void {
    const seconds = costOfChoices(priced, choices);
    this.#candidate(choices, { seconds, bound, assumptions, choices, priced });
  }

  /** Plans for as little memory as can be. @throws Interrupted */
  forLeastMemory(): Candidate {
    const [fastest] = this.found;
    const prices = new MemoryPrices(this.#problem, this.#options.axisSizes);
    let best = fastest!;
    let candidate = best;
    for (let round = 0; round < 4; round++) {
      prices.add(candidate.estimate.held, 1);
      candidate = this.#plan(ALL_EXPOSED, prices.byClass());
      if (candidate.estimate.peakBytes < best.estimate.peakBytes) best = candidate;
    }
    return best;
  }

  #plan(exposed: Exposed, memory?: Assumptions['memory']): Candidate {
    checkInterrupt();
    const assumptions = memory === undefined ? { exposed } : { exposed, memory };
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

/** Half-way from what was assumed to what an estimate says is exposed. */
function towards(assumed: Exposed, { communication }: StepEstimate): Exposed {
  const next = (slack: Slack): number => {
    const { seconds, exposed } = communication[slack];
    return seconds === 0 ? assumed[slack] : (assumed[slack] + exposed / seconds) / 2;
  };
  return { early: next('early'), between: next('between'), late: next('late') };
}
