import { partsOf } from '../problem/dim-splits.ts';
import { bytesOfResult } from '../problem/priced-problem.ts';
import type { ShardingProblem } from '../problem/sharding-problem.ts';
import type { HeldTensors } from '../step/residence.ts';

/** What is held at one time of the program, and what a byte of it costs. */
interface PricedTime {
  readonly held: HeldTensors;
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
  add(held: HeldTensors, secondsPerByte: number): void {
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

  /** By class, the price of a byte of each result. */
  byClass(): ReadonlyMap<number, readonly number[]> {
    const prices = new Map<number, number[]>();
    for (const { held, secondsPerByte } of this.#times) {
      for (const [own, counts] of held) {
        const list = prices.get(own) ?? [];
        counts.forEach((count, result) => (list[result] = (list[result] ?? 0) + count * secondsPerByte));
        prices.set(own, list);
      }
    }
    return prices;
  }

  /** Bytes of tensors that are held, on one device. */
  bytesOf(held: HeldTensors, choices: readonly number[]): number {
    let bytes = 0;
    for (const [own, counts] of held) {
      const { members, strategies } = this.#problem.classes[own]!;
      const { results } = strategies[choices[own]!]!;
      counts.forEach((count, result) => {
        bytes += (count * bytesOfResult(members[0]!, result)) / partsOf(results[result]!, this.#axisSizes);
      });
    }
    return bytes;
  }
}

function keyOf(held: HeldTensors): string {
  return Array.from(held, ([own, counts]) => `${own}:${counts.join()}`).join(' ');
}
