import { expect, test } from 'vitest';
import { bodyLinesAfter } from '../../tests/module-after.ts';

function mulhi(element: string): string[] {
  const type = `tensor<2x${element}>`;
  const body = `%0 = chlo.mulhi %x, %y : ${type}, ${type} -> ${type}\nreturn %0 : ${type}`;
  return bodyLinesAfter('chlo-legalize-to-stablehlo', `(%x: ${type}, %y: ${type}) -> ${type}`, body).slice(
    0,
    -1,
  );
}

test('narrow integers are multiplied in twice their width', () => {
  expect(mulhi('i8')).toEqual([
    '%0 = stablehlo.convert %arg0 : (tensor<2xi8>) -> tensor<2xi16>',
    '%1 = stablehlo.convert %arg1 : (tensor<2xi8>) -> tensor<2xi16>',
    '%2 = stablehlo.multiply %0, %1 : tensor<2xi16>',
    '%c = stablehlo.constant dense<8> : tensor<2xi16>',
    '%3 = stablehlo.shift_right_arithmetic %2, %c : tensor<2xi16>',
    '%4 = stablehlo.convert %3 : (tensor<2xi16>) -> tensor<2xi8>',
  ]);
  expect(mulhi('ui32').slice(3, 5)).toEqual([
    '%c = stablehlo.constant dense<32> : tensor<2xui64>',
    '%3 = stablehlo.shift_right_logical %2, %c : tensor<2xui64>',
  ]);
});

test('integers of 64 bits are multiplied by halves', () => {
  const products = (element: string): number =>
    mulhi(element).filter((line) => line.includes('stablehlo.multiply')).length;
  expect([products('ui64'), products('i64')]).toEqual([4, 4]);
});
