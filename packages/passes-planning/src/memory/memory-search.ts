import { partsOf } from '../problem/dim-splits.ts';
import type { PairwiseProblem } from '../problem/pairwise-problem.ts';
import { bytesOfResult, NO_TENSORS } from '../problem/held-tensors.ts';
import { type Assumptions, pricedProblem } from '../problem/priced-problem.ts';
import type { ShardingProblem } from '../problem/sharding-problem.ts';
import type { Candidate, ModelledCost, SolvedModel } from '../plan/candidate.ts';
import { costOfChoices } from '../solver/cost-of-choices.ts';
import { solvePairwise } from '../solver/solve.ts';
import { MemoryPrices } from './memory-prices.ts';

/** What plans for a limit of memory are looked for with. */
export interface MemorySearchOptions {
  /** The fastest plan without the limit. */
  readonly fastest: Candidate;
  /** Bytes that a device may hold, as estimated. */
  readonly limit: number;
  readonly exposure: Pick<Assumptions, 'exposed' | 'exposedOf'>;
  readonly candidateOf: (choices: readonly number[], model: ModelledCost) => Candidate;
}

/** Plans in which some classes may be divided in some ways only. */
interface Branch {
  /** By class, the choices that are allowed, as 1. */
  readonly allowed: ReadonlyMap<number, Uint8Array>;
  /** Of the branch that it is a part of; its own ones follow. */
  readonly prices: MemoryPrices;
  /** No plan of the branch that keeps to the limit costs less. */
  bound: number;
  /** Plans that hold too much, and ones that keep to the limit, the last that were found. */
  over: readonly number[] | null;
  fitting: readonly number[] | null;
}

/** Rounds in which prices of memory follow what is held: for all plans, and for a branch. */
const [ROUNDS, BRANCH_ROUNDS] = [14, 4];

/** A price that makes memory matter, as a part of the time of a plan. */
const FIRST_SHARE = 1 / 32;

/** Costs of pairs that are looked at in branches, which are solved so often at most. */
const [BRANCH_WORK, MOST_SOLVES] = [4e6, 240];

/** Branches are left out that are not better than the best plan by this part. */
const TOLERANCE = 0.005;

/**
 * Looks for plans that keep to a limit of memory. Prices of memory at the times at which it is short give plans and a bound
 * (Lagrangian relaxation); what is between the two is narrowed down by branching on how a class is divided that plans which
 * fit and plans which don't divide otherwise.
 */
export class MemorySearch {
  readonly #problem: ShardingProblem;
  readonly #axisSizes: readonly number[];
  readonly #options: MemorySearchOptions;
  readonly #plain: PairwiseProblem;
  readonly #fitting = new Map<string, Candidate>();
  readonly #firstPrice: number;
  #least = Infinity;
  #bound = 0;
  #solves: number;

  constructor(problem: ShardingProblem, axisSizes: readonly number[], options: MemorySearchOptions) {
    this.#problem = problem;
    this.#axisSizes = axisSizes;
    this.#options = options;
    this.#plain = pricedProblem(problem, axisSizes, options.exposure);
    const { seconds, peakBytes } = options.fastest.estimate;
    this.#firstPrice = (FIRST_SHARE * seconds) / Math.max(1, peakBytes);
    const entries = problem.flows.reduce((sum, { communication }) => sum + communication.length, 1);
    this.#solves = Math.min(MOST_SOLVES, Math.floor(BRANCH_WORK / entries));
  }

  /** Adds a plan that was found otherwise. */
  add(candidate: Candidate): void {
    if (candidate.estimate.peakBytes > this.#options.limit) return;
    const { choices } = candidate.model;
    this.#fitting.set(choices.join(), candidate);
    this.#least = Math.min(this.#least, costOfChoices(this.#plain, choices));
  }

  /** The model whose costs and bounds are those of plans that keep to the limit. */
  get model(): SolvedModel {
    const { exposure } = this.#options;
    return { assumptions: exposure, priced: this.#plain, bound: this.#bound };
  }

  /** Returns plans that keep to the limit, as estimated. @throws Interrupted */
  run(isOver: () => boolean): Candidate[] {
    const { fastest } = this.#options;
    const prices = new MemoryPrices(this.#problem, this.#axisSizes);
    prices.add(fastest.estimate.heldAtPeak(), this.#firstPrice);
    const { bound } = fastest.model;
    const root: Branch = { allowed: new Map(), prices, bound, over: null, fitting: null };
    this.#relax(root, ROUNDS, isOver);
    const open = [root];
    const closed: Branch[] = [];
    while (this.#solves > 0 && !isOver()) {
      open.sort((a, b) => a.bound - b.bound);
      const [branch] = open;
      if (branch === undefined || branch.bound >= (1 - TOLERANCE) * this.#least) break;
      const parts = this.#partsOf(branch);
      open.shift();
      if (parts === null) closed.push(branch);
      for (const part of parts ?? []) {
        this.#solves -= BRANCH_ROUNDS;
        this.#relax(part, BRANCH_ROUNDS, isOver);
        if (part.bound < (1 - TOLERANCE / 2) * this.#least) open.push(part);
      }
    }
    const bounds = [...open, ...closed].map((own) => own.bound);
    this.#bound = Math.min((1 - TOLERANCE / 2) * this.#least, ...bounds);
    return [...this.#fitting.values()].map((own) => this.#withBound(own));
  }

  #withBound({ model, estimate }: Candidate): Candidate {
    const seconds = costOfChoices(this.#plain, model.choices);
    const { exposure } = this.#options;
    const assumptions = { ...exposure, memory: model.assumptions.memory ?? NO_TENSORS };
    return {
      model: { ...model, assumptions, priced: this.#plain, seconds, bound: Math.min(seconds, this.#bound) },
      estimate,
    };
  }

  /** Makes plans of a branch with prices that follow what they hold. */
  #relax(branch: Branch, rounds: number, isOver: () => boolean): void {
    const { limit, exposure, candidateOf } = this.#options;
    const { prices } = branch;
    let target = limit;
    for (let round = 0; round < rounds && !isOver(); round++) {
      const assumptions = { ...exposure, memory: prices.prices() };
      const priced = restricted(pricedProblem(this.#problem, this.#axisSizes, assumptions), branch.allowed);
      const { choices, cost, bound: dual } = solvePairwise(priced);
      branch.bound = cost === Infinity ? Infinity : Math.max(branch.bound, dual - prices.costOf(limit));
      if (branch.bound >= (1 - TOLERANCE / 2) * this.#least) return;
      const seconds = costOfChoices(this.#plain, choices);
      const model = { seconds, bound: Math.min(seconds, branch.bound), assumptions, choices, priced };
      const candidate = candidateOf(choices, model);
      const { peakBytes: peak } = candidate.estimate;
      const held = candidate.estimate.heldAtPeak();
      if (peak <= limit) {
        this.add({ ...candidate, model });
        branch.fitting = choices;
      } else {
        branch.over = choices;
        // Copies that only last for a moment have no price.
        if (prices.bytesOf(held, choices) <= target) target *= Math.max(0.8, limit / peak);
      }
      prices.add(held, this.#firstPrice);
      prices.update(choices, target);
    }
  }

  /**
   * Divides a branch by how many bytes of a class a device holds, of the class about which plans that fit and plans that
   * don't disagree most; `null` if they don't.
   */
  #partsOf({ allowed, prices, bound, over, fitting }: Branch): Branch[] | null {
    if (over === null) return null;
    const held = prices.prices().results;
    let [most, chosen, limit] = [0, -1, 0];
    for (const [own, byResult] of held) {
      const price = (choice: number): number => this.#priceOf(own, byResult, choice);
      const small =
        fitting === null ? this.#leastPrice(own, byResult, allowed.get(own)) : price(fitting[own]!);
      const difference = price(over[own]!) - small;
      if (difference <= most) continue;
      [most, chosen, limit] = [difference, own, small];
    }
    if (chosen < 0) return null;
    const byResult = held.get(chosen)!;
    const before = allowed.get(chosen);
    const part = (isSmall: boolean): Branch => {
      const choices = Uint8Array.from(this.#problem.classes[chosen]!.strategies, (_, choice) => {
        const isLess = this.#priceOf(chosen, byResult, choice) <= limit * (1 + 1e-9);
        return before?.[choice] !== 0 && isLess === isSmall ? 1 : 0;
      });
      const own = new Map(allowed).set(chosen, choices);
      return { allowed: own, prices: prices.copy(), bound, over: null, fitting: null };
    };
    return [part(true), part(false)];
  }

  #leastPrice(own: number, byResult: readonly number[], allowed: Uint8Array | undefined): number {
    let least = Infinity;
    for (const choice of this.#problem.classes[own]!.strategies.keys())
      if (allowed?.[choice] !== 0) least = Math.min(least, this.#priceOf(own, byResult, choice));
    return least;
  }

  /** Seconds that what is held of a class costs. */
  #priceOf(own: number, byResult: readonly number[], choice: number): number {
    const { members, strategies } = this.#problem.classes[own]!;
    const { results } = strategies[choice]!;
    return byResult.reduce(
      (sum, price, result) =>
        sum + (price * bytesOfResult(members[0]!, result)) / partsOf(results[result] ?? [], this.#axisSizes),
      0,
    );
  }
}

/** The same problem with some choices only. */
function restricted(problem: PairwiseProblem, allowed: ReadonlyMap<number, Uint8Array>): PairwiseProblem {
  const nodes = problem.nodes.map((costs, node) => {
    const own = allowed.get(node);
    return own === undefined ? costs : costs.map((cost, choice) => (own[choice] === 1 ? cost : Infinity));
  });
  return { ...problem, nodes };
}
