import { createContext } from '@shardform/cli';
import {
  type Context,
  type Diagnostic,
  parseModule,
  positionOf,
  printOp,
  SourceText,
  verifyOp,
} from '@shardform/ir-core';
import type { Verdict } from './verdict.ts';

/** Types and attributes live as long as their context. */
const TEXTS_PER_CONTEXT = 500;

/** A program in the generic form. */
export function genericForm(text: string): string {
  const context = createContext();
  const module = parseModule(text, context);
  return module === null ? text : printOp(module, context, { generic: true });
}

/** The reader that is tested: parser and verifier as `shardform opt` uses them. */
export function ownReader(): (text: string) => Verdict {
  let context = createContext();
  let count = 0;
  return (text) => {
    if (++count % TEXTS_PER_CONTEXT === 0) context = createContext();
    return read(text, context);
  };
}

function read(text: string, context: Context): Verdict {
  const source = new SourceText('-', text);
  try {
    const parsed = context.diagnostics.capture(() => parseModule(source, context));
    const module = parsed.result;
    if (module === null) return refusal('parser', parsed.diagnostics);
    const verified = context.diagnostics.capture(() => verifyOp(module, context));
    if (!verified.result) return refusal('verifier', verified.diagnostics);
    return { isAccepted: true, text: printOp(module, context) };
  } catch (error) {
    return { isAccepted: false, step: 'crash', message: `threw ${String(error)}`, place: null };
  }
}

function refusal(step: 'parser' | 'verifier', diagnostics: readonly Diagnostic[]): Verdict {
  const first = diagnostics.find(({ severity }) => severity === 'error');
  const position = first === undefined ? null : positionOf(first.location);
  return {
    isAccepted: false,
    step,
    message: first?.message ?? '(no message)',
    place: position === null ? null : [position.line, position.column],
  };
}
