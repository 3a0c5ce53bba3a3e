import type { MachineDevice } from '@shardform/cost-model';
import { checkInterrupt } from '@shardform/ir-core';

import type { ShardingProblem } from '../problem/sharding-problem.ts';
import type { ByTensor } from '../problem/held-tensors.ts';
import type { Slack } from '../problem/slack.ts';
import { FusedKernels } from './fused-kernels.ts';
import { flowStates } from './flow-states.ts';
import { type PeakResidence, Residence } from './residence.ts';
import type { OutlineEntry, StepOutline, Use } from './step-outline.ts';
import { type TensorCopy, tensorCopies } from './tensor-copies.ts';

/** Seconds of communication, and of these the ones in which nothing is computed. */
export interface CommunicationShare {
  readonly seconds: number;
  readonly exposed: number;
}

type Spent = { -readonly [K in keyof CommunicationShare]: number };

/** A collective, by when it takes place. */
interface Collective {
  readonly start: number;
  readonly end: number;
  readonly spent: Spent;
}

/** What a plan is expected to take, without partitioning the program. */
export interface StepEstimate extends PeakResidence {
  readonly seconds: number;
  readonly communication: Readonly<Record<Slack, CommunicationShare>>;
  /** By class, of the reductions of its members. */
  readonly ofClasses: readonly CommunicationShare[];
  /** By flow of classes, of its reshards. */
  readonly ofFlows: readonly CommunicationShare[];
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

/** What is held is worked out for those who ask. */
class EstimatedStep implements StepEstimate {
  readonly seconds: number;
  readonly communication: StepEstimate['communication'];
  readonly ofClasses: StepEstimate['ofClasses'];
  readonly ofFlows: StepEstimate['ofFlows'];
  readonly #residenceOf: () => Residence;
  #residence: Residence | null = null;

  constructor(
    seconds: number,
    { communication, ofClasses, ofFlows }: Pick<StepEstimate, 'communication' | 'ofClasses' | 'ofFlows'>,
    residenceOf: () => Residence,
  ) {
    this.seconds = seconds;
    this.communication = communication;
    [this.ofClasses, this.ofFlows] = [ofClasses, ofFlows];
    this.#residenceOf = residenceOf;
  }

  get peakBytes(): number {
    return (this.#residence ??= this.#residenceOf()).peakBytes;
  }

  readonly heldAtPeak = (): ByTensor => (this.#residence ??= this.#residenceOf()).heldAtPeak();
}

class Estimating {
  readonly #problem: ShardingProblem;
  readonly #outline: StepOutline;
  readonly #choices: readonly number[];
  readonly #options: EstimateOptions;
  readonly #kernels: FusedKernels;
  /** By tensor, when it is there. */
  readonly #ready: Float64Array;
  /** By number of the flow. */
  readonly #needed: readonly (TensorCopy | null)[];
  /** When copies are there. */
  readonly #copies = new Map<TensorCopy, number>();
  readonly #collectives: Collective[] = [];
  readonly #ofClasses: readonly Spent[];
  readonly #ofFlows: readonly Spent[];
  #computing = 0;
  #communicating = 0;

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
    const states = flowStates(problem, choices, outline.places);
    this.#needed = tensorCopies(problem, choices, outline.places, states);
    this.#kernels = new FusedKernels({ problem, outline, choices, states }, options.axisSizes);
    this.#ready = new Float64Array(outline.tensorCount);
    const nothing = (): Spent => ({ seconds: 0, exposed: 0 });
    this.#ofClasses = problem.classes.map(nothing);
    this.#ofFlows = problem.flows.map(nothing);
  }

  run(): StepEstimate {
    const { entries, tied } = this.#outline;
    checkInterrupt();
    for (let i = 0; i < entries.length; i++) this.#execute(entries[i]!, i);
    for (const use of tied) this.#use(use, 1);
    // What is communicated last is waited for.
    this.#waitUntil(this.#communicating);
    const [ofClasses, ofFlows] = [this.#ofClasses, this.#ofFlows];
    const parts = { ofClasses, ofFlows, communication: this.#bySlack() };
    return new EstimatedStep(this.#computing, parts, () => {
      return new Residence(this.#outline, this.#kernels, this.#needed);
    });
  }

  #bySlack(): Record<Slack, Spent> {
    const sums: Record<Slack, Spent> = {
      early: { seconds: 0, exposed: 0 },
      between: { seconds: 0, exposed: 0 },
      late: { seconds: 0, exposed: 0 },
    };
    const add = ({ slack }: { readonly slack: Slack }, { seconds, exposed }: Spent): void => {
      sums[slack].seconds += seconds;
      sums[slack].exposed += exposed;
    };
    for (const [i, own] of this.#problem.classes.entries()) add(own, this.#ofClasses[i]!);
    for (const [i, own] of this.#problem.flows.entries()) add(own, this.#ofFlows[i]!);
    return sums;
  }

  #execute(entry: OutlineEntry, number: number): void {
    const { times, first, tensors, uses, class: own } = entry;
    let ready = 0;
    for (const use of uses) ready = Math.max(ready, this.#use(use, times));
    const { communication } = this.#problem.classes[own]!.strategies[this.#choices[own]!]!;
    if (entry.cost !== null && this.#kernels.fused[number] === 0)
      ready = this.#compute(times * this.#kernels.secondsOf(number, this.#options.device), ready);
    if (communication > 0) ready = this.#communicate(times * communication, ready, this.#ofClasses[own]!);
    for (let tensor = first; tensor < first + tensors; tensor++) this.#ready[tensor] = ready;
  }

  /** Returns when a tensor is there, or the copy of it that is split as it is needed. */
  #use({ tensor, number }: Use, times: number): number {
    const copy = this.#needed[number] ?? null;
    if (copy === null) return this.#ready[tensor]!;
    const known = this.#copies.get(copy);
    if (known !== undefined) return known;
    let ready = (copy.source === null ? undefined : this.#copies.get(copy.source)) ?? this.#ready[tensor]!;
    const spent = this.#ofFlows[this.#problem.flowNumbers[number]!]!;
    if (copy.communication > 0) ready = this.#communicate(times * copy.communication, ready, spent);
    if (copy.kernels > 0) ready = this.#compute(times * copy.kernels, ready);
    this.#copies.set(copy, ready);
    return ready;
  }

  /** Returns when it is done. */
  #compute(seconds: number, from: number): number {
    this.#waitUntil(from);
    this.#computing += seconds;
    return this.#computing;
  }

  /** Until then nothing is computed: the collectives that take place are exposed. */
  #waitUntil(time: number): void {
    if (time <= this.#computing) return;
    for (let i = this.#collectives.length - 1; i >= 0; i--) {
      const { start, end, spent } = this.#collectives[i]!;
      if (end <= this.#computing) break;
      spent.exposed += Math.max(0, Math.min(end, time) - Math.max(start, this.#computing));
    }
    this.#computing = time;
  }

  /** Returns when it is done. */
  #communicate(seconds: number, from: number, spent: Spent): number {
    const start = Math.max(this.#communicating, from);
    this.#communicating = start + seconds;
    spent.seconds += seconds;
    this.#collectives.push({ start, end: this.#communicating, spent });
    return this.#communicating;
  }
}
