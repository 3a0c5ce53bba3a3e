import {
  Context,
  type ModuleOp,
  parseModule,
  parsePipeline,
  printOp,
  product,
  runPasses,
  SourceText,
  verifyOp,
} from '@shardform/ir-core';
import { type ArrayKind, arrayOf, elementsOf, type NdArray, runSequential } from '@shardform/runtime-sim';
import { ttSimulator } from '@shardform/runtime-tt';
import { stablehloToTtir } from '../src/index.ts';

/** The elements of a result with their type. */
interface Result {
  readonly type: string;
  readonly elements: readonly unknown[];
}

/** The results of a program, and those of the TTIR that it becomes, or why it becomes none. */
export interface Execution {
  readonly expected: readonly Result[];
  readonly actual: readonly Result[] | string;
}

const context = new Context([stablehloToTtir, ttSimulator]);
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

/** Returns the TTIR that a program becomes as text, or why it becomes none. */
export function convertedText(text: string): string {
  messages.length = 0;
  const module = parsed(text);
  return converts(module) ? printOp(module, context) : (messages[0] ?? 'failed silently');
}

function converts(module: ModuleOp): boolean {
  const passes = parsePipeline('builtin.module(convert-stablehlo-to-ttir)', context);
  return runPasses(module, passes, context).succeeded && verifyOp(module, context);
}

/** Executes a program of StableHLO before and after its conversion. @throws Error if it is no right program. */
export function executed(text: string, inputs: readonly NdArray[]): Execution {
  messages.length = 0;
  const expected = results(parsed(text), inputs);
  const module = parsed(text);
  const actual = converts(module) ? results(module, inputs) : (messages[0] ?? 'failed silently');
  return { expected, actual };
}

/** Returns the text of a tensor type. */
export function typeOf(kind: string, shape: readonly number[]): string {
  return `tensor<${[...shape, kind].join('x')}>`;
}

/** Returns the numbers as elements of any kind, again from the first where they are too few. */
export function filled(kind: ArrayKind, shape: readonly number[], numbers: readonly number[]): NdArray {
  const count = product(shape);
  const elements = Array.from({ length: count }, (_, i) => numbers[i % numbers.length]!);
  return kind === 'i64' || kind === 'ui64'
    ? arrayOf(kind, shape, elements.map(BigInt))
    : arrayOf(kind, shape, elements);
}
