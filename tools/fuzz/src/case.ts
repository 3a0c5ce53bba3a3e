import type { Corpus } from './corpus.ts';
import { mutateBytes, mutateText } from './mutate.ts';
import { Random } from './random.ts';

/** The input of a number: the same for the same corpus. Of eight inputs one is text with bytes that are wrong. */
export function inputOf(number: number, corpus: Corpus): Uint8Array {
  const random = new Random(Math.imul(number, 0x9e3779b1));
  const { texts, files } = corpus;
  const isBinary = texts.length === 0 || (files.length > 0 && random.below(4) === 0);
  if (isBinary) return mutateBytes(random, random.pick(files));
  const text = new TextEncoder().encode(mutateText(random, random.pick(texts), texts));
  return random.below(8) === 0 ? mutateBytes(random, text) : text;
}
