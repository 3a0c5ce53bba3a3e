import {
  type Context,
  isBytecode,
  type ModuleOp,
  parseModule,
  parsePartialModule,
  printOp,
  readBytecode,
  SourceText,
  verifyOp,
  writeBytecode,
} from '@shardform/ir-core';
import { mutateBytes, mutateText } from '../mutate.ts';
import { quietly } from '../context.ts';
import type { Target } from './target.ts';

/**
 * Reads an input and, when it is a program, checks it, prints it in both forms, reads these again and writes it
 * as bytecode. The answer is what went wrong, or `null`. Diagnostics are no failures.
 *
 * @throws what the packages throw, which they never should.
 */
function execute(bytes: Uint8Array, context: Context): string | null {
  const module = readProgram(bytes, context);
  if (module === null) return null;
  for (const generic of [false, true]) {
    const text = printOp(module, context, { generic });
    const again = readBack(text, context);
    if (typeof again === 'string') return `the ${form(generic)} can't be read again: ${again}`;
    const second = printOp(again, context, { generic });
    if (second !== text) return `the ${form(generic)} is not stable: ${firstDifference(text, second)}`;
  }
  const { result, messages } = quietly(context, () => readBytecode(writeBytecode(module, context), context));
  if (result === null) return `its bytecode can not be read again: ${messages}`;
  return null;
}

/** A verified module, or `null`. */
export function readProgram(bytes: Uint8Array, context: Context): ModuleOp | null {
  const { result } = quietly(context, () => {
    if (isBytecode(bytes)) {
      const module = readBytecode(bytes, context);
      return module !== null && verifyOp(module, context) ? module : null;
    }
    const source = new SourceText('input', new TextDecoder().decode(bytes));
    const { module, isComplete } = parsePartialModule(source, context);
    return isComplete && verifyOp(module, context) ? module : null;
  });
  return result;
}

/** A verified module of printed text, or why there is none. */
export function readBack(text: string, context: Context): ModuleOp | string {
  const source = new SourceText('printed', text);
  const { result, messages } = quietly(context, () => {
    const module = parseModule(source, context);
    return module !== null && verifyOp(module, context) ? module : null;
  });
  return result ?? messages;
}

function form(generic: boolean): string {
  return generic ? 'generic form' : 'text';
}

function firstDifference(a: string, b: string): string {
  let at = 0;
  while (a[at] === b[at]) at++;
  return `${JSON.stringify(a.slice(at, at + 60))} and then ${JSON.stringify(b.slice(at, at + 60))}`;
}

/** The reader, the verifier, the printers and the writer of bytecode. One of eight texts has bytes that are wrong. */
export const read: Target = {
  summary: 'text and bytecode to the reader, the verifier, the printers and the writer of bytecode',
  inputOf(random, { texts, files }) {
    const isBinary = texts.length === 0 || (files.length > 0 && random.below(4) === 0);
    if (isBinary) return mutateBytes(random, random.pick(files));
    const text = new TextEncoder().encode(mutateText(random, random.pick(texts), texts));
    return random.below(8) === 0 ? mutateBytes(random, text) : text;
  },
  execute,
};
