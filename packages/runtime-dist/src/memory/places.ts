import type { GraphValue, Kernel, KernelSequence } from './hlo-graph.ts';

/** When kernels run and values are needed: places in the order of all kernels, those of regions before their owner's. */
export class Places {
  /** After the last kernel. */
  readonly end: number;
  readonly #at = new Map<Kernel, number>();
  readonly #start = new Map<Kernel, number>();
  readonly #begin = new Map<KernelSequence, number>();
  readonly #lastUse = new Map<GraphValue, number>();
  readonly #maker = new Map<GraphValue, Kernel>();
  readonly #users = new Map<GraphValue, Kernel[]>();
  readonly #sequenceOf = new Map<Kernel, KernelSequence>();
  #next = 0;

  constructor(program: KernelSequence) {
    this.#number(program);
    this.end = this.#next;
  }

  /** When a kernel is done. */
  at(kernel: Kernel): number {
    return this.#at.get(kernel)!;
  }

  /** When the first kernel of a kernel's regions runs, or itself. */
  startOf(kernel: Kernel): number {
    return this.#start.get(kernel)!;
  }

  /** When the first kernel of a sequence runs. */
  begin(sequence: KernelSequence): number {
    return this.#begin.get(sequence)!;
  }

  /** When a value is needed for the last time; before everything if it isn't. */
  lastUse(value: GraphValue): number {
    return this.#lastUse.get(value) ?? -1;
  }

  /** When a value is there; `undefined` for parameters and constants. */
  made(value: GraphValue): number | undefined {
    const maker = this.#maker.get(value);
    return maker === undefined ? undefined : this.startOf(maker);
  }

  /** Whether a kernel of the sequence itself makes a value. */
  isMadeIn(sequence: KernelSequence, value: GraphValue): boolean {
    const maker = this.#maker.get(value);
    return maker !== undefined && this.#sequenceOf.get(maker) === sequence;
  }

  /**
   * Whether a value can be written where another is: everybody else who reads that one does it before, whatever the
   * order of kernels that don't depend on each other, and the kernel that writes may do so in place.
   */
  isOverwritable(old: GraphValue, value: GraphValue): boolean {
    const maker = this.#maker.get(value);
    if (maker === undefined) return false;
    const users = this.#users.get(old) ?? [];
    const others = new Set(users.filter((user) => user !== maker));
    if (users.includes(maker) && !mayWriteInPlace(maker, old, value)) return false;
    if (others.size === 0) return true;
    const seen = new Set<Kernel>([maker]);
    for (const kernel of seen) {
      for (const operand of kernel.operands) {
        const before = this.#maker.get(operand);
        if (before === undefined || seen.has(before)) continue;
        seen.add(before);
        others.delete(before);
        if (others.size === 0) return true;
      }
    }
    return false;
  }

  #number(sequence: KernelSequence): void {
    this.#begin.set(sequence, this.#next);
    for (const kernel of sequence.kernels) {
      this.#start.set(kernel, this.#next);
      this.#sequenceOf.set(kernel, sequence);
      for (const body of kernel.bodies) this.#number(body);
      this.#at.set(kernel, this.#next);
      for (const operand of kernel.operands) {
        this.#lastUse.set(operand, this.#next);
        const users = this.#users.get(operand);
        if (users === undefined) this.#users.set(operand, [kernel]);
        else users.push(kernel);
      }
      for (const result of kernel.results) this.#maker.set(result, kernel);
      this.#next += 1;
    }
    for (const result of sequence.results) this.#lastUse.set(result, this.#next);
  }
}

function mayWriteInPlace(kernel: Kernel, old: GraphValue, value: GraphValue): boolean {
  if (kernel.node.kind !== 'stablehlo.while') return kernel.shares.get(old) === value;
  // A loop carries a value in place if it isn't also used otherwise.
  const uses = kernel.node.operands.filter((operand) => operand === old);
  return uses.length === 1 && kernel.node.operands.indexOf(old) === kernel.results.indexOf(value);
}
