import type { MachineDevice } from '@shardform/runtime-dist';
import { partsOf } from '../problem/dim-splits.ts';
import { kernelSeconds } from '../problem/kernel-prices.ts';
import type { Strategy } from '../problem/op-strategies.ts';
import type { ShardingProblem } from '../problem/sharding-problem.ts';
import type { OutlineEntry, StepOutline } from './step-outline.ts';

/** As in simulations, so many operations are one kernel at most, and an operation is copied into so many kernels. */
const [LARGEST_FUSION, MOST_COPIES] = [64, 8];

/** Bytes on one device. */
interface LocalBytes {
  readonly operands: readonly number[];
  readonly results: readonly number[];
}

/**
 * Which operations are computed inside of their users when a plan is followed, and what the kernels of the others do.
 * Operations are fused as in simulations; what is communicated has to be written.
 */
export class FusedKernels {
  readonly #problem: ShardingProblem;
  readonly #outline: StepOutline;
  readonly #choices: readonly number[];
  readonly #axisSizes: readonly number[];
  readonly #isFused: Uint8Array;
  /** By entry, the last one that reads its operands: itself, unless it is fused. */
  readonly #readAt: Int32Array;
  readonly #local = new Map<number, LocalBytes>();
  /** By tensor, the last kernel that was found to read it. */
  readonly #readBy: Int32Array;

  constructor(
    problem: ShardingProblem,
    outline: StepOutline,
    choices: readonly number[],
    axisSizes: readonly number[],
  ) {
    this.#problem = problem;
    this.#outline = outline;
    this.#choices = choices;
    this.#axisSizes = axisSizes;
    const { entries } = outline;
    this.#isFused = new Uint8Array(entries.length);
    this.#readAt = Int32Array.from(entries.keys());
    this.#readBy = new Int32Array(outline.tensorCount).fill(-1);
    // By entry, the kernels that it is a part of, and the number of parts of its kernel.
    const kernelsOf = entries.map((_, i): readonly number[] => [i]);
    const parts = new Int32Array(entries.length);
    for (let i = entries.length - 1; i >= 0; i--) {
      if (!this.#canFuse(entries[i]!, i)) continue;
      const kernels = [...new Set(entries[i]!.users.flatMap((user) => kernelsOf[user]!))];
      if (kernels.length > (entries[i]!.role === 'dear' ? 1 : MOST_COPIES)) continue;
      if (kernels.some((kernel) => parts[kernel]! >= LARGEST_FUSION)) continue;
      for (const kernel of kernels) parts[kernel]!++;
      kernelsOf[i] = kernels;
      this.#isFused[i] = 1;
      this.#readAt[i] = entries[i]!.users.reduce((last, user) => Math.max(last, this.#readAt[user]!), i);
    }
  }

  isFused(entry: number): boolean {
    return this.#isFused[entry] === 1;
  }

  /** The entry at which the operands of one are read for the last time. */
  readAt(entry: number): number {
    return this.#readAt[entry]!;
  }

  /** Bytes of the tensors of an entry on one device. */
  localResults(entry: OutlineEntry): readonly number[] {
    return this.#localOf(entry).results;
  }

  /** Seconds of one execution of an entry that is not fused. */
  secondsOf(number: number, device: MachineDevice): number {
    const entry = this.#outline.entries[number]!;
    const { cost } = entry;
    if (cost === null) return 0;
    const strategy = this.#strategyOf(entry);
    const { results } = this.#localOf(entry);
    const written =
      cost.writes === null ? results.reduce((sum, own) => sum + own, 0) : cost.writes / strategy.parts;
    const bytes = written + this.#read(entry, number);
    return kernelSeconds(device, cost.launches, cost.flops / strategy.parts, bytes);
  }

  /** Bytes that an entry reads in a kernel, each tensor once. */
  #read(entry: OutlineEntry, kernel: number): number {
    const { operands } = this.#localOf(entry);
    let bytes = 0;
    const made = new Set<number>();
    for (const { tensor, maker, flow } of entry.uses) {
      made.add(flow.operand);
      if (this.#readBy[tensor] === kernel) continue;
      this.#readBy[tensor] = kernel;
      bytes +=
        this.#isFused[maker] === 1
          ? this.#read(this.#outline.entries[maker]!, kernel)
          : (operands[flow.operand] ?? 0);
    }
    for (const [i, own] of operands.entries()) if (!made.has(i)) bytes += own;
    return bytes;
  }

  #canFuse(entry: OutlineEntry, number: number): boolean {
    const { role, users, tensors, isReturned, item } = entry;
    if (role === 'none' || role === 'root' || tensors !== 1 || isReturned || users.length === 0) return false;
    if (role === 'dear' && new Set(users).size > 1) return false;
    if (this.#strategyOf(entry).communication > 0) return false;
    const { entries } = this.#outline;
    return users.every((user) => {
      const other = entries[user]!;
      if (other.role === 'none' || blockOf(other) !== blockOf({ item })) return false;
      return other.uses.every(({ maker, flow }) => {
        if (maker !== number) return true;
        const at =
          flow.rows[this.#choices[flow.a]!]! * flow.needed.length + flow.columns[this.#choices[flow.b]!]!;
        return flow.communication[at] === 0;
      });
    });
  }

  #strategyOf({ class: own }: OutlineEntry): Strategy {
    return this.#problem.classes[own]!.strategies[this.#choices[own]!]!;
  }

  #localOf(entry: OutlineEntry): LocalBytes {
    let local = this.#local.get(entry.class);
    if (local === undefined) {
      const { operands, results } = this.#strategyOf(entry);
      local = {
        operands: entry.operandBytes.map((own, i) => own / partsOf(operands[i] ?? [], this.#axisSizes)),
        results: entry.resultBytes.map((own, i) => own / partsOf(results[i] ?? [], this.#axisSizes)),
      };
      this.#local.set(entry.class, local);
    }
    return local;
  }
}

function blockOf({ item }: Pick<OutlineEntry, 'item'>): unknown {
  return 'parent' in item ? item.parent : null;
}
