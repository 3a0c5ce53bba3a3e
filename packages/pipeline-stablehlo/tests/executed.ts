import {
  builtinPasses,
  Context,
  type ModuleOp,
  parseModule,
  parsePipeline,
  runPasses,
  SourceText,
  verifyOp,
} from '@shardform/ir-core';
import {
  type ArrayKind,
  arrayOf,
  elementsOf,
  type NdArray,
  runSequential,
  simulator,
} from '@shardform/runtime-sim';
import { stablehloPipeline } from '../src/index.ts';

/** The elements of a result with their type. */
interface Result {
  readonly type: string;
  readonly elements: readonly unknown[];
}

/** The results of a program, and those of its parts on the devices of a mesh, or why it has none. */
export interface Execution {
  readonly expected: readonly Result[];
  readonly actual: readonly Result[] | string;
}

const context = new Context([builtinPasses, stablehloPipeline, simulator]);
const messages: string[] = [];
context.diagnostics.subscribe(({ message }) => messages.push(message));

function parsed(text: string): ModuleOp {
  const module = parseModule(new SourceText('test.mlir', text), context);
  if (module === null || !verifyOp(module, context)) throw new Error([...messages, text].join('\n'));
  return module;
}

function results(module: ModuleOp, inputs: readonly NdArray[]): readonly Result[] {
  return runSequential(module, inputs, context).map((array) => ({
    type: typeOf(array.kind, array.shape),
    elements: elementsOf(array),
  }));
}

/** Executes a program before the pipeline and behind it. @throws Error if it is no right program. */
export function executed(text: string, inputs: readonly NdArray[], options = ''): Execution {
  messages.length = 0;
  const expected = results(parsed(text), inputs);
  const module = parsed(text);
  const passes = parsePipeline(`builtin.module(stablehlo-pipeline${options})`, context);
  if (!runPasses(module, passes, context).succeeded || !verifyOp(module, context))
    return { expected, actual: messages[0] ?? 'failed silently' };
  return { expected, actual: results(module, inputs) };
}

/** Returns the text of a tensor type. */
export function typeOf(kind: string, shape: readonly number[]): string {
  return `tensor<${[...shape, kind].join('x')}>`;
}

/** Returns the numbers as elements of any kind, again from the first where they are too few. */
export function filled(kind: ArrayKind, shape: readonly number[], numbers: readonly number[]): NdArray {
  const count = shape.reduce((product, size) => product * size, 1);
  const elements = Array.from({ length: count }, (_, i) => numbers[i % numbers.length]!);
  return kind === 'i64' || kind === 'ui64'
    ? arrayOf(kind, shape, elements.map(BigInt))
    : arrayOf(kind, shape, elements);
}
