import { Operation } from '@shardform/ir-core';
import type { ByTensor } from '../problem/held-tensors.ts';
import type { FusedKernels } from './fused-kernels.ts';
import { KernelOrder } from './kernel-order.ts';
import type { StepOutline } from './step-outline.ts';
import type { TensorCopy } from './tensor-copies.ts';

/** The most that a device holds. */
export interface PeakResidence {
  readonly peakBytes: number;
  /** What is held then. */
  readonly heldAtPeak: () => ByTensor;
}

/** A tensor of a narrow type is so many times as large in the type in which products are computed. */
const WIDE = 2;

/** Something is held so many times from one place to another one. */
interface Span {
  readonly factor: number;
  readonly from: number;
  readonly to: number;
}

/** Where something is read last, as it is, and by products of a narrow type; -1 for nowhere. */
interface LastReads {
  plain: number;
  wide: number;
}

/**
 * What a device holds while a program is executed, by the rules of estimates of memory: arguments and results all the time,
 * other tensors from where they are made to where they are used last, and copies that are split in another way while they
 * are used. Products of narrow types are computed in a wider one, to which each operand is converted once.
 */
export class Residence implements PeakResidence {
  readonly peakBytes: number;
  readonly #outline: StepOutline;
  readonly #kernels: FusedKernels;
  readonly #order: KernelOrder;
  /** By tensor. */
  readonly #reads: readonly LastReads[];
  readonly #copies = new Map<TensorCopy, LastReads>();
  /** Tensors that take the place of what a loop carries, and what it carries without a change. */
  readonly #carried = new Set<number>();
  /** The place of the peak; -1 if that is what is held all the time. */
  readonly #at: number;

  /** @param needed by number of the flow, the copy that is used; `null` for the tensor itself. */
  constructor(outline: StepOutline, kernels: FusedKernels, needed: readonly (TensorCopy | null)[]) {
    this.#outline = outline;
    this.#kernels = kernels;
    this.#order = new KernelOrder(outline, kernels, needed);
    this.#reads = Array.from({ length: outline.tensorCount }, () => ({ plain: -1, wide: -1 }));
    this.#readAll();
    const changes = new Float64Array(this.#order.length + 1);
    let always = 0;
    const add = (spans: readonly Span[], bytes: number): void => {
      for (const { factor, from, to } of spans) {
        changes[from]! += factor * bytes;
        changes[to + 1]! -= factor * bytes;
      }
    };
    for (const [i, { first, tensors }] of outline.entries.entries()) {
      const bytes = kernels.localResults(i);
      for (let own = 0; own < tensors; own++) {
        if (outline.isAlways[first + own] === 1) always += bytes[own]!;
        add(this.#spansOf(i, own), bytes[own]!);
      }
      add(this.#spansOfSums(i), kernels.partialBytes(i));
    }
    for (const copy of this.#copies.keys()) add(this.#spansOfCopy(copy), copy.bytes);
    let [now, most, at] = [always, always, -1];
    for (let place = 0; place < changes.length; place++) {
      now += changes[place]!;
      if (now > most) [most, at] = [now, place];
    }
    [this.peakBytes, this.#at] = [most, at];
  }

  readonly heldAtPeak = (): ByTensor => {
    const { entries, isAlways } = this.#outline;
    const at = this.#at;
    const countOf = (spans: readonly Span[]): number =>
      spans.reduce((sum, { factor, from, to }) => (from <= at && at <= to ? sum + factor : sum), 0);
    const results = new Map<number, number[]>();
    const [partial, copies] = [new Map<number, number>(), new Map<number, number>()];
    const add = (sums: Map<number, number>, number: number, count: number): void => {
      if (count > 0) sums.set(number, (sums.get(number) ?? 0) + count);
    };
    for (const copy of this.#copies.keys()) add(copies, copy.number, countOf(this.#spansOfCopy(copy)));
    for (const [i, { class: number, first, tensors, uses, isProduct }] of entries.entries()) {
      const isNow = this.#kernels.fused[i] === 0 && this.#order.places[i] === at;
      // A copy of what is read now is there in plans that split it otherwise, and so are partial results.
      for (const { class: flow } of isNow ? uses : []) if (!copies.has(flow)) copies.set(flow, 1);
      if (isNow) add(partial, number, isProduct ? WIDE : 1);
      for (let own = 0; own < tensors; own++) {
        const count = countOf(this.#spansOf(i, own)) + isAlways[first + own]!;
        if (count === 0) continue;
        const counts = results.get(number) ?? [];
        counts[own] = (counts[own] ?? 0) + count;
        results.set(number, counts);
      }
    }
    return { results, partial, copies };
  };

  /** Of a result of an entry, unless it is held all the time. */
  #spansOf(entry: number, result: number): Span[] {
    const { entries, isAlways, isNarrow } = this.#outline;
    const { first, isProduct, role } = entries[entry]!;
    const tensor = first + result;
    if (this.#kernels.fused[entry] === 1) return [];
    const from = this.#order.places[entry]!;
    const { plain, wide } = this.#reads[tensor]!;
    const spans = this.#wideSpans(from, wide);
    if (isAlways[tensor] === 1 || this.#carried.has(tensor)) return spans;
    const isWide = isProduct && isNarrow[tensor] === 1 && this.#kernels.partialBytes(entry) === 0;
    // What only products read is made as they read it.
    const isInside = plain < 0 && wide >= 0 && role !== 'none' && this.#kernels.partialBytes(entry) === 0;
    if (!isInside) spans.push({ factor: isWide ? WIDE : 1, from, to: Math.max(from, plain) });
    return spans;
  }

  /** Of partial results, which are there beside their sum. */
  #spansOfSums(entry: number): Span[] {
    const { first, isProduct } = this.#outline.entries[entry]!;
    if (this.#kernels.partialBytes(entry) === 0) return [];
    const place = this.#order.places[entry]!;
    const isWide = isProduct && this.#outline.isNarrow[first] === 1;
    return [{ factor: isWide ? WIDE : 1, from: place, to: place }];
  }

  #spansOfCopy(copy: TensorCopy): Span[] {
    const from = this.#order.copies.get(copy)!;
    const { plain, wide } = this.#copies.get(copy)!;
    return [{ factor: 1, from, to: Math.max(from, plain) }, ...this.#wideSpans(from, wide)];
  }

  #wideSpans(from: number, wide: number): Span[] {
    return wide < 0 ? [] : [{ factor: WIDE, from, to: Math.max(from, wide) }];
  }

  #readAll(): void {
    const { entries, groups, makers, isNarrow } = this.#outline;
    const { places, ends, copies } = this.#order;
    const read = (reads: LastReads, kind: keyof LastReads, place: number): void => {
      reads[kind] = Math.max(reads[kind], place);
    };
    for (const copy of copies.keys()) this.#copies.set(copy, { plain: -1, wide: -1 });
    for (const [i, { item, isProduct }] of entries.entries()) {
      if (this.#kernels.fused[i] === 1) continue;
      const { tensors, copies: ofOthers } = this.#order.readsOf(i);
      const kindOf = (tensor: number): keyof LastReads =>
        isProduct && isNarrow[tensor] === 1 ? 'wide' : 'plain';
      for (const tensor of tensors) {
        const isInside = groups[makers[tensor]!] === groups[i];
        // What a loop begins with becomes what it changes; what else is made outside of it is there until it ends.
        const isChanged = !(item instanceof Operation) && !this.#isKept(i);
        const place = isChanged ? places[i]! - 1 : isInside ? places[i]! : ends[i]!;
        read(this.#reads[tensor]!, kindOf(tensor), place);
      }
      for (const copy of ofOthers) read(this.#copies.get(copy)!, kindOf(this.#tensorOf(copy)), places[i]!);
    }
    for (const [copy, place] of copies)
      read(
        copy.source === null ? this.#reads[this.#tensorOf(copy)]! : this.#copies.get(copy.source)!,
        'plain',
        place,
      );
    // What a loop changes is there until it ends, and what an iteration makes of it takes its place.
    for (const [i, { uses, first }] of entries.entries())
      for (const { maker, tensor } of uses)
        if (maker === i) this.#carried.add(first);
        else if (maker > i) {
          read(this.#reads[first]!, 'plain', ends[i]!);
          this.#carried.add(tensor);
        }
  }

  /** Whether an entry is what a loop carries and does not change: it is read where it is. */
  #isKept(entry: number): boolean {
    return this.#outline.entries[entry]!.uses.some(({ maker }) => maker === entry);
  }

  #tensorOf({ flow: { from } }: TensorCopy): number {
    const { entries, numbers } = this.#outline;
    return entries[numbers.get(from.item)!]!.first + from.result;
  }
}
