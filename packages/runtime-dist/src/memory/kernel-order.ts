import type { Operation } from '@shardform/ir-core';
import type { GraphValue, Kernel, KernelSequence } from './hlo-graph.ts';
import { lookUp } from '@shardform/ir-core';

/**
 * The schedule of kernels and the live ranges of values: positions in the order of all kernels, those of regions before
 * their owner's.
 */
export class KernelOrder {
  /** After the last kernel. */
  readonly end: number;
  readonly #operations: (Operation | null)[] = [];
  readonly #at = new Map<Kernel, number>();
  readonly #start = new Map<Kernel, number>();
  readonly #begin = new Map<KernelSequence, number>();
  readonly #lastUse = new Map<GraphValue, number>();
  readonly #producer = new Map<GraphValue, Kernel>();
  readonly #users = new Map<GraphValue, Kernel[]>();
  readonly #sequenceOf = new Map<Kernel, KernelSequence>();
  #next = 0;

  readonly #isSequential: boolean;

  /** @param isSequential true if kernels run one after the other, so that the order decides which comes first. */
  constructor(program: KernelSequence, isSequential: boolean) {
    this.#isSequential = isSequential;
    this.#number(program);
    this.end = this.#next;
  }

  /** The operation of the kernel at a position; `null` for the end, and for kernels that stand for no operation. */
  operationAt(position: number): Operation | null {
    return this.#operations[position] ?? null;
  }

  /** The position of a kernel. */
  at(kernel: Kernel): number {
    return lookUp(this.#at, kernel);
  }

  /** The position of the first kernel in a kernel's regions, or else of the kernel. */
  startOf(kernel: Kernel): number {
    return lookUp(this.#start, kernel);
  }

  /** The position of the first kernel of a sequence. */
  begin(sequence: KernelSequence): number {
    return lookUp(this.#begin, sequence);
  }

  /** The position of a value's last use; -1 if it is unused. */
  lastUse(value: GraphValue): number {
    return this.#lastUse.get(value) ?? -1;
  }

  /** The position from which a value is live; `undefined` for parameters and constants. */
  producedAt(value: GraphValue): number | undefined {
    const producer = this.#producer.get(value);
    return producer === undefined ? undefined : this.startOf(producer);
  }

  /** The operation that makes a value; `null` for parameters, and for what no operation stands for. */
  makerOf(value: GraphValue): Operation | null {
    return this.#producer.get(value)?.node.op ?? null;
  }

  /** Returns whether a kernel of the sequence itself produces a value. */
  isProducedIn(sequence: KernelSequence, value: GraphValue): boolean {
    const producer = this.#producer.get(value);
    return producer !== undefined && this.#sequenceOf.get(producer) === sequence;
  }

  /**
   * Returns whether a value can be written in place of another: all other readers of that one precede it, unless kernels run one after
   * the other whatever the order of independent kernels, and the kernel that writes may do so in place.
   */
  isOverwritable(old: GraphValue, value: GraphValue): boolean {
    const producer = this.#producer.get(value);
    if (producer === undefined) return false;
    const users = this.#users.get(old) ?? [];
    const others = new Set(users.filter((user) => user !== producer));
    if (users.includes(producer) && !mayWriteInPlace(producer, old, value)) return false;
    if (others.size === 0) return true;
    if (this.#isSequential) return [...others].every((user) => this.at(user) < this.at(producer));
    const seen = new Set<Kernel>([producer]);
    for (const kernel of seen) {
      for (const operand of kernel.operands) {
        const before = this.#producer.get(operand);
        if (before === undefined || seen.has(before)) continue;
        seen.add(before);
        others.delete(before);
        if (others.size === 0) return true;
      }
    }
    return false;
  }

  /** The position up to which a kernel reads an operand. */
  #readUntil(kernel: Kernel, operand: GraphValue): number {
    const { kind, operands, results } = kernel.node;
    const isInitial = kind === 'stablehlo.while' && operands.lastIndexOf(operand) < results.length;
    // Kernels that run one after the other read what a loop begins with before its first iteration.
    return this.#isSequential && isInitial ? this.startOf(kernel) : this.#next;
  }

  #number(sequence: KernelSequence): void {
    this.#begin.set(sequence, this.#next);
    for (const kernel of sequence.kernels) {
      this.#start.set(kernel, this.#next);
      this.#sequenceOf.set(kernel, sequence);
      for (const body of kernel.bodies) this.#number(body);
      this.#at.set(kernel, this.#next);
      this.#operations[this.#next] = kernel.node.op;
      for (const operand of kernel.operands) {
        this.#lastUse.set(operand, this.#readUntil(kernel, operand));
        const users = this.#users.get(operand);
        if (users === undefined) this.#users.set(operand, [kernel]);
        else users.push(kernel);
      }
      for (const result of kernel.results) this.#producer.set(result, kernel);
      this.#next += 1;
    }
    for (const result of sequence.results) this.#lastUse.set(result, this.#next);
  }
}

/** Returns whether a kernel can write a result where it reads an operand. */
export function mayWriteInPlace(kernel: Omit<Kernel, 'bodies'>, old: GraphValue, value: GraphValue): boolean {
  if (kernel.node.kind !== 'stablehlo.while') return kernel.shares.get(old) === value;
  // A loop carries a value in place if it has no other use.
  const uses = kernel.node.operands.filter((operand) => operand === old);
  return uses.length === 1 && kernel.node.operands.indexOf(old) === kernel.results.indexOf(value);
}
