import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { Context, type ModuleOp, verifyOp } from '@shardform/ir-core';
import { arrayOf, elementsOf, type NdArray, runSequential, simulator } from '@shardform/runtime-sim';
import { expect } from 'vitest';
import { importOnnx, type ImportOnnxOptions } from '../src/import-onnx.ts';
import { type GivenModel, type GivenNode, type GivenTensor, onnxBytes } from './onnx-writer.ts';

/** Dialects that models are imported into, and what executes them. */
export const context = new Context([stablehloDialect, chloDialect, simulator]);

/** Imports a model. @returns the module, or the messages. */
export function imported(
  model: GivenModel | Uint8Array,
  options: ImportOnnxOptions = {},
): ModuleOp | string[] {
  const { result, diagnostics } = context.diagnostics.capture(() => {
    const bytes = model instanceof Uint8Array ? model : onnxBytes(model);
    const module = importOnnx(bytes, context, options);
    return module !== null && verifyOp(module, context) ? module : null;
  });
  return result ?? diagnostics.map(({ message }) => message);
}

/** Imports a model and executes it. */
export function run(
  model: GivenModel,
  inputs: readonly NdArray[],
  options: ImportOnnxOptions = {},
): number[][] {
  const module = imported(model, options);
  if (Array.isArray(module)) throw new Error(module.join('\n'));
  return runSequential(module, inputs, context).map((array) => elementsOf(array).map(Number));
}

/** A tensor of floats. */
export const floats = (shape: readonly number[], elements: readonly number[]): GivenTensor => ({
  shape,
  floats: elements,
});
/** A list of integers. */
export const ints = (...elements: number[]): GivenTensor => ({ shape: [elements.length], ints: elements });
/** A tensor as what is executed takes it. */
export const array = ({ shape, floats: elements = [] }: GivenTensor): NdArray =>
  arrayOf('f32', shape, elements);
/** Expects numbers that differ by rounding only. */
export const close = (found: readonly number[], expected: readonly number[]): void => {
  expect(found).toHaveLength(expected.length);
  found.forEach((value, i) => expect(value).toBeCloseTo(expected[i]!, 5));
};

/** Executes one operation of operands with these values: the first are inputs, the others weights. */
export function one(
  type: string,
  operands: readonly GivenTensor[],
  rest: Partial<GivenNode> = {},
  inputCount = 1,
): number[] {
  const names = operands.map((_, i) => `x${i}`);
  const model: GivenModel = {
    nodes: [{ type, inputs: names, outputs: ['y'], ...rest }],
    inputs: Object.fromEntries(operands.slice(0, inputCount).map(({ shape }, i) => [`x${i}`, shape])),
    weights: Object.fromEntries(
      operands.slice(inputCount).map((tensor, i) => [`x${inputCount + i}`, tensor]),
    ),
    outputs: ['y'],
  };
  return run(model, operands.slice(0, inputCount).map(array))[0]!;
}
