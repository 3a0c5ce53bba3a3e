import type { PairTable } from './pair-table.ts';

/** Choices are compared at so many choices of the neighbours before they are compared at all. */
const PROBES = 4;

/** Costs that are looked at for one node; choices that would need more are left. */
const MOST_WORK = 1 << 24;

/** Of the sums that are compared, so much may be rounding. */
const ROUNDING = 1e-12;

/** Whether a choice may be dropped for another one that costs no more. */
export type MayReplace = (other: number, choice: number) => boolean;

/**
 * Returns the choices of a node that no other one is at least as good as, whatever the neighbours choose; of equal ones,
 * the first.
 */
export function undominated(
  own: Float64Array,
  tables: readonly PairTable[],
  mayReplace: MayReplace | null = null,
): number[] {
  return new Dominance(own, tables, mayReplace).left();
}

class Dominance {
  readonly #own: Float64Array;
  readonly #tables: readonly PairTable[];
  readonly #mayReplace: MayReplace | null;
  /** By choice and probe, what the choice costs with some choices of the neighbours. */
  readonly #probes: Float64Array;
  /** By table, how much more a row costs at least than another one, where that was asked for. */
  readonly #differences: (Float64Array | undefined)[] = [];
  #work = 0;

  constructor(own: Float64Array, tables: readonly PairTable[], mayReplace: MayReplace | null) {
    this.#own = own;
    this.#tables = tables;
    this.#mayReplace = mayReplace;
    this.#probes = new Float64Array(PROBES * own.length);
    for (let choice = 0; choice < own.length; choice++)
      this.#probes.fill(own[choice]!, PROBES * choice, PROBES * (choice + 1));
    for (const { costs, rows, width } of tables)
      for (let probe = 0; probe < PROBES; probe++) {
        const column = columnOf(probe, width);
        for (let choice = 0; choice < own.length; choice++)
          this.#probes[PROBES * choice + probe]! += costs[rows[choice]! * width + column]!;
      }
  }

  left(): number[] {
    const probes = this.#probes;
    const count = this.#own.length;
    const order = Int32Array.from({ length: count }, (_, choice) => choice).sort(
      (a, b) => probes[PROBES * a]! - probes[PROBES * b]! || a - b,
    );
    const isDropped = new Uint8Array(count);
    for (let at = count - 1; at > 0; at--) {
      const choice = order[at]!;
      for (let before = 0; before < at; before++) {
        const other = order[before]!;
        if (!this.#mayBeWorse(choice, other)) continue;
        if (this.#work >= MOST_WORK || !this.#isWorse(choice, other)) continue;
        isDropped[choice] = 1;
        break;
      }
    }
    const left: number[] = [];
    for (let choice = 0; choice < count; choice++) if (isDropped[choice] === 0) left.push(choice);
    return left;
  }

  #mayBeWorse(choice: number, other: number): boolean {
    const probes = this.#probes;
    for (let a = PROBES * choice, b = PROBES * other, end = a + PROBES; a < end; a++, b++)
      if (probes[a]! < probes[b]!) return false;
    return this.#mayReplace === null || this.#mayReplace(other, choice);
  }

  #isWorse(choice: number, other: number): boolean {
    const probes = this.#probes;
    const [own, than] = [probes[PROBES * choice]!, probes[PROBES * other]!];
    // What the tables that were not compared yet add at most is what they add at the probe.
    let most = own - than + ROUNDING * Math.abs(own);
    let least = this.#own[choice]! - this.#own[other]!;
    for (let table = 0; table < this.#tables.length; table++) {
      const { costs, rows, width } = this.#tables[table]!;
      const [row, beside] = [rows[choice]!, rows[other]!];
      if (row === beside) continue;
      const difference = this.#differenceOf(table, row, beside);
      const column = columnOf(0, width);
      most += difference - (costs[row * width + column]! - costs[beside * width + column]!);
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
