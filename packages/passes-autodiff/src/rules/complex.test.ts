import { arrayOf, elementsOf, type NdArray } from '@shardform/runtime-sim';
import { describe, expect, test } from 'vitest';
import { check, differentiated, gradientsOf } from '../../tests/gradient-checks.ts';

const R = 'tensor<2xf64>';
const C = 'tensor<2xcomplex<f64>>';
const real = (...elements: number[]): NdArray => arrayOf('f64', [2], elements);
const complex = (...parts: (readonly [number, number])[]): NdArray =>
  arrayOf(
    'complex<f64>',
    [parts.length],
    parts.map(([re, im]) => ({ re, im })),
  );

describe('gradients of complex numbers are transposes, without conjugation', () => {
  const z = complex([3, 4], [0, 0]);

  test.each([
    ['real', complex([2, 0], [5, 0])],
    ['imag', complex([0, -2], [0, -5])],
    // g conj(z) / |z|, zero at zero
    ['abs', complex([1.2, -1.6], [0, 0])],
  ])('%s', (name, expected) => {
    const text = `func.func @main(%z: ${C}) -> ${R} {
      %r = stablehlo.${name} %z : (${C}) -> ${R}
      return %r : ${R}
    }`;
    expect(gradientsOf(text, [z, real(2, 5)])[0]!.data).toEqual(expected.data);
  });

  test('complex: the real part of the gradient, and the imaginary part negated', () => {
    const text = `func.func @main(%a: ${R}, %b: ${R}) -> ${C} {
      %r = stablehlo.complex %a, %b : ${C}
      return %r : ${C}
    }`;
    const [a, b] = gradientsOf(text, [real(1, 2), real(3, 4), complex([5, 6], [7, 8])]);
    expect([elementsOf(a!), elementsOf(b!)]).toEqual([
      [5, 7],
      [-6, -8],
    ]);
  });

  test('holomorphic functions: the product with the derivative', () => {
    const text = `func.func @main(%z: ${C}) -> ${C} {
      %r = stablehlo.multiply %z, %z : ${C}
      return %r : ${C}
    }`;
    // (1 + i) 2 (3 + 4i)
    const seed = complex([1, 1], [1, 0]);
    expect(gradientsOf(text, [z, seed])[0]!.data).toEqual(complex([-2, 14], [0, 0]).data);
  });

  test('conversions between real and complex numbers', () => {
    const text = `func.func @main(%a: ${R}) -> ${C} {
      %r = stablehlo.convert %a : (${R}) -> ${C}
      return %r : ${C}
    }`;
    expect(elementsOf(gradientsOf(text, [real(1, 2), complex([5, 6], [7, 8])])[0]!)).toEqual([5, 7]);
  });

  test('a complex result needs its gradient as an argument', () => {
    const text = `func.func @main(%z: tensor<complex<f64>>) -> tensor<complex<f64>> { return %z : tensor<complex<f64>> }`;
    expect(differentiated(text, '')).toEqual([
      "'func.func' op can't be differentiated: result 0 is complex: 'tensor<complex<f64>>'; differentiate a real function of it, or give its gradient as an argument with 'seed'",
    ]);
  });
});

describe('real functions through complex numbers', () => {
  const half = (size: number): string => `tensor<2x${size / 2 + 1}xcomplex<f64>>`;

  test.each(['exponential', 'log', 'sine', 'cosine', 'tan', 'tanh', 'sqrt', 'rsqrt', 'logistic'])(
    '%s',
    (name) => {
      check(
        [R, R],
        `%z = stablehlo.complex %a, %b : ${C}
       %y = stablehlo.${name} %z : ${C}
       %0 = stablehlo.real %y : (${C}) -> ${R}
       %1 = stablehlo.imag %y : (${C}) -> ${R}
       %2 = stablehlo.add %1, %1 : ${R}
       %r = stablehlo.add %0, %2 : ${R}`,
        R,
      );
    },
  );

  test('Fourier transforms', () => {
    check(
      ['tensor<2x4xf64>', 'tensor<2x4xf64>'],
      `%z = stablehlo.complex %a, %b : tensor<2x4xcomplex<f64>>
       %0 = stablehlo.fft %z, type = FFT, length = [2, 4] : (tensor<2x4xcomplex<f64>>) -> tensor<2x4xcomplex<f64>>
       %1 = stablehlo.multiply %0, %0 : tensor<2x4xcomplex<f64>>
       %2 = stablehlo.fft %1, type = IFFT, length = [4] : (tensor<2x4xcomplex<f64>>) -> tensor<2x4xcomplex<f64>>
       %r = stablehlo.imag %2 : (tensor<2x4xcomplex<f64>>) -> tensor<2x4xf64>`,
      'tensor<2x4xf64>',
    );
    check(
      ['tensor<2x4xf64>'],
      `%0 = stablehlo.fft %a, type = RFFT, length = [4] : (tensor<2x4xf64>) -> ${half(4)}
       %1 = stablehlo.multiply %0, %0 : ${half(4)}
       %r = stablehlo.fft %1, type = IRFFT, length = [2, 4] : (${half(4)}) -> tensor<2x4xf64>`,
      'tensor<2x4xf64>',
    );
  });
});

describe('what depends on an argument is never left out', () => {
  test.each([
    [
      `func.func @main(%a: tensor<f64>) -> tensor<f64> {
         %0 = stablehlo.tuple %a : tuple<tensor<f64>>
         %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<f64>>) -> tensor<f64>
         return %1 : tensor<f64>
       }`,
      "'stablehlo.get_tuple_element' op has no gradient: its operand of type 'tuple<tensor<f64>>' depends on an argument, and only tensors of floating-point or complex numbers of static shapes have gradients",
    ],
    [
      `func.func @main(%a: tensor<3xf64>) -> tensor<f64> {
         %z = stablehlo.constant dense<0.0> : tensor<f64>
         %0 = stablehlo.convert %a : (tensor<3xf64>) -> tensor<?xf64>
         %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?xf64>, tensor<f64>) -> tensor<f64>
         return %1 : tensor<f64>
       }`,
      "'stablehlo.reduce' op has no gradient: its operand of type 'tensor<?xf64>' depends on an argument, and only tensors of floating-point or complex numbers of static shapes have gradients",
    ],
    [
      `func.func @main(%a: tensor<?xf64>, %b: tensor<f64>) -> tensor<f64> { return %b : tensor<f64> }`,
      "'func.func' op can't be differentiated: argument 0 is no tensor of floating-point or complex numbers of a static shape, but 'tensor<?xf64>'; list the others with 'wrt'",
    ],
  ])('%#', (text, message) => {
    expect(differentiated(text, '')).toEqual([message]);
  });
});
