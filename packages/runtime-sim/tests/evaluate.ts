import { elementsOf, type NdArray, type Scalar } from '../src/array/index.ts';
import { runSequential, type RunModuleOptions } from '../src/interpreter/run-module.ts';
import { context, parse } from './programs.ts';

/** The results of a module. */
export function runText(text: string, options: RunModuleOptions = {}): readonly NdArray[] {
  return runSequential(parse(text), [], context, options);
}

/** The elements of the values `results` after the operations of `body`; `results` is `%a, %b : T, U`. */
export function evaluate(body: string, results: string, options: RunModuleOptions = {}): Scalar[][] {
  const types = results.slice(results.indexOf(':') + 1);
  return runText(`func.func @main() -> (${types}) { ${body}\n return ${results} }`, options).map(elementsOf);
}
