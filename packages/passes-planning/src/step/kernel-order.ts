import type { FusedKernels } from './fused-kernels.ts';
import type { StepOutline } from './step-outline.ts';
import type { TensorCopy } from './tensor-copies.ts';

/** What a kernel reads: tensors as they are made, and copies of others. */
export interface KernelReads {
  readonly tensors: ReadonlySet<number>;
  readonly copies: ReadonlySet<TensorCopy>;
}

/** A group of entries, by number, or a copy. */
type Node = number | TensorCopy;

/**
 * When kernels run and copies are made: in the order in which they become ready, as in estimates of memory, so that what
 * needs arguments only comes first. A loop is done at once, its parts in the order of the program.
 */
export class KernelOrder {
  /** By entry, its place; of one that is computed inside of its users, none that matters. */
  readonly places: Int32Array;
  /** By entry, the last place of the loop that it is in; its own one outside of loops. */
  readonly ends: Int32Array;
  readonly copies = new Map<TensorCopy, number>();
  /** The number of places. */
  readonly length: number;
  readonly #outline: StepOutline;
  readonly #kernels: FusedKernels;
  /** By number of the flow. */
  readonly #needed: readonly (TensorCopy | null)[];
  readonly #reads: (KernelReads | undefined)[] = [];

  constructor(outline: StepOutline, kernels: FusedKernels, needed: readonly (TensorCopy | null)[]) {
    this.#outline = outline;
    this.#kernels = kernels;
    this.#needed = needed;
    const { entries, groups } = outline;
    this.places = new Int32Array(entries.length);
    this.ends = new Int32Array(entries.length);
    const members: number[][] = [];
    for (const i of entries.keys()) (members[groups[i]!] ??= []).push(i);
    let place = 0;
    for (const node of this.#inOrder(members)) {
      if (typeof node !== 'number') {
        this.copies.set(node, place++);
        continue;
      }
      const own = members[node]!;
      for (const [i, entry] of own.entries()) {
        this.places[entry] = place + i;
        this.ends[entry] = place + own.length - 1;
      }
      place += own.length;
    }
    this.length = place;
    // What is copied in a loop is copied for its user.
    for (const i of entries.keys())
      for (const used of kernels.fused[i] === 1 ? [] : this.readsOf(i).copies)
        for (let copy: TensorCopy | null = used; copy !== null && !this.copies.has(copy); copy = copy.source)
          this.copies.set(copy, this.places[i]!);
  }

  /** What the kernel of an entry reads. */
  readsOf(entry: number): KernelReads {
    let known = this.#reads[entry];
    if (known === undefined) {
      const [tensors, copies] = [new Set<number>(), new Set<TensorCopy>()];
      this.#addReads(entry, tensors, copies, new Set());
      this.#reads[entry] = known = { tensors, copies };
    }
    return known;
  }

  #addReads(entry: number, tensors: Set<number>, copies: Set<TensorCopy>, inside: Set<number>): void {
    for (const { tensor, maker, number } of this.#outline.entries[entry]!.uses) {
      const copy = this.#needed[number] ?? null;
      if (copy !== null) copies.add(copy);
      else if (this.#kernels.fused[maker] === 0) tensors.add(tensor);
      else if (!inside.has(maker)) {
        inside.add(maker);
        this.#addReads(maker, tensors, copies, inside);
      }
    }
  }

  #inOrder(members: readonly (readonly number[])[]): readonly Node[] {
    const { entries } = this.#outline;
    const sources = this.#sources(members);
    const users = new Map<Node, Node[]>();
    const missing = new Map<Node, number>();
    for (const [node, own] of sources) {
      let left = 0;
      for (const source of own) {
        if (!sources.has(source)) continue;
        left++;
        const known = users.get(source);
        if (known === undefined) users.set(source, [node]);
        else known.push(node);
      }
      missing.set(node, left);
    }
    const isArgument = (node: Node): boolean =>
      typeof node === 'number' && entries[members[node]![0]!]!.isArgument;
    const free = [...sources.keys()].filter((node) => missing.get(node) === 0);
    const ready = new Set([...free.filter(isArgument), ...free]);
    // The set grows while it is read.
    for (const node of ready)
      for (const user of users.get(node) ?? []) {
        const left = missing.get(user)! - 1;
        missing.set(user, left);
        if (left === 0) ready.add(user);
      }
    return [...new Set([...ready, ...sources.keys()])];
  }

  /** What must be there before a group, or a copy outside of loops. */
  #sources(members: readonly (readonly number[])[]): Map<Node, ReadonlySet<Node>> {
    const { groups, makers } = this.#outline;
    const found = new Map<Node, ReadonlySet<Node>>();
    const addCopy = (copy: TensorCopy): void => {
      if (found.has(copy)) return;
      if (copy.source !== null) addCopy(copy.source);
      found.set(copy, new Set<Node>([copy.source ?? groups[this.#makerOf(copy)]!]));
    };
    for (const [group, own] of members.entries()) {
      const sources = new Set<Node>();
      for (const entry of own) {
        if (this.#kernels.fused[entry] === 1) continue;
        const { tensors, copies } = this.readsOf(entry);
        for (const tensor of tensors) sources.add(groups[makers[tensor]!]!);
        for (const copy of copies) {
          const isOutside = own.length === 1;
          if (isOutside) addCopy(copy);
          sources.add(isOutside ? copy : groups[this.#makerOf(copy)]!);
        }
      }
      sources.delete(group);
      if (own.some((entry) => this.#kernels.fused[entry] === 0)) found.set(group, sources);
    }
    return found;
  }

  #makerOf({ flow }: TensorCopy): number {
    return this.#outline.numbers.get(flow.from.item)!;
  }
}
