import type { LayoutOptions, Slot } from './graph-layout.ts';

/** Where something is in the direction of edges, and across it. */
export type Place = readonly [main: number, cross: number];

/** Ranks that are beside each other. */
interface Line {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** Where its first rank and its uppermost slot would be without other lines. */
  readonly start: number;
  readonly least: number;
  /** Where its upper edge is. */
  readonly top: number;
  readonly height: number;
}

/** The distance of edges on their way to the next line. */
const LANE = 5;
/** How far a line may be from as long as the others, to be broken where few edges are. */
const TOLERANCE = 0.25;

/** The ranks of a drawing in lines, as words are in a text, so that it is not longer than it should be. */
export class RankLines {
  readonly size: { readonly main: number; readonly cross: number };
  readonly #slots: readonly Slot[];
  readonly #middles: ArrayLike<number>;
  readonly #gap: number;
  readonly #starts: number[] = [];
  readonly #depths: readonly number[];
  readonly #lines: Line[] = [];
  /** By rank, the number of its line. */
  readonly #lineOf: number[] = [];
  /** By slot before the end of a line that is used in the next one, its lane. */
  readonly #lanes = new Map<number, number>();
  /** The space that lanes take before and behind lines. */
  readonly #margin: number;

  constructor(
    rows: readonly (readonly number[])[],
    slots: readonly Slot[],
    middles: ArrayLike<number>,
    depths: readonly number[],
    { rankGap, nodeGap, ratio }: LayoutOptions,
  ) {
    this.#slots = slots;
    this.#middles = middles;
    this.#gap = rankGap;
    this.#depths = depths;
    let length = 0;
    for (const depth of depths) {
      this.#starts.push(length);
      length += depth + rankGap;
    }
    const breaks = this.#breaks(rows, Math.max(0, length - rankGap), ratio);
    let top = 0;
    let most = 0;
    for (const [i, from] of breaks.slice(0, -1).entries()) {
      const to = breaks[i + 1]!;
      const [least, greatest] = this.#extent(rows.slice(from, to));
      const start = this.#starts[from]!;
      this.#lines.push({ from, to, start, least, top, height: greatest - least });
      for (let rank = from; rank < to; rank++) this.#lineOf.push(i);
      const turning = rows[to - 1]!.filter((slot) =>
        slots[slot]!.after.some((next) => slots[next]!.rank >= to),
      );
      for (const [lane, slot] of turning.entries()) this.#lanes.set(slot, lane);
      most = Math.max(most, to < rows.length ? turning.length : 0);
      top += greatest - least + (to < rows.length ? 2 * nodeGap + turning.length * LANE : 0);
    }
    this.#margin = this.#lines.length > 1 ? rankGap / 2 + most * LANE : 0;
    const longest = this.#lines.reduce(
      (sum, { to, start }) => Math.max(sum, this.#starts[to - 1]! + depths[to - 1]! - start),
      0,
    );
    this.size = { main: longest + 2 * this.#margin, cross: top };
  }

  /** The middle of a slot. */
  placeOf(slot: number): Place {
    const { rank } = this.#slots[slot]!;
    const { start, least, top } = this.#lines[this.#lineOf[rank]!]!;
    return [
      this.#starts[rank]! - start + this.#depths[rank]! / 2 + this.#margin,
      this.#middles[slot]! - least + top,
    ];
  }

  /** The points of an edge on its way from one line to the next; none within a line. */
  turn(before: number, after: number): readonly Place[] {
    const line = this.#lineOf[this.#slots[before]!.rank]!;
    if (line === this.#lineOf[this.#slots[after]!.rank]!) return [];
    const { to, start, top, height } = this.#lines[line]!;
    const lane = (this.#lanes.get(before) ?? 0) * LANE;
    const end = this.#starts[to - 1]! + this.#depths[to - 1]! - start + this.#margin + this.#gap / 4 + lane;
    const begin = this.#margin - this.#gap / 4 - lane;
    const between = top + height + lane + LANE;
    const [from, next] = [this.placeOf(before)[1], this.placeOf(after)[1]];
    return [
      [end, from],
      [end, between],
      [begin, between],
      [begin, next],
    ];
  }

  /** The first ranks of lines, and the number of ranks. */
  #breaks(rows: readonly (readonly number[])[], length: number, ratio: number | undefined): number[] {
    const [least, greatest] = this.#extent(rows);
    const height = Math.max(1, greatest - least);
    const count = ratio === undefined ? 1 : Math.max(1, Math.round(Math.sqrt(length / (height * ratio))));
    const breaks = [0];
    for (let line = 1; line < count; line++) {
      const wanted = (length * line) / count;
      const reach = (length / count) * TOLERANCE;
      let best = -1;
      let fewest = Infinity;
      for (let rank = breaks.at(-1)! + 1; rank < rows.length; rank++) {
        const distance = Math.abs(this.#starts[rank]! - wanted);
        const crossing = rows[rank]!.reduce((sum, slot) => sum + this.#slots[slot]!.before.length, 0);
        const cost = crossing + distance / reach;
        if (distance > reach || cost >= fewest) continue;
        [best, fewest] = [rank, cost];
      }
      if (best !== -1) breaks.push(best);
    }
    return rows.length === 0 ? [0] : [...breaks, rows.length];
  }

  #extent(rows: readonly (readonly number[])[]): readonly [number, number] {
    let [least, greatest] = [Infinity, -Infinity];
    for (const row of rows)
      for (const slot of row) {
        const half = this.#slots[slot]!.size / 2;
        least = Math.min(least, this.#middles[slot]! - half);
        greatest = Math.max(greatest, this.#middles[slot]! + half);
      }
    return least === Infinity ? [0, 0] : [least, greatest];
  }
}
