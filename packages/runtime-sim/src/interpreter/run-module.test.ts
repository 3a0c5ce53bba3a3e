import { Context, type ModuleOp, parseModule } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { arrayOf, elementsOf, type NdArray, scalarArray, zeros } from '../array/index.ts';
import { simulator } from '../extension.ts';
import { ExecutionError } from './execution-error.ts';
import { entryFunction, runSequential } from './run-module.ts';

const context = new Context([simulator]);

function parse(text: string): ModuleOp {
  const module = parseModule(text, context);
  if (module === null) throw new Error('the test program does not parse');
  return module;
}

describe('runSequential', () => {
  test('computes the results of the main function', () => {
    const module = parse(`
      func.func @main(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>) {
        %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
        %z = stablehlo.constant dense<0.0> : tensor<f32>
        %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
        return %0, %1 : tensor<2x2xf32>, tensor<2xf32>
      }`);
    const a = arrayOf('f32', [2, 2], [1, 2, 3, 4]);
    const b = arrayOf('f32', [2, 2], [5, 6, 7, 8]);
    const [product, sums] = runSequential(module, [a, b], context);
    expect(elementsOf(product!)).toEqual([19, 22, 43, 50]);
    expect(elementsOf(sums!)).toEqual([41, 93]);
  });

  test('runs called functions, which see none of the values of the caller', () => {
    const module = parse(`
      func.func @main(%a: tensor<i32>) -> tensor<i32> {
        %0 = call @twice(%a) : (tensor<i32>) -> tensor<i32>
        %1 = call @twice(%0) : (tensor<i32>) -> tensor<i32>
        return %1 : tensor<i32>
      }
      func.func private @twice(%a: tensor<i32>) -> tensor<i32> {
        %0 = stablehlo.add %a, %a : tensor<i32>
        return %0 : tensor<i32>
      }`);
    expect(elementsOf(runSequential(module, [scalarArray('i32', 5)], context)[0]!)).toEqual([20]);
  });

  test('runs reducers that are no single operation', () => {
    const module = parse(`
      func.func @main(%a: tensor<3xf32>) -> tensor<f32> {
        %z = stablehlo.constant dense<0.0> : tensor<f32>
        %0 = stablehlo.reduce(%a init: %z) across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
         reducer(%x: tensor<f32>, %y: tensor<f32>) {
          %s = stablehlo.multiply %y, %y : tensor<f32>
          %t = stablehlo.add %x, %s : tensor<f32>
          stablehlo.return %t : tensor<f32>
        }
        return %0 : tensor<f32>
      }`);
    expect(elementsOf(runSequential(module, [arrayOf('f32', [3], [1, 2, 3])], context)[0]!)).toEqual([14]);
  });

  test('takes the only function for the entry', () => {
    const module = parse('func.func @f(%a: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }');
    expect(entryFunction(module).symName.value).toBe('f');
  });

  test('says which operation it can not execute', () => {
    const lone = new Context([...simulator.requires!]);
    const module = parse(`
      func.func @main(%a: tensor<f32>) -> tensor<f32> {
        %0 = stablehlo.tanh %a : tensor<f32>
        return %0 : tensor<f32>
      }`);
    const run = (): unknown => runSequential(module, [scalarArray('f32', 0)], lone);
    expect(run).toThrow(ExecutionError);
    expect(run).toThrow("op 'stablehlo.tanh' can't be executed: no loaded package interprets it");
  });

  test('says which operation needs more memory than there is', () => {
    const type = 'tensor<1000000x1000000x1000xf32>';
    const module = parse(`
      func.func @main(%a: tensor<f32>) {
        %0 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> ${type}
        return
      }`);
    expect(() => runSequential(module, [scalarArray('f32', 0)], context)).toThrow(
      "'stablehlo.broadcast_in_dim' makes the arrays of the execution take 3.6 PiB of memory, more than the 8.0 GiB allowed; --limit-memory raises the limit",
    );
  });

  test('refuses inputs that are not what the function takes', () => {
    const module = parse('func.func @main(%a: tensor<?x2xf32>) { return }');
    const run = (...inputs: readonly NdArray[]) => runSequential(module, inputs, context);
    expect(run(zeros('f32', [3, 2]))).toEqual([]);
    expect(() => run()).toThrow(
      'incorrect number of arguments specified, provided 0 inputs but function expected 1',
    );
    expect(() => run(zeros('f32', [3, 3]))).toThrow(
      "invalid input argument type at index 0, input type was 'tensor<3x3xf32>' but entry function expected 'tensor<?x2xf32>'",
    );
    expect(() => run(zeros('f64', [3, 2]))).toThrow("input type was 'tensor<3x2xf64>'");
  });
});
