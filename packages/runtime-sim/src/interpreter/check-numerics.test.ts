import { describe, expect, test } from 'vitest';
import { context, parse } from '../../tests/programs.ts';
import { arrayOf } from '../array/index.ts';
import { runSpmd } from './run-module.ts';

function run(body: string, inputs: readonly (readonly number[])[] = [[1, -1]]): void {
  const module = parse(`func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> { ${body} }`);
  const arrays = inputs.map((input) => [arrayOf('f32', [2], input)]);
  runSpmd(module, arrays.length, (device) => arrays[device]!, context, { checksNumerics: true });
}

describe('checksNumerics', () => {
  test('names the operation that makes the first NaN, the device and the element', () => {
    const body = `
      %0 = stablehlo.log %a : tensor<2xf32>
      %1 = stablehlo.add %0, %a : tensor<2xf32>
      return %1 : tensor<2xf32>`;
    expect(() => {
      run(body, [
        [1, 2],
        [1, -2],
      ]);
    }).toThrow("result 0 of 'stablehlo.log' on device 1 has a NaN at index [1]; all operands are finite");
  });

  test('takes infinities of constants for what is meant, but not what becomes of them', () => {
    const mask = `
      %inf = stablehlo.constant dense<0xFF800000> : tensor<2xf32>
      %pred = stablehlo.constant dense<[true, false]> : tensor<2xi1>
      %0 = stablehlo.select %pred, %inf, %a : tensor<2xi1>, tensor<2xf32>
      %1 = stablehlo.exponential %0 : tensor<2xf32>`;
    expect(() => {
      run(`${mask} return %1 : tensor<2xf32>`);
    }).not.toThrow();
    expect(() => {
      run(`${mask} %2 = stablehlo.subtract %0, %0 : tensor<2xf32> return %2 : tensor<2xf32>`);
    }).toThrow(
      "result 0 of 'stablehlo.subtract' on device 0 has a NaN at index [0]; operands have infinities and no NaN",
    );
  });

  test('finds overflow', () => {
    const body = `
      %0 = stablehlo.constant dense<3.0e38> : tensor<2xf32>
      %1 = stablehlo.add %0, %0 : tensor<2xf32>
      return %1 : tensor<2xf32>`;
    expect(() => {
      run(body);
    }).toThrow(
      "result 0 of 'stablehlo.add' on device 0 has an infinity at index [0]; all operands are finite",
    );
  });

  test('looks into loops and choices instead of at them', () => {
    const body = `
      %true = stablehlo.constant dense<true> : tensor<i1>
      %0 = "stablehlo.if"(%true) ({
        %inf = stablehlo.constant dense<0x7F800000> : tensor<2xf32>
        stablehlo.return %inf : tensor<2xf32>
      }, {
        stablehlo.return %a : tensor<2xf32>
      }) : (tensor<i1>) -> tensor<2xf32>
      return %0 : tensor<2xf32>`;
    expect(() => {
      run(body);
    }).not.toThrow();
  });

  test('refuses inputs that are not finite', () => {
    expect(() => {
      run('return %a : tensor<2xf32>', [[0, Infinity]]);
    }).toThrow('argument 0 on device 0 has an infinity at index [1]');
  });
});
