import type { PairTable } from './pair-table.ts';

/** Choices are compared at so many choices of the neighbours before they are compared at all. */
const PROBES = 4;

/** Costs that are looked at for one node; choices that would need more are left. */
const MOST_WORK = 1 << 24;

/** Of the sums that are compared, so much may be rounding. */
const ROUNDING = 1e-12;

/**
 * Returns the choices of a node that no other one is at least as good as, whatever the neighbours choose; of equal ones,
 * the first.
 *
 * @param mayReplace whether a choice may be dropped for another one that costs no more.
 */
export function undominated(
  own: Float64Array,
  tables: readonly PairTable[],
  mayReplace: (other: number, choice: number) => boolean = () => true,
): number[] {
  return new Dominance(own, tables, mayReplace).left();
}

class Dominance {
  readonly #own: Float64Array;
  readonly #tables: readonly PairTable[];
  readonly #mayReplace: (other: number, choice: number) => boolean;
  /** By probe and choice, what the choice costs with some choices of the neighbours. */
  readonly #probes: readonly Float64Array[];
  /** By table, how much more a row costs at least than another one, where that was asked for. */
  readonly #differences: (Float64Array | undefined)[] = [];
  #work = 0;

  constructor(
    own: Float64Array,
    tables: readonly PairTable[],
    mayReplace: (other: number, choice: number) => boolean,
  ) {
    this.#own = own;
    this.#tables = tables;
    this.#mayReplace = mayReplace;
    this.#probes = Array.from({ length: PROBES }, (_, probe) => {
      const sums = own.slice();
      for (const { costs, rows, width } of tables) {
        const column = columnOf(probe, width);
        for (let choice = 0; choice < sums.length; choice++)
          sums[choice]! += costs[rows[choice]! * width + column]!;
      }
      return sums;
    });
  }

  left(): number[] {
    const first = this.#probes[0]!;
    const order = [...this.#own.keys()].sort((a, b) => first[a]! - first[b]! || a - b);
    const isDropped = new Uint8Array(order.length);
    for (let at = order.length - 1; at > 0; at--) {
      const choice = order[at]!;
      for (let before = 0; before < at && isDropped[choice] === 0; before++)
        if (this.#work < MOST_WORK && this.#isWorse(choice, order[before]!)) isDropped[choice] = 1;
    }
    return [...this.#own.keys()].filter((choice) => isDropped[choice] === 0);
  }

  #isWorse(choice: number, other: number): boolean {
    for (const sums of this.#probes) if (sums[choice]! < sums[other]!) return false;
    if (!this.#mayReplace(other, choice)) return false;
    const [first] = this.#probes;
    // What the tables that were not compared yet add at most is what they add at the probe.
    let most = first![choice]! - first![other]! + ROUNDING * Math.abs(first![choice]!);
    let least = this.#own[choice]! - this.#own[other]!;
    for (const [i, { costs, rows, width }] of this.#tables.entries()) {
      const [row, than] = [rows[choice]!, rows[other]!];
      if (row === than) continue;
      const difference = this.#differenceOf(i, row, than);
      const column = columnOf(0, width);
      most += difference - (costs[row * width + column]! - costs[than * width + column]!);
      least += difference;
      if (most < 0) return false;
    }
    return least >= 0;
  }

  #differenceOf(table: number, row: number, than: number): number {
    const { costs, height, width } = this.#tables[table]!;
    const known = (this.#differences[table] ??= new Float64Array(height * height).fill(NaN));
    const at = row * height + than;
    let least = known[at]!;
    if (!Number.isNaN(least)) return least;
    least = Infinity;
    this.#work += width;
    for (let i = row * width, j = than * width, end = i + width; i < end; i++, j++) {
      const difference = costs[i]! - costs[j]!;
      if (difference < least) least = difference;
    }
    known[at] = least;
    return least;
  }
}

function columnOf(probe: number, width: number): number {
  return Math.floor((probe * width) / PROBES);
}
