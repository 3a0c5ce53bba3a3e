import {
  Context,
  type Diagnostic,
  nestImplicitly,
  parseModule,
  type PipelineElement,
  positionOf,
  printOp,
  type PrintOptions,
  runPasses,
  verifyOp,
} from '@shardform/ir-core';
import { arithDialect } from '@shardform/dialects-mlir';
import { vhloPasses } from '../src/index.ts';

/** A context with StableHLO, VHLO and the passes between them. */
export function vhloContext(): Context {
  return new Context([vhloPasses, arithDialect]);
}

/** What passes make of a program: its text, or the problems as `LINE:COLUMN MESSAGE`. */
export function converted(
  text: string,
  passes: readonly PipelineElement[],
  options: Partial<PrintOptions> = {},
): string {
  const context = vhloContext();
  const { result, diagnostics } = context.diagnostics.capture(() => {
    const module = parseModule(text, context);
    if (module === null || !verifyOp(module, context)) return null;
    const { succeeded } = runPasses(module, nestImplicitly(module.name, passes), context);
    return succeeded ? printOp(module, context, options) : null;
  });
  return result ?? diagnostics.map(describe).join('\n');
}

/** `LINE:COLUMN MESSAGE`. */
export function describe({ location, message }: Diagnostic): string {
  const position = positionOf(location);
  return position === null ? message : `${position.line}:${position.column} ${message}`;
}
