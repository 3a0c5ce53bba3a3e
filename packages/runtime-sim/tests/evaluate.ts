import { Context, parseModule, verifyOp } from '@shardform/ir-core';
import { elementsOf, type NdArray, type Scalar } from '../src/array/index.ts';
import { simulator } from '../src/extension.ts';
import { runSequential, type RunModuleOptions } from '../src/interpreter/run-module.ts';

const context = new Context([simulator]);

/** The results of a module. */
export function runText(text: string, options: RunModuleOptions = {}): readonly NdArray[] {
  const { result: module, diagnostics } = context.diagnostics.capture(() => {
    const parsed = parseModule(text, context);
    return parsed !== null && verifyOp(parsed, context) ? parsed : null;
  });
  if (module === null) throw new Error(`the test program is wrong: ${diagnostics[0]?.message ?? ''}`);
  return runSequential(module, [], context, options);
}

/** The elements of the values `results` after the operations of `body`; `results` is `%a, %b : T, U`. */
export function evaluate(body: string, results: string, options: RunModuleOptions = {}): Scalar[][] {
  const types = results.slice(results.indexOf(':') + 1);
  return runText(`func.func @main() -> (${types}) { ${body}\n return ${results} }`, options).map(elementsOf);
}
