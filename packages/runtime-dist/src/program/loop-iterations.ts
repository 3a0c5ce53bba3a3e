import type { FlatBuilder, FlatPlace, PerDevice } from './flat-program.ts';

/**
 * The iterations of a loop that is being flattened. All of them do the same with what they carry. Once an iteration carries on what the
 * one before did, but for the numbers of values, all later ones do, too: they are copies.
 */
export class LoopIterations {
  readonly #builder: FlatBuilder;
  /** Where the last iteration begins, and the one before. */
  #last: FlatPlace;
  #before: FlatPlace | null = null;
  /** What the last iteration got. */
  #carried: readonly PerDevice[] = [];

  constructor(builder: FlatBuilder) {
    this.#builder = builder;
    this.#last = builder.place;
  }

  /** Number of operations of the last iteration. */
  get operations(): number {
    return this.#builder.opCount - this.#last.ops;
  }

  /** Begins with an iteration. */
  begin(carried: readonly PerDevice[]): void {
    this.#before = this.#carried.length === 0 ? null : this.#last;
    this.#last = this.#builder.place;
    this.#carried = carried;
  }

  /** Returns whether the next iteration is a copy of the last one, which carries something on. */
  isRepeating(carried: readonly PerDevice[]): boolean {
    const before = this.#before;
    if (before === null || this.#shift !== this.#last.values - before.values) return false;
    return carried.every((parts, i) => {
      const own = this.#carried[i] ?? null;
      if (own === null) return parts === null;
      return parts?.every((value, device) => value === this.#moved(own[device], before, 1)) === true;
    });
  }

  /** Adds copies of the last iteration. @returns what the last of them carries on. */
  repeat(carried: readonly PerDevice[], times: number): readonly PerDevice[] {
    const before = this.#before ?? this.#last;
    const end = carried.map((parts) => parts?.map((value) => this.#moved(value, before, times)) ?? null);
    this.#builder.repeat(this.#last, before.values, times);
    return end;
  }

  /** How many values an iteration makes. */
  get #shift(): number {
    return this.#builder.place.values - this.#last.values;
  }

  /** The value that so many iterations later takes the place of one. */
  #moved(value: number, { values }: FlatPlace, times: number): number {
    return value < values ? value : value + times * this.#shift;
  }
}
