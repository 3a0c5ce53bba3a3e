import { checkInterrupt } from '@shardform/ir-core';
import type { PositionCosts } from './position-costs.ts';

/** What a pipeline is cut for. */
export interface CutOptions {
  /** Number of stages. */
  readonly stages: number;
  readonly microbatches: number;
  /** Seconds that bytes take from a stage to the next one. */
  readonly transfer: (bytes: number, stage: number) => number;
  /** Bytes that a device may hold. */
  readonly memory: number;
  /** So many microbatches a stage has in flight at most. */
  readonly inFlight: (stage: number) => number;
  /** Positions at which a stage may begin, in order; by default the best ones. */
  readonly places?: readonly number[];
}

/** Runs of positions, each a stage. */
export interface StageCuts {
  /** The position at which each stage begins; the first one at 0. */
  readonly starts: readonly number[];
  /** Seconds of the stage that takes longest for a microbatch. */
  readonly longest: number;
  /** Seconds of all stages for a microbatch, with what goes between them. */
  readonly total: number;
  /** Bytes that the stage holds that holds most. */
  readonly bytes: number;
}

/** So many places to begin a stage are considered: those that least goes across. */
const MOST_PLACES = 300;

/** So many limits of the longest stage are tried. */
const MOST_LIMITS = 24;

/**
 * Cuts a program into stages so that all microbatches take the least time: the time of one through all stages, and of the
 * longest stage for each other one. For each limit of the longest stage, what goes between stages is minimised by dynamic
 * programming over the positions at which a stage ends.
 *
 * @returns `null` if no stages fit into memory, or there are too few positions.
 */
export function stageCuts(costs: PositionCosts, options: CutOptions): StageCuts | null {
  const places = options.places ?? bestPlaces(costs, options.stages);
  const table = new StageTable(costs, [...places, costs.forward.length - 1], options);
  const limits = table.limits();
  let best: StageCuts | null = null;
  const timeOf = ({ longest, total }: StageCuts): number => (options.microbatches - 1) * longest + total;
  for (const limit of limits) {
    checkInterrupt();
    const found = table.within(limit);
    if (found !== null && (best === null || timeOf(found) < timeOf(best))) best = found;
  }
  return best;
}

/** Local minima of what goes across, and the start. */
function bestPlaces({ crossing, forward }: PositionCosts, stages: number): number[] {
  const length = forward.length - 1;
  const inner = Array.from({ length: Math.max(0, length - 1) }, (_, i) => i + 1);
  const most = Math.max(MOST_PLACES, stages);
  if (inner.length <= most) return [0, ...inner];
  // Of each run of positions, that which least goes across.
  const run = Math.ceil(inner.length / most);
  const chosen = new Set<number>();
  for (let from = 1; from < length; from += run) {
    let at = from;
    for (let own = from; own < Math.min(length, from + run); own++)
      if (crossing[own]! < crossing[at]!) at = own;
    chosen.add(at);
  }
  return [0, ...[...chosen].sort((a, b) => a - b)];
}

class StageTable {
  readonly #options: CutOptions;
  /** Positions where a stage may begin, and the end. */
  readonly #places: readonly number[];
  /** Sums up to each place. */
  readonly #seconds: Float64Array;
  readonly #held: Float64Array;
  readonly #kept: Float64Array;
  readonly #crossing: Float64Array;

  constructor(costs: PositionCosts, places: readonly number[], options: CutOptions) {
    this.#options = options;
    this.#places = places;
    const both = costs.forward.map((own, i) => own + costs.backward[i]!);
    this.#seconds = sumsAt(both, places);
    this.#held = sumsAt(costs.held, places);
    this.#kept = sumsAt(costs.kept, places);
    this.#crossing = Float64Array.from(places, (at) => costs.crossing[at]!);
  }

  #secondsOf(from: number, to: number): number {
    return this.#seconds[to]! - this.#seconds[from]!;
  }

  #bytesOf(stage: number, from: number, to: number): number {
    const kept = this.#kept[to]! - this.#kept[from]!;
    return this.#held[to]! - this.#held[from]! + this.#options.inFlight(stage) * kept;
  }

  /** From the least that the longest stage may take on, in small steps. */
  limits(): number[] {
    const { stages } = this.#options;
    const all = this.#secondsOf(0, this.#places.length - 1);
    let [low, high] = [all / stages, all];
    if (this.within(high) === null) return [];
    for (let round = 0; round < 20; round++) {
      const middle = (low + high) / 2;
      if (this.within(middle) === null) low = middle;
      else high = middle;
    }
    const limits = [high];
    while (limits.length < MOST_LIMITS && limits.at(-1)! < all) limits.push(limits.at(-1)! * 1.02);
    return limits;
  }

  /** The stages of which none takes longer, and between which the least goes. */
  within(limit: number): StageCuts | null {
    const { stages, memory, transfer } = this.#options;
    const last = this.#places.length - 1;
    const slack = 1 + 1e-9;
    let best = new Float64Array(last + 1).fill(Infinity);
    best[0] = 0;
    const from: Int32Array[] = [];
    for (let stage = 0; stage < stages; stage++) {
      const next = new Float64Array(last + 1).fill(Infinity);
      const origin = new Int32Array(last + 1).fill(-1);
      for (let end = stage + 1; end <= last; end++) {
        for (let start = end - 1; start >= stage; start--) {
          if (this.#secondsOf(start, end) > limit * slack) break;
          const before = best[start]!;
          if (before === Infinity || this.#bytesOf(stage, start, end) > memory) continue;
          const cost = before + (start === 0 ? 0 : transfer(this.#crossing[start]!, stage - 1));
          if (cost >= next[end]!) continue;
          next[end] = cost;
          origin[end] = start;
        }
      }
      best = next;
      from.push(origin);
    }
    if (best[last] === Infinity) return null;
    const starts: number[] = [];
    let [longest, bytes, end] = [0, 0, last];
    for (let stage = stages - 1; stage >= 0; stage--) {
      const start = from[stage]![end]!;
      longest = Math.max(longest, this.#secondsOf(start, end));
      bytes = Math.max(bytes, this.#bytesOf(stage, start, end));
      starts.unshift(this.#places[start]!);
      end = start;
    }
    return { starts, longest, total: this.#secondsOf(0, last) + best[last]!, bytes };
  }
}

/** What costs up to each place add up to. */
function sumsAt(costs: Float64Array, places: readonly number[]): Float64Array {
  let [sum, at] = [0, 0];
  return Float64Array.from(places, (place) => {
    while (at < place) sum += costs[at++]!;
    return sum;
  });
}
