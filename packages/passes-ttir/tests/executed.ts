import {
  builtinPasses,
  Context,
  type ModuleOp,
  parseModule,
  parsePipeline,
  printOp,
  runPasses,
  SourceText,
  verifyOp,
} from '@shardform/ir-core';
import { quantDialect } from '@shardform/dialects-mlir';
import { type ArrayKind, arrayOf, elementsOf, type NdArray, runSequential } from '@shardform/runtime-sim';
import { ttSimulator } from '@shardform/runtime-tt';
import { expect } from 'vitest';
import { ttirPasses } from '../src/index.ts';

/** The elements of a result with their type. */
interface Result {
  readonly type: string;
  readonly elements: readonly unknown[];
}

/** What a program computes before and after passes, and the operations of TTIR that are left. */
export interface Execution {
  readonly expected: readonly Result[];
  readonly actual: readonly Result[];
  readonly names: readonly string[];
}

const context = new Context([builtinPasses, quantDialect, ttirPasses, ttSimulator]);
const messages: string[] = [];
context.diagnostics.subscribe(({ message }) => messages.push(message));

function results(module: ModuleOp, inputs: readonly NdArray[]): readonly Result[] {
  return runSequential(module, inputs, context).map((array) => ({
    type: typeOf(array.kind, array.shape),
    elements: elementsOf(array),
  }));
}

/** Executes a program of TTIR before and after passes. @throws Error if it is no right one, or none any more. */
export function executed(text: string, passes: string, inputs: readonly NdArray[]): Execution {
  messages.length = 0;
  const module = parseModule(new SourceText('test.mlir', text), context);
  if (module === null || !verifyOp(module, context)) throw new Error([...messages, text].join('\n'));
  const expected = results(module, inputs);
  const isDone = runPasses(module, parsePipeline(`builtin.module(${passes})`, context), context).succeeded;
  if (!isDone || !verifyOp(module, context))
    throw new Error([...messages, text, 'became', printOp(module, context)].join('\n'));
  const names: string[] = [];
  module.walk((op) => {
    if (op.name.startsWith('ttir.')) names.push(op.name.slice('ttir.'.length));
  });
  return { expected, actual: results(module, inputs), names };
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

/** Expects that passes leave a program's numbers as they are, up to a part of each of them. */
export function expectSame(
  text: string,
  passes: string,
  inputs: readonly NdArray[],
  tolerance = 0,
): readonly string[] {
  const { expected, actual, names } = executed(text, passes, inputs);
  if (tolerance === 0) {
    expect(actual, text).toEqual(expected);
    return names;
  }
  expect(
    actual.map(({ type }) => type),
    text,
  ).toEqual(expected.map(({ type }) => type));
  for (const [i, { elements }] of expected.entries()) {
    const differences = elements.map((wanted, at) => {
      const difference = Math.abs(Number(actual[i]!.elements[at]) - Number(wanted));
      return Object.is(actual[i]!.elements[at], wanted)
        ? 0
        : difference - tolerance * Math.abs(Number(wanted));
    });
    expect(Math.max(0, ...differences), text).toBe(0);
  }
  return names;
}
