import {
  Context,
  corePasses,
  formatDiagnostic,
  type ModuleOp,
  parseModule,
  parsePipeline,
  printOp,
  runPasses,
  SourceText,
  verifyOp,
} from '@shardform/ir-core';
import { shardingPasses } from '../src/extension.ts';

/** A context with everything that this package and its neighbours provide. */
export function testContext(): Context {
  return new Context([corePasses, shardingPasses]);
}

/**
 * Runs the passes of `builtin.module(PIPELINE)` on a module's text.
 *
 * @returns the text that comes out, after warnings; or the diagnostics.
 */
export function runText(pipeline: string, text: string): string {
  const context = testContext();
  const source = new SourceText('input.mlir', text);
  const { result, diagnostics } = context.diagnostics.capture(() => {
    const module = parseModule(source, context);
    if (module === null || !verifyOp(module, context)) return null;
    return run(pipeline, module, context) ? printOp(module, context) : null;
  });
  return [...diagnostics.map((diagnostic) => formatDiagnostic(diagnostic)), result ?? ''].join('');
}

function run(pipeline: string, module: ModuleOp, context: Context): boolean {
  return runPasses(module, parsePipeline(`builtin.module(${pipeline})`, context), context).succeeded;
}

/** The sharding rules of the operations in a function's body, in program order, as they print. */
export function rulesOf(body: string, options = ''): string[] {
  const text = runText(`func.func(sdy-populate-op-sharding-rules${options})`, body);
  return [...text.matchAll(/sdy\.sharding_rule = #sdy\.op_sharding_rule(<.*?\)->\(.*?>)(?=[,}])/g)].map(
    ([, rule]) => rule!,
  );
}
