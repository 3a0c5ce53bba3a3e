import { expect, test } from 'vitest';
import { bodyLinesAfter } from '../tests/module-after.ts';

const pass = 'stablehlo-legalize-qdq-to-quantized-op';
const [q, r] = ['!quant.uniform<i8:f32, 5.000000e-01:3>', '!quant.uniform<i8:f32, 2.500000e-01>'];

test('a computation between dequantization and quantization becomes quantized', () => {
  const lines = bodyLinesAfter(
    pass,
    `(%a: tensor<4x${q}>) -> tensor<4x${r}>`,
    `%0 = stablehlo.uniform_dequantize %a : (tensor<4x${q}>) -> tensor<4xf32>
     %1 = stablehlo.add %0, %0 {note = 1 : i32} : tensor<4xf32>
     %2 = stablehlo.uniform_quantize %1 : (tensor<4xf32>) -> tensor<4x${r}>
     return %2 : tensor<4x${r}>`,
  );
  expect(lines).toEqual([
    `%0 = stablehlo.add %arg0, %arg0 {note = 1 : i32} : (tensor<4x${q}>, tensor<4x${q}>) -> tensor<4x${r}>`,
    `return %0 : tensor<4x${r}>`,
  ]);
});

test('the floating-point computation stays for its other uses', () => {
  const lines = bodyLinesAfter(
    pass,
    `(%a: tensor<4x${q}>) -> (tensor<4x${q}>, tensor<4xf32>)`,
    `%0 = stablehlo.uniform_dequantize %a : (tensor<4x${q}>) -> tensor<4xf32>
     %1 = stablehlo.abs %0 : tensor<4xf32>
     %2 = stablehlo.uniform_quantize %1 : (tensor<4xf32>) -> tensor<4x${q}>
     return %2, %1 : tensor<4x${q}>, tensor<4xf32>`,
  );
  expect(lines).toEqual([
    `%0 = stablehlo.uniform_dequantize %arg0 : (tensor<4x${q}>) -> tensor<4xf32>`,
    '%1 = stablehlo.abs %0 : tensor<4xf32>',
    `%2 = stablehlo.abs %arg0 : tensor<4x${q}>`,
    `return %2, %1 : tensor<4x${q}>, tensor<4xf32>`,
  ]);
});

test('an operand that is not dequantized keeps the computation as it is', () => {
  const body = [
    `%0 = stablehlo.uniform_dequantize %arg0 : (tensor<4x${q}>) -> tensor<4xf32>`,
    '%1 = stablehlo.add %0, %arg1 : tensor<4xf32>',
    `%2 = stablehlo.uniform_quantize %1 : (tensor<4xf32>) -> tensor<4x${q}>`,
    `return %2 : tensor<4x${q}>`,
  ];
  const signature = `(%arg0: tensor<4x${q}>, %arg1: tensor<4xf32>) -> tensor<4x${q}>`;
  expect(bodyLinesAfter(pass, signature, body.join('\n'))).toEqual(body);
});
