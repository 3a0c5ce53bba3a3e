import type { ByTensor } from '../problem/held-tensors.ts';
import type { FusedKernels } from './fused-kernels.ts';
import type { StepOutline } from './step-outline.ts';
import type { TensorCopy } from './tensor-copies.ts';

/** The most that a device holds. */
export interface PeakResidence {
  readonly peakBytes: number;
  /** What is held then. */
  readonly heldAtPeak: () => ByTensor;
}

/** From where to where a copy is used. */
interface Span {
  readonly from: number;
  to: number;
}

/**
 * What a device holds while a program is executed in order: arguments and results all the time, other tensors from
 * where they are made to where they are used last, and copies that are split in another way while they are used.
 */
export class Residence {
  readonly #outline: StepOutline;
  readonly #kernels: FusedKernels;
  readonly #copies = new Map<TensorCopy, Span>();

  constructor(outline: StepOutline, kernels: FusedKernels) {
    this.#outline = outline;
    this.#kernels = kernels;
  }

  /** @param user the entry that uses the copy. */
  holdCopy(copy: TensorCopy, user: number): void {
    const known = this.#copies.get(copy);
    const to = this.#kernels.readAt[user]!;
    if (known === undefined) this.#copies.set(copy, { from: user, to });
    else known.to = Math.max(known.to, to);
  }

  peak(): PeakResidence {
    const { entries, isAlways } = this.#outline;
    const { fused } = this.#kernels;
    const last = this.#lastUses();
    const changes = new Float64Array(entries.length + 1);
    let always = 0;
    for (let i = 0; i < entries.length; i++) {
      const { first, tensors } = entries[i]!;
      const bytes = this.#kernels.localResults(i);
      const partial = this.#kernels.partialBytes(i);
      changes[i]! += partial;
      changes[i + 1]! -= partial;
      const isFused = fused[i] === 1;
      for (let own = 0; own < tensors; own++) {
        if (isAlways[first + own] === 1) always += bytes[own]!;
        else if (!isFused) {
          changes[i]! += bytes[own]!;
          changes[Math.max(i, last[first + own]!) + 1]! -= bytes[own]!;
        }
      }
    }
    for (const [{ bytes }, { from, to }] of this.#copies) {
      changes[from]! += bytes;
      changes[Math.max(from, to) + 1]! -= bytes;
    }
    let [now, most, at] = [always, always, -1];
    for (let i = 0; i < entries.length; i++) {
      now += changes[i]!;
      if (now > most) [most, at] = [now, i];
    }
    // Only what is needed for it is kept as long as the estimate of a plan is.
    const [outline, { readAt }] = [this.#outline, this.#kernels];
    const copies = [...this.#copies].flatMap(([copy, { from, to }]) =>
      from <= at && at <= Math.max(from, to) ? [copy.number] : [],
    );
    return { peakBytes: most, heldAtPeak: () => heldAt(at, outline, { fused, readAt, last, copies }) };
  }

  /** By tensor, the entry at which it is used last. What a loop passes on is there until its last iteration ends. */
  #lastUses(): Int32Array {
    const { entries, tensorCount } = this.#outline;
    const last = new Int32Array(tensorCount);
    for (let i = 0; i < entries.length; i++) {
      const { uses, first } = entries[i]!;
      const readAt = this.#kernels.readAt[i]!;
      for (const { tensor, maker } of uses) {
        if (readAt > last[tensor]!) last[tensor] = readAt;
        if (maker > last[first]! && maker > i) last[first] = maker;
      }
    }
    return last;
  }
}

/** What is known of a plan. */
interface Spans {
  /** By entry, 1 for one that is computed inside of its users. */
  readonly fused: Uint8Array;
  /** By entry, the last one that reads its operands. */
  readonly readAt: Int32Array;
  /** By tensor, the entry at which it is used last. */
  readonly last: Int32Array;
  /** The numbers of flows of classes of which there are copies. */
  readonly copies: readonly number[];
}

function heldAt(
  time: number,
  { entries, isAlways }: StepOutline,
  { fused, readAt, last, copies }: Spans,
): ByTensor {
  const results = new Map<number, number[]>();
  const flows = new Map<number, number>();
  for (const number of copies) flows.set(number, (flows.get(number) ?? 0) + 1);
  for (const [i, { class: number, first, tensors, uses }] of entries.entries()) {
    // A copy of what is read now is there in plans that split it otherwise.
    if (i <= time && time <= readAt[i]!)
      for (const { class: flow } of uses) if (!flows.has(flow)) flows.set(flow, 1);
    for (let own = 0; own < tensors; own++) {
      const tensor = first + own;
      const isThere = isAlways[tensor] === 1 || (fused[i] === 0 && i <= time && time <= last[tensor]!);
      if (!isThere) continue;
      const counts = results.get(number) ?? [];
      counts[own] = (counts[own] ?? 0) + 1;
      results.set(number, counts);
    }
  }
  const now = entries[time];
  return { results, partial: new Map(now === undefined ? [] : [[now.class, 1]]), copies: flows };
}
