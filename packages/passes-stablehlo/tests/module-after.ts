import {
  Context,
  parseModule,
  parsePipeline,
  printOp,
  type PrintOptions,
  runPasses,
  verifyOp,
} from '@shardform/ir-core';
import { arithDialect, cfDialect, quantDialect, shapeDialect, tensorDialect } from '@shardform/dialects-mlir';
import { stablehloPasses } from '../src/extension.ts';

/**
 * What a pipeline for modules makes of a text: the lines of the module's operations without their common indent. Where
 * anything was reported, the messages instead.
 */
export function moduleAfter(pipeline: string, text: string, print: Partial<PrintOptions> = {}): string[] {
  const context = new Context([
    stablehloPasses,
    arithDialect,
    cfDialect,
    quantDialect,
    shapeDialect,
    tensorDialect,
  ]);
  context.allowUnregisteredDialects = true;
  const { result, diagnostics } = context.diagnostics.capture(() => {
    const module = parseModule(text, context);
    if (module === null || !verifyOp(module, context)) return null;
    runPasses(module, parsePipeline(`builtin.module(${pipeline})`, context), context);
    return module;
  });
  if (diagnostics.length > 0) return diagnostics.map(({ message }) => message);
  if (result === null) throw new Error(`not a module:\n${text}`);
  return printOp(result, context, print)
    .split('\n')
    .slice(1, -2)
    .map((line) => line.slice(2));
}

/** Like {@link moduleAfter} for a pass on functions, with a function's lines between its first and its return. */
export function bodyLinesAfter(pass: string, signature: string, body: string): string[] {
  const lines = moduleAfter(`func.func(${pass})`, `func.func @f${signature} {\n${body}\n}`);
  return lines[0]?.startsWith('func.func') === true ? lines.slice(1, -1).map((line) => line.slice(2)) : lines;
}
