import { createContext } from '@shardform/cli';
import {
  type Context,
  formatDiagnostic,
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

/** A context in which everything is allowed that a user can allow. */
export function fuzzContext(): Context {
  const context = createContext();
  context.allowUnregisteredDialects = true;
  return context;
}

/**
 * Reads an input and, when it is a program, checks it, prints it in both forms, reads these again and writes it
 * as bytecode. The answer is what went wrong, or `null`. Diagnostics are no failures.
 *
 * @throws what the packages throw, which they never should.
 */
export function execute(bytes: Uint8Array, context: Context): string | null {
  const module = read(bytes, context);
  if (module === null) return null;
  for (const generic of [false, true]) {
    const text = printOp(module, context, { generic });
    const again = readBack(text, context);
    if (typeof again === 'string') return `the ${form(generic)} can't be read again: ${again}`;
    const second = printOp(again, context, { generic });
    if (second !== text) return `the ${form(generic)} is not stable: ${firstDifference(text, second)}`;
  }
  const { result } = quietly(context, () => readBytecode(writeBytecode(module, context), context));
  if (result === null) return 'its bytecode can not be read again';
  return null;
}

function read(bytes: Uint8Array, context: Context): ModuleOp | null {
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

function readBack(text: string, context: Context): ModuleOp | string {
  const source = new SourceText('printed', text);
  const { result, messages } = quietly(context, () => {
    const module = parseModule(source, context);
    return module !== null && verifyOp(module, context) ? module : null;
  });
  return result ?? messages;
}

function quietly<T>(context: Context, work: () => T): { readonly result: T; readonly messages: string } {
  const { result, diagnostics } = context.diagnostics.capture(work);
  // Messages for people are made too: excerpts of a text with errors must not fail either.
  return { result, messages: diagnostics.map((diagnostic) => formatDiagnostic(diagnostic)).join('') };
}

function form(generic: boolean): string {
  return generic ? 'generic form' : 'text';
}

function firstDifference(a: string, b: string): string {
  let at = 0;
  while (a[at] === b[at]) at++;
  return `${JSON.stringify(a.slice(at, at + 60))} and then ${JSON.stringify(b.slice(at, at + 60))}`;
}
