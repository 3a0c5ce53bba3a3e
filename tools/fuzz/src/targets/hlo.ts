import {
  HloError,
  type HloModule,
  isHloProto,
  isHloText,
  readHloProto,
  readHloText,
} from '@shardform/hlo-module';
import { mutateBytes, mutateText } from '../mutate.ts';
import type { Target } from './target.ts';

/** Returns what is wrong in a module that was read, or `null`. */
function problemOf({ computations, entry }: HloModule): string | null {
  if (!computations.includes(entry)) return 'the entry is not among the computations';
  const seen = new Set<unknown>();
  for (const computation of computations) {
    const { name, instructions, parameters, root } = computation;
    if (!instructions.includes(root)) return `the root of '${name}' is not among its instructions`;
    if (parameters.some(({ attributes }, number) => attributes.parameterNumber !== number))
      return `parameters of '${name}' are out of order`;
    for (const { called } of instructions) {
      if (called.some((call) => !seen.has(call.computation)))
        return `'${name}' calls a computation that follows`;
    }
    seen.add(computation);
  }
  return null;
}

/** HLO, as text and as protobuf, to its readers; the first byte of an input that is protobuf is never that of text. */
export const hlo: Target = {
  summary: 'modules of HLO, as text and as protobuf, to their readers',
  inputOf(random, { modules, texts: programs }) {
    const { files } = modules;
    const texts = modules.texts.length > 0 ? modules.texts : programs;
    if (files.length > 0 && random.below(2) === 0) {
      const changed = mutateBytes(random, random.pick(files));
      return random.below(4) === 0 ? mutateBytes(random, changed) : changed;
    }
    return new TextEncoder().encode(mutateText(random, random.pick(texts), texts));
  },
  execute(input) {
    const text = new TextDecoder().decode(input);
    // What is not a module for the one is fed to the other.
    const isBinary = isHloProto(input) || !isHloText(text);
    try {
      return problemOf(isBinary ? readHloProto(input) : readHloText(text));
    } catch (error) {
      if (error instanceof HloError)
        return error.message.includes('\n') ? 'the message has several lines' : null;
      throw error;
    }
  },
};
