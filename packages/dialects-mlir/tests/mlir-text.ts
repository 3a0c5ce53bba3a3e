import {
  builtinPasses,
  Context,
  type Diagnostic,
  type ModuleOp,
  parseModule,
  parsePipeline,
  positionOf,
  printOp,
  type PrintOptions,
  runPasses,
  verifyOp,
} from '@shardform/ir-core';
import { arithDialect } from '../src/arith/extension.ts';
import { cfDialect } from '../src/cf/extension.ts';
import { complexDialect } from '../src/complex/extension.ts';
import { llvmDialect } from '../src/llvm/extension.ts';
import { mathDialect } from '../src/math/extension.ts';
import { quantDialect } from '../src/quant/extension.ts';
import { scfDialect } from '../src/scf/extension.ts';
import { shapeDialect } from '../src/shape/extension.ts';
import { sparseTensorDialect } from '../src/sparse-tensor/extension.ts';
import { tensorDialect } from '../src/tensor/extension.ts';
import { functionDialect } from './function-dialect.ts';

/** A context with all dialects of the package, in which operations of other dialects may be kept. */
export function mlirContext(): Context {
  const context = new Context([
    builtinPasses,
    arithDialect,
    cfDialect,
    complexDialect,
    mathDialect,
    functionDialect,
    quantDialect,
    scfDialect,
    shapeDialect,
    sparseTensorDialect,
    llvmDialect,
    tensorDialect,
  ]);
  context.allowUnregisteredDialects = true;
  return context;
}

interface Checked {
  readonly context: Context;
  readonly module: ModuleOp | null;
  readonly problems: readonly string[];
}

function check(text: string): Checked {
  const context = mlirContext();
  const { result, diagnostics } = context.diagnostics.capture(() => {
    const module = parseModule(text, context);
    return module !== null && verifyOp(module, context) ? module : null;
  });
  const problems = diagnostics.flatMap((diagnostic) => [
    describe(diagnostic),
    ...diagnostic.notes.map(describe),
  ]);
  return { context, module: result, problems };
}

function describe({ location, message, severity }: Diagnostic): string {
  const position = positionOf(location);
  const place = position === null ? '?' : `${position.line}:${position.column}`;
  return `${place} ${severity === 'note' ? 'note: ' : ''}${message}`;
}

/** What is wrong with a text: `LINE:COLUMN MESSAGE`, notes after their errors. */
export function problems(text: string): readonly string[] {
  return check(text).problems;
}

/** The text after passes. @throws when the text is wrong. */
export function processed(text: string, pipeline = '', options: Partial<PrintOptions> = {}): string {
  const { context, module, problems: found } = check(text);
  if (module === null) throw new Error(`${found.join('\n')}\nin:\n${text}`);
  if (pipeline !== '') runPasses(module, parsePipeline(`builtin.module(${pipeline})`, context), context);
  return printOp(module, context, options);
}

/** The operations of the only function of a module, without their common indentation. */
export function bodyOf(module: string): string {
  return module
    .split('\n')
    .slice(2, -3)
    .map((line) => line.slice(4))
    .join('\n');
}
