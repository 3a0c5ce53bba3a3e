import { checkInterrupt } from '@shardform/ir-core';
import type { MachineDevice } from '@shardform/runtime-dist';
import { partsOf, splitsKey } from '../problem/dim-splits.ts';
import type { ClassFlow, ShardingProblem } from '../problem/sharding-problem.ts';
import type { Slack } from '../problem/slack.ts';
import { FusedKernels } from './fused-kernels.ts';
import { type HeldTensors, Residence } from './residence.ts';
import type { OutlineEntry, StepOutline, Use } from './step-outline.ts';

/** Seconds of communication, and of these the ones in which nothing is computed. */
export interface CommunicationShare {
  readonly seconds: number;
  readonly exposed: number;
}

/** What a plan is expected to take, without partitioning the program. */
export interface StepEstimate {
  readonly seconds: number;
  readonly communication: Readonly<Record<Slack, CommunicationShare>>;
  readonly peakBytes: number;
  /** What is held when most is. */
  readonly held: HeldTensors;
}

/** The machine's part of an estimate. */
export interface EstimateOptions {
  readonly axisSizes: readonly number[];
  readonly device: MachineDevice;
}

/**
 * Estimates what a plan takes: a device computes in the order of the program and communicates at the same time, in that
 * order, too. A loop's body takes its time as often as it is executed. Devices do the same, so that one stands for all.
 *
 * @param choices the number of the strategy by class.
 * @throws Interrupted
 */
export function estimateStep(
  problem: ShardingProblem,
  outline: StepOutline,
  choices: readonly number[],
  options: EstimateOptions,
): StepEstimate {
  return new Estimating(problem, outline, choices, options).run();
}

class Estimating {
  readonly #problem: ShardingProblem;
  readonly #outline: StepOutline;
  readonly #choices: readonly number[];
  readonly #options: EstimateOptions;
  readonly #kernels: FusedKernels;
  readonly #residence: Residence;
  /** By tensor, when it is there, and what it waited for. */
  readonly #ready: Float64Array;
  readonly #cause: (Slack | null)[];
  /** By tensor and how it is split, when a copy that was made for a user is there. */
  readonly #copies = new Map<string, number>();
  readonly #spent: Record<Slack, { seconds: number; exposed: number }> = {
    early: { seconds: 0, exposed: 0 },
    between: { seconds: 0, exposed: 0 },
    late: { seconds: 0, exposed: 0 },
  };
  #computing = 0;
  #communicating = 0;
  #last: Slack = 'late';
  #start = 0;
  #waitedFor: Slack | null = null;

  constructor(
    problem: ShardingProblem,
    outline: StepOutline,
    choices: readonly number[],
    options: EstimateOptions,
  ) {
    this.#problem = problem;
    this.#outline = outline;
    this.#choices = choices;
    this.#options = options;
    this.#kernels = new FusedKernels(problem, outline, choices, options.axisSizes);
    this.#residence = new Residence(outline, this.#kernels);
    this.#ready = new Float64Array(outline.tensorCount);
    this.#cause = new Array<Slack | null>(outline.tensorCount).fill(null);
  }

  run(): StepEstimate {
    const { entries, tied } = this.#outline;
    checkInterrupt();
    for (const [i, entry] of entries.entries()) this.#execute(entry, i);
    for (const use of tied) this.#use(use, 1, entries.length - 1);
    // What is communicated last is waited for.
    const seconds = Math.max(this.#computing, this.#communicating);
    this.#spent[this.#last].exposed += seconds - this.#computing;
    return { seconds, communication: this.#spent, ...this.#residence.peak() };
  }

  #execute(entry: OutlineEntry, number: number): void {
    const { times, first, tensors, uses, class: own } = entry;
    this.#start = 0;
    this.#waitedFor = null;
    for (const use of uses) this.#use(use, times, number);
    const { communication } = this.#problem.classes[own]!.strategies[this.#choices[own]!]!;
    let ready = this.#start;
    let cause: Slack | null = this.#waitedFor;
    if (entry.cost !== null && !this.#kernels.isFused(number)) {
      const seconds = times * this.#kernels.secondsOf(number, this.#options.device);
      ready = this.#compute(seconds);
      cause = null;
    }
    if (communication > 0) {
      const { slack } = this.#problem.classes[own]!;
      ready = this.#communicate(times * communication, ready, slack);
      cause = slack;
    }
    this.#ready.fill(ready, first, first + tensors);
    for (let tensor = first; tensor < first + tensors; tensor++) this.#cause[tensor] = cause;
  }

  /** Waits for a tensor, which is resharded if it is not split as it is needed. */
  #use({ tensor, flow }: Use, times: number, user: number): void {
    const at = this.#placeIn(flow);
    const communication = flow.communication[at]!;
    const kernels = flow.kernels[at]!;
    const ready = this.#ready[tensor]!;
    if (communication === 0 && kernels === 0) {
      this.#waitFor(ready, this.#cause[tensor]!);
      return;
    }
    const splits = flow.needed[flow.columns[this.#choices[flow.b]!]!]!;
    const key = `${tensor} ${splitsKey(splits)}`;
    let copy = this.#copies.get(key);
    if (copy === undefined) {
      copy = communication > 0 ? this.#communicate(times * communication, ready, flow.slack) : ready;
      if (kernels > 0) copy = this.#compute(times * kernels, copy, flow.slack);
      this.#copies.set(key, copy);
    }
    this.#residence.holdCopy(key, user, () => flow.bytes / partsOf(splits, this.#options.axisSizes));
    this.#waitFor(copy, communication > 0 ? flow.slack : this.#cause[tensor]!);
  }

  #placeIn({ a, b, rows, columns, needed }: ClassFlow): number {
    return rows[this.#choices[a]!]! * needed.length + columns[this.#choices[b]!]!;
  }

  #waitFor(time: number, cause: Slack | null): void {
    if (time <= this.#start) return;
    this.#start = time;
    this.#waitedFor = cause;
  }

  /** Returns when it is done. */
  #compute(seconds: number, from = this.#start, cause = this.#waitedFor): number {
    if (from > this.#computing) {
      if (cause !== null) this.#spent[cause].exposed += from - this.#computing;
      this.#computing = from;
    }
    this.#computing += seconds;
    return this.#computing;
  }

  /** Returns when it is done. */
  #communicate(seconds: number, from: number, slack: Slack): number {
    this.#communicating = Math.max(this.#communicating, from) + seconds;
    this.#spent[slack].seconds += seconds;
    this.#last = slack;
    return this.#communicating;
  }
}
