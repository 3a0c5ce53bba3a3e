import type { MeshAttr } from '@shardform/dialect-sdy';
import type { PlanName } from '@shardform/passes-dist';
import { peakOf, secondsOf } from '../plan/simulated-plans.ts';
import { PlanningError } from '../problem/planning-error.ts';
import {
  microbatchCounts,
  type StagedProgram,
  type StageInput,
  StagePlanning,
  type StageProspect,
  type StageShape,
} from './stage-plan.ts';

/** Which pipelines are considered. */
export interface StageSearchOptions {
  /** The meshes that a stage may have, by number of stages: all that are considered. */
  readonly meshes: ReadonlyMap<number, readonly MeshAttr[]>;
  /** Bytes that a device may hold. */
  readonly memory: number;
  /** The number of microbatches, and the schedule; `null` for the best. */
  readonly microbatches: number | null;
  readonly schedule: PlanName | null;
  /** So many pipelines are simulated at most. */
  readonly most: number;
  /** Seconds of the best plan without stages: pipelines that are expected to take much longer are not simulated. */
  readonly toBeat: number;
  readonly isOver: () => boolean;
}

/** Pipelines that were simulated, the fastest first, those that fit before others. */
export type StageSearchResult = readonly StagedProgram[];

/** A pipeline is simulated if it promises to be slower than the best by this factor at most. */
const PROMISING = 1.15;

/** One that promises to be slower than a plan without stages by this factor is not simulated, unless it is the first. */
const HOPELESS = 1.5;

/** So often the memory of a pipeline that was estimated too low is corrected. */
const MOST_CORRECTIONS = 3;

/** Microbatches by stage, of which the nearest number is considered that the batch has. */
const MICROBATCHES_PER_STAGE = [4, 8, 2, 1];

/** Schedules in the order in which they are considered, with stages by mesh. */
const SCHEDULES: readonly (readonly [PlanName, number])[] = [
  ['1f1b', 1],
  ['zb-h1', 1],
  ['interleaved-1f1b', 2],
  ['gpipe', 1],
];

/**
 * Looks for the fastest pipelines of a program: the number of stages and their mesh first, with the usual schedule, then other
 * numbers of microbatches and schedules. The most promising ones are simulated.
 *
 * @throws PlanningError where the program can't be a pipeline, with the reason.
 * @throws CostError, MachineError or Interrupted.
 */
export function searchStages(input: StageInput, options: StageSearchOptions): StageSearchResult {
  return new StageSearch(input, options).run();
}

class StageSearch {
  readonly #planning: StagePlanning;
  readonly #options: StageSearchOptions;
  readonly #prospects = new Map<string, StageProspect>();
  readonly #simulated = new Map<string, StagedProgram>();
  #batch = 0;

  constructor(input: StageInput, options: StageSearchOptions) {
    this.#planning = new StagePlanning(input, options.isOver, HOPELESS * options.toBeat);
    this.#options = options;
  }

  run(): StageSearchResult {
    const batch = this.#planning.batch();
    if (batch === null) throw new PlanningError(null, 'the program has no argument that is a batch');
    this.#batch = batch;
    if (microbatchCounts(batch).length === 0)
      throw new PlanningError(null, `a batch of ${batch} can't be divided into microbatches`);
    const { meshes, schedule } = this.#options;
    for (const [stages, own] of meshes)
      for (const mesh of own) {
        const [microbatches] = this.#countsFor(stages);
        if (this.#isOver() || microbatches === undefined) continue;
        this.#consider({ stages, mesh, microbatches, ...first(schedule) });
      }
    if (this.#prospects.size === 0)
      throw new PlanningError(
        null,
        'the program has too few operations that follow each other, or no stages fit into memory',
      );
    this.#simulateBest(Math.ceil(this.#options.most / 2));
    const [best] = this.#found();
    if (best === undefined) return [];
    const { stages, mesh } = best.shape;
    for (const microbatches of this.#countsFor(stages))
      for (const [name, chunks] of SCHEDULES) {
        const isAsked = schedule === null || schedule === name;
        if (isAsked && !this.#isOver() && isPossible(name, stages, microbatches))
          this.#consider({ stages, mesh, microbatches, schedule: name, chunks });
      }
    this.#simulateBest(this.#options.most);
    return this.#found();
  }

  #countsFor(stages: number): number[] {
    const { microbatches } = this.#options;
    const counts = microbatchCounts(this.#batch);
    if (microbatches !== null) {
      if (!counts.includes(microbatches))
        throw new PlanningError(
          null,
          `a batch of ${this.#batch} can't be divided into ${microbatches} microbatches`,
        );
      return [microbatches];
    }
    const nearest = (wanted: number): number =>
      counts.reduce((best, own) => (Math.abs(own - wanted) < Math.abs(best - wanted) ? own : best));
    return [...new Set(MICROBATCHES_PER_STAGE.map((per) => nearest(per * stages)))];
  }

  #consider(shape: StageShape, memory = this.#options.memory): void {
    const key = keyOf(shape);
    if (this.#prospects.has(key)) return;
    const prospect = this.#prospectOf(shape, memory);
    if (prospect !== null) this.#prospects.set(key, prospect);
  }

  /** With the shardings that take the least memory if those that take the least time need too much. */
  #prospectOf(shape: StageShape, memory: number): StageProspect | null {
    const fastest = this.#planning.prospect(shape, memory);
    return fastest ?? (memory === Infinity ? null : this.#planning.prospect(shape, memory, true));
  }

  /** @param most so many pipelines in all. */
  #simulateBest(most: number): void {
    const prospects = [...this.#prospects.values()].sort((a, b) => a.seconds - b.seconds);
    for (const prospect of prospects) {
      const limit = Math.min(PROMISING * prospects[0]!.seconds, HOPELESS * this.#options.toBeat);
      if (this.#simulated.size > 0 && prospect.seconds > limit) return;
      if (this.#simulated.size >= most || (this.#isOver() && this.#simulated.size > 0)) return;
      if (!this.#simulated.has(keyOf(prospect.shape))) this.#simulate(prospect);
    }
  }

  #simulate(prospect: StageProspect): void {
    const { memory } = this.#options;
    const key = keyOf(prospect.shape);
    let [own, limit]: [StageProspect | null, number] = [prospect, memory];
    for (let round = 0; own !== null && round < MOST_CORRECTIONS; round++) {
      const found = this.#planning.simulate(own);
      const known = this.#simulated.get(key);
      if (found !== null && (known === undefined || peakOf(found) < peakOf(known)))
        this.#simulated.set(key, found);
      if (found === null || peakOf(found) <= memory || this.#isOver()) return;
      // What was estimated to fit does not: it is split so that it takes less, then cut for as much less.
      if (own.isSmall) limit = Math.min(limit, own.cuts.bytes) * Math.min(0.98, memory / peakOf(found));
      own = this.#planning.prospect(prospect.shape, limit, true);
    }
  }

  #found(): StagedProgram[] {
    const fits = (own: StagedProgram): number => Number(peakOf(own) <= this.#options.memory);
    return [...this.#simulated.values()].sort((a, b) => fits(b) - fits(a) || secondsOf(a) - secondsOf(b));
  }

  #isOver(): boolean {
    return this.#options.isOver();
  }
}

function first(schedule: PlanName | null): { readonly schedule: PlanName; readonly chunks: number } {
  const [name, chunks] = SCHEDULES.find(([own]) => own === schedule) ?? SCHEDULES[0]!;
  return { schedule: name, chunks };
}

function isPossible(schedule: PlanName, stages: number, microbatches: number): boolean {
  return schedule !== 'interleaved-1f1b' || microbatches % stages === 0;
}

function keyOf({ stages, chunks, mesh, microbatches, schedule }: StageShape): string {
  return [stages, chunks, String(mesh), microbatches, schedule].join(' ');
}
