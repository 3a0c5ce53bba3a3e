import { expect, test } from 'vitest';
import { bodyLinesAfter } from '../tests/module-after.ts';

const pass = 'stablehlo-legalize-quantized-op-to-qdq';
const q = '!quant.uniform<i8:f32, 5.000000e-01:3>';

test('arithmetic dequantizes each operand and quantizes the result', () => {
  const lines = bodyLinesAfter(
    pass,
    `(%a: tensor<4x${q}>, %p: tensor<4xi1>) -> tensor<4x${q}>`,
    `%0 = stablehlo.add %a, %a {note = 1 : i32} : tensor<4x${q}>
     %1 = stablehlo.select %p, %0, %a : tensor<4xi1>, tensor<4x${q}>
     return %1 : tensor<4x${q}>`,
  );
  expect(lines).toEqual([
    `%0 = stablehlo.uniform_dequantize %arg0 : (tensor<4x${q}>) -> tensor<4xf32>`,
    `%1 = stablehlo.uniform_dequantize %arg0 : (tensor<4x${q}>) -> tensor<4xf32>`,
    '%2 = stablehlo.add %0, %1 {note = 1 : i32} : tensor<4xf32>',
    `%3 = stablehlo.uniform_quantize %2 : (tensor<4xf32>) -> tensor<4x${q}>`,
    `%4 = stablehlo.uniform_dequantize %3 : (tensor<4x${q}>) -> tensor<4xf32>`,
    `%5 = stablehlo.uniform_dequantize %arg0 : (tensor<4x${q}>) -> tensor<4xf32>`,
    '%6 = stablehlo.select %arg1, %4, %5 : tensor<4xi1>, tensor<4xf32>',
    `%7 = stablehlo.uniform_quantize %6 : (tensor<4xf32>) -> tensor<4x${q}>`,
    `return %7 : tensor<4x${q}>`,
  ]);
});

test('results that are not quantized stay as they are', () => {
  const lines = bodyLinesAfter(
    pass,
    `(%a: tensor<4x${q}>) -> tensor<4xi1>`,
    `%0 = stablehlo.compare LT, %a, %a, FLOAT : (tensor<4x${q}>, tensor<4x${q}>) -> tensor<4xi1>
     return %0 : tensor<4xi1>`,
  );
  expect(lines.slice(2)).toEqual([
    '%2 = stablehlo.compare LT, %0, %1, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>',
    'return %2 : tensor<4xi1>',
  ]);
});

test('what only moves numbers, and arithmetic on floats, stays', () => {
  const body = [
    `%0 = stablehlo.reverse %arg0, dims = [0] : tensor<4x${q}>`,
    '%1 = stablehlo.abs %arg1 : tensor<4xf32>',
    `return %0, %1 : tensor<4x${q}>, tensor<4xf32>`,
  ];
  const signature = `(%arg0: tensor<4x${q}>, %arg1: tensor<4xf32>) -> (tensor<4x${q}>, tensor<4xf32>)`;
  expect(bodyLinesAfter(pass, signature, body.join('\n'))).toEqual(body);
});
