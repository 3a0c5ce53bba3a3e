import { checkInterrupt } from '@shardform/ir-core';
import { MemoryPrices } from '../memory/memory-prices.ts';
import { MemorySearch } from '../memory/memory-search.ts';
import { descendPeaks } from '../memory/peak-descent.ts';
import { splitsKey } from '../problem/dim-splits.ts';
import { PlanningError } from '../problem/planning-error.ts';
import { ALL_EXPOSED, type Assumptions, pricedProblem } from '../problem/priced-problem.ts';
import { haveSharedCopy, type SharedUses } from '../problem/shared-uses.ts';
import type { ShardingProblem } from '../problem/sharding-problem.ts';
import type { Candidate, ModelledCost, SolvedModel } from './candidate.ts';
import { firstOfEach } from './first-of-each.ts';
import { type Exposure, filled, ownExposure, towards } from './exposure.ts';
import { costOfChoices } from '../solver/cost-of-choices.ts';
import { solvePairwise } from '../solver/solve.ts';
import { solveWithout } from '../solver/solve-without.ts';
import { type EstimateOptions, estimateStep } from '../step/step-estimate.ts';
import { descendEstimates } from '../step/estimate-descent.ts';
import type { StepOutline } from '../step/step-outline.ts';

/** Plans that follow each other. */
interface Rounds {
  /** How much of early and late communication counts in the first plan. */
  readonly first: number;
  /** In so many plans after it, the part of each kind of communication counts that the last estimate exposed. */
  readonly byKind: number;
  /** In so many plans after those, the part of each collective. */
  readonly byPart: number;
}

/** A series ends when so many plans of a large problem were no faster than the best before them. */
const MOST_STALE = 2;

/** The first series begins with what a first look finds. */
const ROUNDS: readonly Rounds[] = [
  { first: 1, byKind: 0, byPart: 2 },
  { first: 0.25, byKind: 4, byPart: 2 },
];

/** The first plan is slower than the best of its series by up to this factor. */
const FIRST_SLACK = 1.15;

/** Small problems are also solved in these. */
const MORE_ROUNDS: readonly Rounds[] = [
  { first: 1, byKind: 4, byPart: 2 },
  { first: 0.25, byKind: 0, byPart: 3 },
  { first: 0.5, byKind: 2, byPart: 2 },
  { first: 0.1, byKind: 2, byPart: 2 },
];

/** Costs of pairs of a small problem, and of one that is not large. */
const [SMALL, LARGE] = [50_000, 300_000];

/** So many of the fastest plans are improved, with so many operations of plans that are estimated; each with so many plans at least. */
const [MOST_IMPROVED, DESCENT_WORK, LEAST_ESTIMATES] = [8, 80_000, 40];

/** Plans like another one of a small problem, and of others, are looked for so often, until the gap is as small as this. */
const [AROUND_SMALL, AROUND, SMALL_GAP] = [24, 6, 0.005];

/** Rounds in which the prices of all memory follow what is held, to find out how little is enough. */
const MEMORY_ROUNDS = 12;

/** Costs of pairs that are looked at to find out what other ways to split arguments and results would take. */
const BORDER_WORK = 6e5;

/** A class of an argument or a result. */
interface Border {
  readonly number: number;
  readonly ways: ReadonlyMap<string, ReadonlySet<number>>;
}

/** Looks for plans of a problem that are fast by an estimate, which takes milliseconds. */
export class CandidateSearch {
  readonly #problem: ShardingProblem;
  readonly #outline: StepOutline;
  readonly #options: EstimateOptions;
  readonly #found = new Map<string, Candidate>();
  /** Models of time that were solved. */
  readonly #solved: SolvedModel[] = [];
  /** Models of plans that keep to a limit of memory. */
  readonly #solvedForMemory: SolvedModel[] = [];
  /** The plan that is best if all communication is exposed. */
  #first: Candidate | null = null;

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
   * Makes the first plan, which says about how fast others may be.
   *
   * @throws PlanningError if no shardings comply with all annotations.
   * @throws Interrupted
   */
  look(): Candidate {
    return (this.#first ??= this.#plan(ALL_EXPOSED));
  }

  /**
   * Plans for time.
   *
   * @param isOver asks whether to be content with what there is.
   * @param hopeless seconds: when the first plan promises that none is faster, or none of the first series is, no others
   *   are looked for.
   * @throws PlanningError if no shardings comply with all annotations.
   * @throws Interrupted
   */
  forTime(isOver: () => boolean, hopeless = Infinity): void {
    const entries = this.#entries;
    if (this.look().estimate.seconds > FIRST_SLACK * hopeless) return;
    for (const { first, byKind, byPart } of entries <= SMALL ? [...ROUNDS, ...MORE_ROUNDS] : ROUNDS) {
      let assumptions: Exposure = { exposed: { early: first, between: 1, late: first } };
      let { estimate } = first === 1 ? this.look() : this.#plan(assumptions);
      let [fastest, stale] = [estimate.seconds, 0];
      for (let round = 0; round < byKind + byPart; round++) {
        if (isOver()) return;
        if (entries > LARGE && stale >= MOST_STALE) break;
        assumptions = towards(assumptions, estimate, this.#problem, round >= byKind);
        ({ estimate } = this.#plan(assumptions));
        stale = estimate.seconds < fastest ? 0 : stale + 1;
        fastest = Math.min(fastest, estimate.seconds);
      }
      if (this.found[0]!.estimate.seconds > hopeless) return;
    }
    this.#tryBorders(BORDER_WORK / entries, isOver);
  }

  /**
   * Looks for plans in which an argument or a result is split in another way, under the assumptions of the fastest plans in
   * turn.
   */
  #tryBorders(mostSolves: number, isOver: () => boolean): void {
    const borders = this.#borders();
    const ways = borders.reduce((sum, own) => sum + own.ways.size, 0);
    let left = mostSolves;
    for (const { model } of distinct(this.found, ({ model: { priced } }) => priced)) {
      if (left < ways) return;
      left -= ways;
      for (const { number, ways: own } of borders) {
        for (const way of own.values()) {
          if (way.has(model.choices[number]!)) continue;
          if (isOver()) return;
          const { choices, cost } = solveWithout(model.priced, number, (other) => !way.has(other));
          if (cost < Infinity) this.add(choices, model);
        }
      }
    }
  }

  /** The classes that make arguments and results, with the choices that split these alike, by how. */
  #borders(): Border[] {
    const { func, graph, classOf, classes } = this.#problem;
    const args = func.entry.arguments.map((item) => ({ item, result: 0 }));
    const found = new Map<number, Border>();
    for (const { item, result } of [...args, ...graph.results.flatMap((origin) => origin ?? [])]) {
      const number = classOf.get(item);
      if (number === undefined || found.has(number)) continue;
      const ways = new Map<string, Set<number>>();
      for (const [choice, { results }] of classes[number]!.strategies.entries()) {
        const key = splitsKey(results[result] ?? []);
        ways.set(key, (ways.get(key) ?? new Set<number>()).add(choice));
      }
      found.set(number, { number, ways });
    }
    return [...found.values()];
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
    const search = new MemorySearch(this.#problem, this.#options.axisSizes, {
      fastest,
      limit,
      exposure: exposedOf === undefined ? { exposed } : { exposed, exposedOf },
      candidateOf: (choices, model) => this.#candidate(choices, model),
    });
    for (const own of this.found) search.add(own);
    const fitting = search.run(isOver);
    this.#solvedForMemory.push(search.model);
    return fitting.sort(byEstimate);
  }

  /** Returns a plan of other origin, which is one of those that were found then. */
  add(choices: readonly number[], { assumptions, bound, priced }: SolvedModel): Candidate {
    const seconds = costOfChoices(priced, choices);
    return this.#candidate(choices, { seconds, bound, assumptions, choices, priced });
  }

  /** Returns a plan that is made in the model of some assumptions. @throws Interrupted */
  addUnder(choices: readonly number[], assumptions: Assumptions): Candidate {
    return this.add(choices, this.modelUnder(assumptions));
  }

  /** Returns the model of some assumptions with its bound. @throws Interrupted */
  modelUnder(assumptions: Assumptions): SolvedModel {
    const priced = pricedProblem(this.#problem, this.#options.axisSizes, assumptions);
    const { bound } = solvePairwise(priced);
    const model = { assumptions, bound, priced };
    this.#solved.push(model);
    return model;
  }

  /**
   * Improves the fastest plans of those that were found, as estimated, by other choices of single classes.
   *
   * @param limit of memory, in bytes, as estimated.
   * @throws Interrupted
   */
  improveFastest(isOver: () => boolean, limit = Infinity): void {
    const estimates = Math.floor(DESCENT_WORK / this.#outline.entries.length);
    const most = Math.max(LEAST_ESTIMATES, Math.floor(estimates / MOST_IMPROVED));
    const starts = Math.max(1, Math.min(MOST_IMPROVED, Math.floor(estimates / most)));
    // What a plan holds takes longer to work out than what it takes.
    const fits = ({ estimate }: Candidate): boolean => limit === Infinity || estimate.peakBytes <= limit;
    const allows = (own: Candidate): boolean => fits(own) && !isOver();
    const found = distinct(this.found.filter(allows), ({ estimate }) => estimate.seconds.toPrecision(9));
    for (const start of found.slice(0, starts))
      if (!isOver())
        descendEstimates(start, {
          ...{ most, allows },
          candidateOf: (choices, { model }) => this.add(choices, model),
        });
  }

  /**
   * Returns plans that are best if as much communication is hidden as in a plan that was found, and of collectives that this
   * doesn't have, as in the ones before. The last model says how much faster than the plan others may be.
   *
   * @throws Interrupted
   */
  around(own: Candidate): readonly Candidate[] {
    const rounds = this.#entries <= SMALL ? AROUND_SMALL : AROUND;
    const first = this.#seriesAround(own, rounds, () => []);
    if (first.isClosed || this.#entries > SMALL) return first.found;
    // What several uses share counts for each of them in these models. Ones in which it counts once take longer to solve.
    const shared = new Set<SharedUses>();
    const sharedWith = ({ model: { choices } }: Candidate): readonly SharedUses[] => {
      for (const uses of this.#problem.sharedUses())
        if (haveSharedCopy(uses, this.#problem.flows, choices)) shared.add(uses);
      return [...shared];
    };
    for (const other of first.found) sharedWith(other);
    return sharedWith(own).length === 0
      ? first.found
      : [...first.found, ...this.#seriesAround(own, AROUND, sharedWith).found];
  }

  /** @param sharedWith returns uses that share copies in models from a plan on. */
  #seriesAround(
    own: Candidate,
    rounds: number,
    sharedWith: (plan: Candidate) => readonly SharedUses[],
  ): { readonly found: readonly Candidate[]; readonly isClosed: boolean } {
    const found: Candidate[] = [];
    let exposure = ownExposure(own.estimate);
    let before = own;
    while (found.length < rounds) {
      const other = this.#plan(exposure, sharedWith(before));
      const { priced, bound } = this.#solved.at(-1)!;
      const isClosed = bound >= (1 - SMALL_GAP) * costOfChoices(priced, own.model.choices);
      // What it exposes is known already, so that the next model would be the same.
      if (!isClosed && other === before && found.length > 0) break;
      found.push(other);
      if (isClosed) return { found, isClosed };
      before = other;
      exposure = filled(exposure, ownExposure(other.estimate));
    }
    return { found, isClosed: false };
  }

  /** The number of costs of pairs. */
  get #entries(): number {
    return this.#problem.flows.reduce((sum, { communication }) => sum + communication.length, 0);
  }

  /**
   * Returns what choices cost in the model that says most about them: a plan may come from one model and be closer to the
   * best of another one.
   *
   * @param keepsToMemory whether they keep to the limit for which plans were looked for.
   */
  leastGap(model: ModelledCost | null, keepsToMemory: boolean): ModelledCost | null {
    if (model === null) return null;
    const { choices } = model;
    const solved = keepsToMemory ? [...this.#solved, ...this.#solvedForMemory] : this.#solved;
    const models = solved.map(({ priced, ...own }): ModelledCost => {
      const seconds = costOfChoices(priced, choices);
      return { ...own, seconds, choices, priced, bound: Math.min(own.bound, seconds) };
    });
    return models.reduce((best, own) => (gapOf(own) < gapOf(best) ? own : best), model);
  }

  /** Plans for as little memory as can be, and returns all plans that were found, the smallest first. @throws Interrupted */
  forLeastMemory(): Candidate[] {
    const prices = new MemoryPrices(this.#problem, this.#options.axisSizes);
    const plain = pricedProblem(this.#problem, this.#options.axisSizes, ALL_EXPOSED);
    const { bound } = solvePairwise(plain);
    let [candidate] = this.#smallest();
    for (let round = 0; candidate !== undefined && round < MEMORY_ROUNDS; round++) {
      const { heldAtPeak } = candidate.estimate;
      prices.add(heldAtPeak(), 1);
      prices.update(candidate.model.choices, this.#smallest()[0]!.estimate.peakBytes);
      const assumptions = { ...ALL_EXPOSED, memory: prices.prices() };
      const priced = pricedProblem(this.#problem, this.#options.axisSizes, assumptions);
      const { choices } = solvePairwise(priced);
      const seconds = costOfChoices(plain, choices);
      candidate = this.#candidate(choices, { seconds, bound, assumptions, choices, priced });
    }
    const [smallest] = this.#smallest();
    const most = Math.floor(DESCENT_WORK / this.#outline.entries.length);
    if (smallest !== undefined)
      descendPeaks(smallest, (choices, { model }) => this.add(choices, model), most);
    return this.#smallest();
  }

  #smallest(): Candidate[] {
    return [...this.found].sort((a, b) => a.estimate.peakBytes - b.estimate.peakBytes);
  }

  #plan(assumptions: Assumptions, shared: readonly SharedUses[] = []): Candidate {
    checkInterrupt();
    const priced = pricedProblem(this.#problem, this.#options.axisSizes, assumptions, shared);
    const { choices, cost, bound } = solvePairwise(priced);
    if (cost === Infinity) throw new PlanningError(null, 'no shardings comply with all annotations');
    this.#solved.push({ assumptions, bound, priced });
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

/** Of candidates with the same key, the first. @param keyOf by default, what they are estimated to take. */
export function distinct(
  candidates: readonly Candidate[],
  keyOf: (candidate: Candidate) => unknown = estimateKeys(candidates),
): Candidate[] {
  return firstOfEach(candidates, keyOf);
}

/** Returns keys that are equal for the same time and memory: how much memory is worked out for those alone that take the same time. */
function estimateKeys(candidates: readonly Candidate[]): (candidate: Candidate) => string {
  const timeOf = ({ estimate: { seconds } }: Candidate): string => seconds.toPrecision(9);
  const counts = new Map<string, number>();
  for (const own of candidates) counts.set(timeOf(own), (counts.get(timeOf(own)) ?? 0) + 1);
  return (own) => {
    const time = timeOf(own);
    return counts.get(time) === 1 ? time : `${time} ${own.estimate.peakBytes.toPrecision(9)}`;
  };
}

/** The part of what choices cost by which others may cost less. */
export function gapOf({ seconds, bound }: ModelledCost): number {
  return seconds === 0 ? 0 : 1 - bound / seconds;
}

/** Returns the order of two candidates: the faster first; of those that are alike, the one that its own model likes best. */
export function byEstimate(a: Candidate, b: Candidate): number {
  const gap = ({ model: { seconds, bound } }: Candidate): number => seconds - bound;
  return a.estimate.seconds - b.estimate.seconds || gap(a) - gap(b);
}
