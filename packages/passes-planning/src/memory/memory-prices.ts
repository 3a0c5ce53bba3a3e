import { bytesOfClass, bytesOfCopy, type ByTensor } from '../problem/held-tensors.ts';
import type { ShardingProblem } from '../problem/sharding-problem.ts';

/** What is held at one time of the program, and what a byte of it costs. */
interface PricedTime {
  readonly held: ByTensor;
  secondsPerByte: number;
}

/** Prices change by these factors at most, the more a limit is missed the more. */
const [LEAST_FACTOR, MOST_FACTOR] = [0.5, 4];

/**
 * The prices of memory at the times at which it is short: Lagrange multipliers. Where too much is held, bytes become
 * dearer, where there is room, cheaper.
 */
export class MemoryPrices {
  readonly #problem: ShardingProblem;
  readonly #axisSizes: readonly number[];
  readonly #times: PricedTime[] = [];

  constructor(problem: ShardingProblem, axisSizes: readonly number[]) {
    this.#problem = problem;
    this.#axisSizes = axisSizes;
  }

  /** Returns the same prices, which change on their own. */
  copy(): MemoryPrices {
    const other = new MemoryPrices(this.#problem, this.#axisSizes);
    other.#times.push(...this.#times.map((own) => ({ ...own })));
    return other;
  }

  /** Adds a time, unless what is held then has a price already. */
  add(held: ByTensor, secondsPerByte: number): void {
    const key = keyOf(held);
    if (this.#times.every((own) => keyOf(own.held) !== key)) this.#times.push({ held, secondsPerByte });
  }

  /** Adapts prices to a plan that keeps to a limit, or does not. */
  update(choices: readonly number[], limit: number): void {
    for (const time of this.#times) {
      const ratio = (this.bytesOf(time.held, choices) / limit) ** 6;
      time.secondsPerByte *= Math.min(MOST_FACTOR, Math.max(LEAST_FACTOR, ratio));
    }
  }

  /** What memory up to a limit would cost at all times. */
  costOf(limit: number): number {
    return this.#times.reduce((sum, { secondsPerByte }) => sum + secondsPerByte * limit, 0);
  }

  /** The price of a byte of each tensor. */
  prices(): ByTensor {
    const results = new Map<number, number[]>();
    const [partial, copies] = [new Map<number, number>(), new Map<number, number>()];
    for (const { held, secondsPerByte } of this.#times) {
      for (const [own, counts] of held.results) {
        const list = results.get(own) ?? [];
        counts.forEach((count, result) => (list[result] = (list[result] ?? 0) + count * secondsPerByte));
        results.set(own, list);
      }
      for (const which of ['partial', 'copies'] as const) {
        const sums = which === 'partial' ? partial : copies;
        for (const [own, count] of held[which]) sums.set(own, (sums.get(own) ?? 0) + count * secondsPerByte);
      }
    }
    return { results, partial, copies };
  }

  /** Bytes of tensors that are held, on one device. */
  bytesOf(held: ByTensor, choices: readonly number[]): number {
    const { flows } = this.#problem;
    let bytes = 0;
    for (const own of new Set([...held.results.keys(), ...held.partial.keys()]))
      bytes += bytesOfClass(this.#problem, this.#axisSizes, held, own, choices[own]!);
    for (const [number, count] of held.copies) {
      const { a, b, rows, columns, needed } = flows[number]!;
      const at = rows[choices[a]!]! * needed.length + columns[choices[b]!]!;
      bytes += count * bytesOfCopy(this.#problem, this.#axisSizes, number, at);
    }
    return bytes;
  }
}

function keyOf({ results, partial, copies }: ByTensor): string {
  return [results, partial, copies]
    .map((counts) =>
      Array.from<[number, unknown], string>(counts, ([own, count]) => `${own}:${String(count)}`).join(' '),
    )
    .join(';');
}
