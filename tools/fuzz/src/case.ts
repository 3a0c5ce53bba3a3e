import type { Corpus } from './corpus.ts';
import { Random } from './random.ts';
import type { Target } from './targets/index.ts';

/** What chooses an input and what is done with it: the same for the same number. */
export function randomOf(number: number): Random {
  return new Random(Math.imul(number, 0x9e3779b1));
}

/** The input of a number: the same for the same corpus. */
export function inputOf(target: Target, number: number, corpus: Corpus): Uint8Array {
  return target.inputOf(randomOf(number), corpus);
}
