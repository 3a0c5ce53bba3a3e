import type { Context } from '@shardform/ir-core';
import type { Corpus } from '../corpus.ts';
import type { Random } from '../random.ts';

/** Something that takes untrusted input. */
export interface Target {
  /** Description of its input, for help texts. */
  readonly summary: string;
  /** An input that differs a little from what it takes. */
  inputOf(random: Random, corpus: Corpus): Uint8Array;
  /**
   * Feeds it. The answer is what went wrong, or `null`. Messages are no failures.
   *
   * @param random chooses what to do with the input; the same for the same number of the input.
   * @throws what the packages throw, which they never should.
   */
  execute(input: Uint8Array, context: Context, random: Random): string | null | Promise<string | null>;
}
