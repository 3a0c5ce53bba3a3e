import {
  Context,
  type DenseElementsAttr,
  type ModuleOp,
  parseModule,
  parsePipeline,
  printOp,
  runPasses,
  verifyOp,
} from '@shardform/ir-core';
import { chloDialect, ConstantOp, stablehloDialect } from '@shardform/dialect-stablehlo';
import { arithDialect, cfDialect, shapeDialect } from '@shardform/dialects-mlir';
import { stablehloPasses } from '../src/extension.ts';

const context = new Context([
  arithDialect,
  cfDialect,
  shapeDialect,
  stablehloDialect,
  chloDialect,
  stablehloPasses,
]);
context.allowUnregisteredDialects = true;

/** The module of a text after a pass on its functions, which have to be right before and after. */
export function afterPass(pass: string, text: string): ModuleOp {
  const { result, diagnostics } = context.diagnostics.capture(() => {
    const module = parseModule(text, context);
    if (module === null || !verifyOp(module, context)) return null;
    runPasses(module, parsePipeline(`builtin.module(func.func(${pass}))`, context), context);
    return module;
  });
  if (result !== null && diagnostics.length === 0) return result;
  throw new Error(`${diagnostics.map(({ message }) => message).join('\n')}\nin:\n${text}`);
}

/**
 * What a pass makes of a function: its operations without indentation, the function's first line and end left out.
 *
 * @param signature parameters and result types, such as `(%x: i32) -> i32`.
 */
export function bodyAfter(pass: string, signature: string, body: string): string[] {
  return printOp(afterPass(pass, `func.func @f${signature} {\n${body}\n}`), context)
    .split('\n')
    .slice(2, -3)
    .map((line) => line.trim());
}

/** The constants that a function without parameters returns after a pass; `null` where it returns something else. */
export function constantsAfter(
  pass: string,
  resultTypes: readonly string[],
  body: string,
): readonly (DenseElementsAttr | null)[] {
  const text = `func.func @f() -> (${resultTypes.join(', ')}) {\n${body}\n}`;
  const func = afterPass(pass, text).body.firstOp!;
  return func.regions[0]!.entry.terminator!.operandValues().map(({ definingOp }) =>
    // Passes make constants of elements that are written out.
    definingOp instanceof ConstantOp ? (definingOp.value as DenseElementsAttr) : null,
  );
}
