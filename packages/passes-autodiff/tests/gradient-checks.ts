import {
  Context,
  type ModuleOp,
  parseModule,
  parsePipeline,
  product,
  runPasses,
  verifyOp,
} from '@shardform/ir-core';
import { arrayOf, elementsOf, type NdArray, runSequential, simulator } from '@shardform/runtime-sim';
import { expect } from 'vitest';
import { autodiffPasses } from '../src/extension.ts';

/** Differentiation and the simulator. */
export const context = new Context([autodiffPasses, simulator]);

function parsed(text: string): ModuleOp {
  const { result, diagnostics } = context.diagnostics.capture(() => {
    const module = parseModule(text, context);
    return module !== null && verifyOp(module, context) ? module : null;
  });
  if (result === null) throw new Error(`${diagnostics.map(({ message }) => message).join('\n')}\n${text}`);
  return result;
}

/** Runs the pass; the outcome has to verify. @returns the module, or the messages. */
export function differentiated(text: string, options: string): ModuleOp | string[] {
  const module = parsed(text);
  const { result, diagnostics } = context.diagnostics.capture(
    () =>
      runPasses(
        module,
        parsePipeline(`builtin.module(stablehlo-differentiate{${options}})`, context),
        context,
      ).succeeded && verifyOp(module, context),
  );
  return result ? module : diagnostics.map(({ message }) => message);
}

function shapeOf(type: string): number[] {
  return type
    .slice(type.indexOf('<') + 1, -1)
    .split('x')
    .slice(0, -1)
    .map(Number);
}

/** Numbers without ties between 0.4 and 2, different for each seed. */
export function numbers(shape: readonly number[], seed: number): NdArray {
  const count = product(shape);
  let state = 7919 * (seed + 1);
  const elements = Array.from({ length: count }, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return 0.4 + (1.6 * state) / 2147483648;
  });
  return arrayOf('f64', shape, elements);
}

/** Runs a program. */
export function run(module: ModuleOp, inputs: readonly NdArray[]): number[][] {
  return runSequential(module, inputs, context).map((array) => elementsOf(array).map(Number));
}

/**
 * Compares the gradients of a function of `tensor<…xf64>` arguments with central differences, in the direction of a
 * given gradient of the result.
 */
export function check(args: readonly string[], body: string, result: string): void {
  const names = args.map((type, i) => `%${'abcdef'[i]!}: ${type}`).join(', ');
  const text = `func.func @main(${names}) -> ${result} {\n${body}\nreturn %r : ${result}\n}`;
  const inputs = args.map((type, i) => numbers(shapeOf(type), i));
  const seed = numbers(shapeOf(result), 50);
  const gradient = differentiated(text, 'seed only-gradients');
  if (Array.isArray(gradient)) throw new Error(gradient.join('\n'));
  const found = run(gradient, [...inputs, seed]);
  const forward = parsed(text);
  const weights = elementsOf(seed).map(Number);
  const value = (changed: readonly NdArray[]): number =>
    run(forward, changed)[0]!.reduce((sum, y, i) => sum + y * weights[i]!, 0);
  const step = 1e-5;
  inputs.forEach((input, at) => {
    const elements = elementsOf(input).map(Number);
    elements.forEach((own, i) => {
      const [up, down] = [own + step, own - step].map((moved) => {
        const all = elements.map((x, j) => (j === i ? moved : x));
        return value(inputs.map((other, k) => (k === at ? arrayOf('f64', input.shape, all) : other)));
      });
      const expected = (up! - down!) / (2 * step);
      expect(Math.abs(found[at]![i]! - expected)).toBeLessThan(1e-6 * Math.max(1, Math.abs(expected)));
    });
  });
}

/** The gradients of a program's arguments in the direction of the last input, as they are. */
export function gradientsOf(text: string, inputs: readonly NdArray[]): NdArray[] {
  const module = differentiated(text, 'seed only-gradients');
  if (Array.isArray(module)) throw new Error(module.join('\n'));
  return [...runSequential(module, inputs, context)];
}
