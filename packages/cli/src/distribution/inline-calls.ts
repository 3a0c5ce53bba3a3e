import { CallOp } from '@shardform/dialect-func';
import { type Context, type ModuleOp, parsePipeline, runPasses } from '@shardform/ir-core';
import type { DiagnosticLog } from '../diagnostic-log.ts';
import { ModuleError } from '../load-module.ts';

/**
 * Puts the bodies of functions where they are called, in place: JAX writes calls for `relu`, `softmax` and others.
 * Composites become what they are composed of.
 *
 * @throws ModuleError when a call is left, which would be simulated as if it did nothing.
 */
export function inlineCalls(module: ModuleOp, context: Context, log: DiagnosticLog): void {
  const passes = 'builtin.module(stablehlo-legalize-composite-to-call,inline,symbol-dce)';
  const { succeeded } = runPasses(module, parsePipeline(passes, context), context);
  let isWhole = succeeded;
  module.walk((op) => {
    if (!(op instanceof CallOp)) return;
    isWhole = false;
    context.diagnostics.emitOn(
      op,
      'error',
      `the call of '@${op.callee.root}' can't be inlined; what it does isn't known, or it calls itself`,
    );
  });
  if (!isWhole) throw new ModuleError(log.text(), log.diagnostics);
}
