import {
  isSafetensors,
  type NdArray,
  NpyError,
  randomArray,
  readNpz,
  readSafetensors,
  SafetensorsError,
  writeNpz,
  writeSafetensors,
} from '@shardform/runtime-sim';
import { mutateBytes } from '../mutate.ts';
import type { Target } from './target.ts';

/** Archives of arrays, as `run --in` reads them. */
export const arrays: Target = {
  summary: 'npz and safetensors files to their readers',
  inputOf(random, { archives }) {
    if (archives.length > 0 && random.below(4) === 0) return mutateBytes(random, random.pick(archives));
    const kinds = ['f32', 'i64', 'bf16', 'i1', 'f64'] as const;
    const made = new Map<string, NdArray>();
    for (let i = 0; i <= random.below(3); i++) {
      const shape = Array.from({ length: random.below(4) }, () => random.below(5));
      made.set(`arg${i}`, randomArray(random.pick(kinds), shape, random.below(1000)));
    }
    const bytes = random.below(2) === 0 ? writeNpz(made) : writeSafetensors(made);
    return mutateBytes(random, bytes);
  },
  execute(input) {
    try {
      if (isSafetensors(input)) readSafetensors(input);
      else readNpz(input);
    } catch (error) {
      if (!(error instanceof NpyError || error instanceof SafetensorsError)) throw error;
    }
    return null;
  },
};
