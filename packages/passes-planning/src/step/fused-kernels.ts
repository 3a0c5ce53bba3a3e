import { kernelSeconds, type MachineDevice } from '@shardform/cost-model';
import { partsOf } from '../problem/dim-splits.ts';
import type { Strategy } from '../problem/op-strategies.ts';
import type { ShardingProblem } from '../problem/sharding-problem.ts';
import type { FlowStates } from './flow-states.ts';
import type { OutlineEntry, StepOutline } from './step-outline.ts';

/**
 * As in simulations, so many operations are one kernel at most, and an operation is copied into so many kernels, or any
 * number if it reads less than it makes.
 */
const [LARGEST_FUSION, MOST_COPIES] = [64, 8];

/** Bytes on one device. */
interface LocalBytes {
  readonly operands: readonly number[];
  readonly results: readonly number[];
  /** Of all results. */
  readonly written: number;
}

/** A plan, and what it makes of the flows of classes. */
export interface FollowedPlan {
  readonly problem: ShardingProblem;
  readonly outline: StepOutline;
  /** By class, the number of the strategy. */
  readonly choices: readonly number[];
  readonly states: FlowStates;
}

/**
 * Which operations are computed inside of their users when a plan is followed, and what the kernels of the others do.
 * Operations are fused as in simulations; what is communicated has to be written.
 */
export class FusedKernels {
  /** By entry, 1 for one that is computed inside of its users. */
  readonly fused: Uint8Array;
  /** By entry, the last one that reads its operands: itself, unless it is fused. */
  readonly readAt: Int32Array;
  readonly #plan: FollowedPlan;
  readonly #axisSizes: readonly number[];
  /** By class. */
  readonly #local: (LocalBytes | undefined)[] = [];
  /** By tensor, the last kernel that was found to read it. */
  readonly #readBy: Int32Array;

  constructor(plan: FollowedPlan, axisSizes: readonly number[]) {
    this.#plan = plan;
    this.#axisSizes = axisSizes;
    const { entries, tensorCount } = plan.outline;
    this.fused = new Uint8Array(entries.length);
    this.readAt = new Int32Array(entries.length);
    this.#readBy = new Int32Array(tensorCount).fill(-1);
    // By entry, the kernels that it is a part of unless that is its own one, and the number of parts of its kernel.
    const kernelsOf: (readonly number[] | undefined)[] = [];
    const parts = new Int32Array(entries.length);
    for (let i = entries.length - 1; i >= 0; i--) {
      const entry = entries[i]!;
      this.readAt[i] = i;
      if (!this.#canFuse(entry)) continue;
      const kernels = kernelsOfUsers(entry.users, kernelsOf);
      const mostCopies = entry.role === 'dear' ? 1 : this.#growsIn(entry) ? Infinity : MOST_COPIES;
      if (kernels.length > mostCopies) continue;
      if (kernels.some((kernel) => parts[kernel]! >= LARGEST_FUSION)) continue;
      for (const kernel of kernels) parts[kernel]!++;
      kernelsOf[i] = kernels;
      this.fused[i] = 1;
      for (const user of entry.users)
        if (this.readAt[user]! > this.readAt[i]!) this.readAt[i] = this.readAt[user]!;
    }
  }

  /** Bytes of the tensors of an entry on one device. */
  localResults(entry: number): readonly number[] {
    return this.#localOf(this.#plan.outline.entries[entry]!).results;
  }

  /** Bytes of partial results of an entry on one device. */
  partialBytes(entry: number): number {
    return this.#strategyOf(this.#plan.outline.entries[entry]!).partialBytes;
  }

  /** Seconds of one execution of an entry that is not fused. */
  secondsOf(number: number, device: MachineDevice): number {
    const entry = this.#plan.outline.entries[number]!;
    const { cost } = entry;
    if (cost === null) return 0;
    const { parts } = this.#strategyOf(entry);
    const written = cost.writes === null ? this.#localOf(entry).written : cost.writes / parts;
    const bytes = written + this.#read(entry, number);
    const { launches, flops, arithmetic } = cost;
    return kernelSeconds(device, { launches, flops: flops / parts, arithmetic, bytes });
  }

  /** Bytes that an entry reads in a kernel, each tensor once. */
  #read(entry: OutlineEntry, kernel: number): number {
    const { operands } = this.#localOf(entry);
    let bytes = 0;
    for (const { tensor, maker, flow } of entry.uses) {
      if (this.#readBy[tensor] === kernel) continue;
      this.#readBy[tensor] = kernel;
      bytes +=
        this.fused[maker] === 1
          ? this.#read(this.#plan.outline.entries[maker]!, kernel)
          : (operands[flow.operand] ?? 0);
    }
    for (const operand of entry.others) bytes += operands[operand]!;
    return bytes;
  }

  /** Whether an entry reads less than it makes. */
  #growsIn(entry: OutlineEntry): boolean {
    const { operands, written } = this.#localOf(entry);
    return sum(operands) < written;
  }

  #canFuse(entry: OutlineEntry): boolean {
    if (!entry.mayFuse || this.#strategyOf(entry).communication > 0) return false;
    const { communication } = this.#plan.states;
    for (const flow of entry.outgoing) if (communication[flow] !== 0) return false;
    return true;
  }

  #strategyOf({ class: own }: OutlineEntry): Strategy {
    return this.#plan.problem.classes[own]!.strategies[this.#plan.choices[own]!]!;
  }

  #localOf(entry: OutlineEntry): LocalBytes {
    let local = this.#local[entry.class];
    if (local === undefined) {
      const { operands, results } = this.#strategyOf(entry);
      const left = entry.resultBytes.map((own, i) => own / partsOf(results[i] ?? [], this.#axisSizes));
      local = {
        operands: entry.operandBytes.map((own, i) => own / partsOf(operands[i] ?? [], this.#axisSizes)),
        ...{ results: left, written: sum(left) },
      };
      this.#local[entry.class] = local;
    }
    return local;
  }
}

function sum(bytes: readonly number[]): number {
  return bytes.reduce((total, own) => total + own, 0);
}

/** The kernels that users are in, each once. */
function kernelsOfUsers(
  users: readonly number[],
  kernelsOf: readonly (readonly number[] | undefined)[],
): readonly number[] {
  const of = (user: number): readonly number[] => kernelsOf[user] ?? [user];
  const [first] = users;
  if (first !== undefined && users.every((user) => user === first)) return of(first);
  return [...new Set(users.flatMap(of))];
}
