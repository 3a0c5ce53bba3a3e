import { Context, type ModuleOp, parseModule, verifyOp } from '@shardform/ir-core';
import { simulator } from '../src/extension.ts';

/** A context that knows what the simulator executes. */
export const context = new Context([simulator]);

/** A verified module. @throws when the text is wrong. */
export function parse(text: string): ModuleOp {
  const { result: module, diagnostics } = context.diagnostics.capture(() => {
    const parsed = parseModule(text, context);
    return parsed !== null && verifyOp(parsed, context) ? parsed : null;
  });
  if (module === null) throw new Error(`the test program is wrong: ${diagnostics[0]?.message ?? ''}`);
  return module;
}
