import { describe, expect, test } from 'vitest';
import { context, parse } from '../../tests/programs.ts';
import { arrayOf, elementsOf, type NdArray } from '../array/index.ts';
import { executableForm } from './executable-form.ts';
import { runSequential } from './run-module.ts';

function run(text: string, inputs: readonly NdArray[]): unknown[] {
  return runSequential(parse(text), inputs, context).map(elementsOf);
}

describe('programs in a form that can be executed', () => {
  test('quantized tensors are the integers that they are stored as', () => {
    const type = 'tensor<2x!quant.uniform<i8:f32, 0.5:10>>';
    const text = `func.func @main(%a: ${type}) -> (${type}, tensor<2xf32>) {
      %0 = stablehlo.add %a, %a : ${type}
      %1 = stablehlo.uniform_dequantize %0 : (${type}) -> tensor<2xf32>
      return %0, %1 : ${type}, tensor<2xf32>
    }`;
    // 1 and 60 stand for -4.5 and 25.
    expect(run(text, [arrayOf('i8', [2], [1, 60])])).toEqual([
      [-8, 110],
      [-9, 50],
    ]);
  });

  test('CHLO is what it stands for in StableHLO', () => {
    const text = `func.func @main(%a: tensor<2xf32>, %b: tensor<3x1xf32>) -> (tensor<2xf32>, tensor<3x2xf32>) {
      %0 = chlo.erf %a : tensor<2xf32> -> tensor<2xf32>
      %1 = chlo.broadcast_add %a, %b : (tensor<2xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
      return %0, %1 : tensor<2xf32>, tensor<3x2xf32>
    }`;
    const [erf, sum] = run(text, [arrayOf('f32', [2], [0, 1]), arrayOf('f32', [3, 1], [10, 20, 30])]);
    // What the polynomials of the expansion give; the nearest f32 to erf(1) is one unit more.
    expect(erf).toEqual([0, Math.fround(0.84270072)]);
    expect(sum).toEqual([10, 11, 20, 21, 30, 31]);
  });

  test('the module is left as it is', () => {
    const plain = parse('func.func @main(%a: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }');
    expect(executableForm(plain, context)).toBe(plain);
    const chlo = parse(
      'func.func @main(%a: tensor<f32>) { %0 = chlo.erf %a : tensor<f32> -> tensor<f32> return }',
    );
    const form = executableForm(chlo, context);
    expect(form).not.toBe(chlo);
    expect(chlo.body.firstOp!.regions[0]!.entry.firstOp!.name).toBe('chlo.erf');
  });

  test('unsigned quantized numbers that a signed integer has no place for are refused', () => {
    const text = (range: string): string => `func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
      %0 = stablehlo.uniform_quantize %a : (tensor<2xf32>) -> tensor<2x!quant.uniform<u8${range}:f32, 0.5>>
      %1 = stablehlo.uniform_dequantize %0 : (tensor<2x!quant.uniform<u8${range}:f32, 0.5>>) -> tensor<2xf32>
      return %1 : tensor<2xf32>
    }`;
    const numbers = [arrayOf('f32', [2], [3, 100])];
    expect(() => run(text(''), numbers)).toThrow(/stored as up to 255, and executed as integers up to 127/);
    expect(run(text('<0:127>'), numbers)).toEqual([[3, 63.5]]);
  });

  test('what has no such form is named', () => {
    const type = 'tensor<2x!quant.uniform<i8:f32, 0.5>>';
    const text = `func.func @f(%a: ${type}) -> ${type} {
      %0 = "stablehlo.sort"(%a) ({
        ^bb0(%x: tensor<!quant.uniform<i8:f32, 0.5>>, %y: tensor<!quant.uniform<i8:f32, 0.5>>):
          %p = stablehlo.compare LT, %x, %y : (tensor<!quant.uniform<i8:f32, 0.5>>, tensor<!quant.uniform<i8:f32, 0.5>>) -> tensor<i1>
          stablehlo.return %p : tensor<i1>
      }) {dimension = 0 : i64} : (${type}) -> ${type}
      return %0 : ${type}
    }`;
    expect(() => run(text, [arrayOf('i8', [2], [1, 2])])).toThrow(
      /^Failed to lower quantized types\/ops in function: f: failed to legalize operation/,
    );
  });
});
