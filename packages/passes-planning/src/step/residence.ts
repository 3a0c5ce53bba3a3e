import type { FusedKernels } from './fused-kernels.ts';
import type { StepOutline } from './step-outline.ts';
import type { TensorCopy } from './tensor-copies.ts';

/** How many tensors of members of a class are held, by number of the result. */
export type HeldTensors = ReadonlyMap<number, readonly number[]>;

/** The most that a device holds. */
export interface PeakResidence {
  readonly peakBytes: number;
  readonly held: HeldTensors;
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
    const to = this.#kernels.readAt(user);
    if (known === undefined) this.#copies.set(copy, { from: user, to });
    else known.to = Math.max(known.to, to);
  }

  peak(): PeakResidence {
    const { entries } = this.#outline;
    const last = this.#lastUses();
    const changes = new Float64Array(entries.length + 1);
    let always = 0;
    const add = (from: number, to: number, bytes: number): void => {
      changes[from]! += bytes;
      changes[Math.max(from, to) + 1]! -= bytes;
    };
    for (const [i, entry] of entries.entries()) {
      const bytes = this.#kernels.localResults(entry);
      for (let own = 0; own < entry.tensors; own++) {
        const whole = this.#outline.returned.get(entry.first + own);
        if (entry.isArgument || whole !== undefined) always += bytes[own]!;
        else if (!this.#kernels.isFused(i)) add(i, last[entry.first + own]!, bytes[own]!);
      }
    }
    for (const [{ bytes }, { from, to }] of this.#copies) add(from, to, bytes);
    let [now, most, at] = [always, always, -1];
    for (let i = 0; i < entries.length; i++) {
      now += changes[i]!;
      if (now > most) [most, at] = [now, i];
    }
    return { peakBytes: most, held: this.#heldAt(at, last) };
  }

  #heldAt(time: number, last: Int32Array): HeldTensors {
    const held = new Map<number, number[]>();
    for (const [i, entry] of this.#outline.entries.entries()) {
      for (let own = 0; own < entry.tensors; own++) {
        const tensor = entry.first + own;
        const isAlways = entry.isArgument || this.#outline.returned.has(tensor);
        const isThere = isAlways || (!this.#kernels.isFused(i) && i <= time && time <= last[tensor]!);
        if (!isThere) continue;
        const counts = held.get(entry.class) ?? [];
        counts[own] = (counts[own] ?? 0) + 1;
        held.set(entry.class, counts);
      }
    }
    return held;
  }

  /** By tensor, the entry at which it is used last. What a loop passes on is there until its last iteration ends. */
  #lastUses(): Int32Array {
    const { entries, tensorCount } = this.#outline;
    const last = new Int32Array(tensorCount);
    for (const [i, entry] of entries.entries()) {
      for (const { tensor, maker } of entry.uses) {
        last[tensor] = Math.max(last[tensor]!, this.#kernels.readAt(i));
        if (maker > i) last[entry.first] = Math.max(last[entry.first]!, maker);
      }
    }
    return last;
  }
}
