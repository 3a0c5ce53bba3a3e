import { expect, test } from 'vitest';
import { bodyLinesAfter } from '../../tests/module-after.ts';

function unary(name: string, from: string, to = from): string[] {
  const body = `%0 = chlo.${name} %x : ${from} -> ${to}\nreturn %0 : ${to}`;
  return bodyLinesAfter('chlo-legalize-to-stablehlo', `(%x: ${from}) -> ${to}`, body).slice(0, -1);
}

test('conj changes the sign of the imaginary part, and nothing of real numbers', () => {
  expect(unary('conj', 'tensor<complex<f32>>')).toEqual([
    '%0 = stablehlo.real %arg0 : (tensor<complex<f32>>) -> tensor<f32>',
    '%1 = stablehlo.imag %arg0 : (tensor<complex<f32>>) -> tensor<f32>',
    '%2 = stablehlo.negate %1 : tensor<f32>',
    '%3 = stablehlo.complex %0, %2 : tensor<complex<f32>>',
  ]);
  expect(unary('conj', 'tensor<f32>')).toEqual([]);
});

test('tan is an operation of StableHLO', () => {
  expect(unary('tan', 'tensor<f32>')).toEqual(['%0 = stablehlo.tan %arg0 : tensor<f32>']);
});

test('infinities are compared with', () => {
  expect(unary('is_inf', 'tensor<f32>', 'tensor<i1>')).toEqual([
    '%0 = stablehlo.abs %arg0 : tensor<f32>',
    '%cst = stablehlo.constant dense<0x7F800000> : tensor<f32>',
    '%1 = stablehlo.compare EQ, %0, %cst : (tensor<f32>, tensor<f32>) -> tensor<i1>',
  ]);
  expect(unary('is_neg_inf', 'tensor<bf16>', 'tensor<i1>')).toEqual([
    '%cst = stablehlo.constant dense<0xFF80> : tensor<bf16>',
    '%0 = stablehlo.compare EQ, %arg0, %cst : (tensor<bf16>, tensor<bf16>) -> tensor<i1>',
  ]);
});
