import {
  builtinPasses,
  Context,
  type ModuleOp,
  parseModule,
  parsePipeline,
  printOp,
  runPasses,
  verifyOp,
} from '@shardform/ir-core';
import { chloDialect } from '@shardform/dialect-stablehlo';
import { shardingPasses } from '../src/extension.ts';

/** A context with everything that this package and its neighbours provide. */
export function testContext(): Context {
  return new Context([builtinPasses, chloDialect, shardingPasses]);
}

/**
 * Runs the passes of `builtin.module(PIPELINE)` on a module's text.
 *
 * @returns the resulting text, after messages such as `warning: …`; only these if a pass fails.
 */
export function runText(pipeline: string, text: string): string {
  const context = testContext();
  const { result, diagnostics } = context.diagnostics.capture(() => {
    const module = parseModule(text, context);
    if (module === null || !verifyOp(module, context)) return null;
    return run(pipeline, module, context) ? printOp(module, context) : null;
  });
  const messages = diagnostics.map(({ severity, message }) => `${severity}: ${message}\n`);
  return [...messages, result ?? ''].join('');
}

function run(pipeline: string, module: ModuleOp, context: Context): boolean {
  return runPasses(module, parsePipeline(`builtin.module(${pipeline})`, context), context).succeeded;
}

/** The rules of the operations in a module that have one, in program order, as they print. */
export function rulesOf(text: string, options = ''): string[] {
  const printed = runText(`func.func(sdy-populate-op-sharding-rules${options})`, text);
  return [...printed.matchAll(/op_sharding_rule(<\(.*?\)->\(.*?>)(?=[,}])/g)].map(([, rule]) => rule!);
}
