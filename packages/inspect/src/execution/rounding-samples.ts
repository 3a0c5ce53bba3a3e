import type { Context, ModuleOp } from '@shardform/ir-core';
import {
  ExecutionError,
  type NdArray,
  type OpObserver,
  RoundingNoise,
  runSequential,
} from '@shardform/runtime-sim';

/**
 * The noise as a multiple of that of rounding: beyond what samples of so much noise show hardly an execution goes, and
 * where a choice hangs on rounding they see both sides of it.
 */
export const NOISE_STRENGTH = 4;

/** Executions of a whole program whose operations round differently; run on demand and cached. */
export class RoundingSamples {
  readonly #module: ModuleOp;
  readonly #inputs: readonly NdArray[];
  readonly #context: Context;
  readonly #observe: ((sample: number) => OpObserver) | null;
  readonly #samples: (readonly NdArray[] | null)[] = [];

  /** @param observe sees what the operations of each sample compute. */
  constructor(
    module: ModuleOp,
    inputs: readonly NdArray[],
    context: Context,
    observe: ((sample: number) => OpObserver) | null = null,
  ) {
    this.#module = module;
    this.#inputs = inputs;
    this.#context = context;
    this.#observe = observe;
  }

  /** The results of the first `count` executions that succeeded. */
  first(count: number): readonly (readonly NdArray[])[] {
    while (this.#samples.length < count) this.#samples.push(this.#run(this.#samples.length));
    return this.#samples.slice(0, count).filter((sample) => sample !== null);
  }

  #run(sample: number): readonly NdArray[] | null {
    const observe = this.#observe?.(sample) ?? null;
    try {
      return runSequential(this.#module, this.#inputs, this.#context, {
        noise: new RoundingNoise(sample + 1, NOISE_STRENGTH),
        observe,
      });
    } catch (error) {
      // A program that only some numbers can be given to.
      if (error instanceof ExecutionError) return null;
      throw error;
    }
  }
}
