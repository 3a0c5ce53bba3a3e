import {
  builtinPasses,
  Context,
  parseModule,
  parsePipeline,
  printOp,
  runPasses,
  SourceText,
  verifyOp,
} from '@shardform/ir-core';
import { FuncOp } from '@shardform/dialect-func';
import { quantDialect } from '@shardform/dialects-mlir';
import { ttnnPipeline } from '../src/index.ts';

/** The functions after passes as text, or what the passes complain of. */
export function functionsAfter(text: string, passes: string): string {
  const context = new Context([builtinPasses, quantDialect, ttnnPipeline]);
  const messages: string[] = [];
  context.diagnostics.subscribe(({ message }) => messages.push(message));
  const module = parseModule(new SourceText('test.mlir', text), context);
  if (module !== null && verifyOp(module, context)) {
    runPasses(module, parsePipeline(`builtin.module(${passes})`, context), context);
  }
  if (messages.length > 0 || module === null) return messages.join('\n').trim();
  const functions: string[] = [];
  module.walkOf(FuncOp, (func) => {
    functions.push(printOp(func, context).trim());
  });
  return functions.join('\n');
}
