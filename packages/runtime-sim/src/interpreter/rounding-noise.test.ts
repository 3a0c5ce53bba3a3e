import { describe, expect, test } from 'vitest';
import { evaluate } from '../../tests/evaluate.ts';
import { RoundingNoise } from './rounding-noise.ts';

/** The largest relative change of an element in four executions with noise. */
function change(body: string, type: string): number {
  const result = `%0 : ${type}`;
  const [exact] = evaluate(body, result) as number[][];
  let largest = 0;
  for (let seed = 0; seed < 4; seed += 1) {
    const [noisy] = evaluate(body, result, { noise: new RoundingNoise(seed) }) as number[][];
    exact!.forEach((value, i) => {
      largest = Math.max(largest, Math.abs(noisy![i]! - value) / Math.abs(value));
    });
  }
  return largest;
}

const numbers = (kind: string): string =>
  `%x = stablehlo.constant dense<[0.1, 0.7, -1.3, 2.9]> : tensor<4x${kind}>`;

describe('noise', () => {
  test('changes last digits, and is the same for the same seed', () => {
    const body = `${numbers('f32')}\n%0 = stablehlo.multiply %x, %x : tensor<4xf32>`;
    expect(change(body, 'tensor<4xf32>')).toBeGreaterThan(2 ** -25);
    expect(change(body, 'tensor<4xf32>')).toBeLessThan(2 ** -22);
    const noisy = (): unknown => evaluate(body, '%0 : tensor<4xf32>', { noise: new RoundingNoise(7) });
    expect(noisy()).toEqual(noisy());
  });

  test('moves narrow floats by a neighbour', () => {
    const body = `${numbers('bf16')}\n%0 = stablehlo.multiply %x, %x : tensor<4xbf16>`;
    expect(change(body, 'tensor<4xbf16>')).toBeGreaterThan(2 ** -9);
    expect(change(body, 'tensor<4xbf16>')).toBeLessThan(2 ** -6);
  });

  test.each([
    ['what is moved', `${numbers('f32')}\n%0 = stablehlo.reverse %x, dims = [0] : tensor<4xf32>`],
    [
      'numbers of few digits',
      `%x = stablehlo.constant dense<[1.0, 2.0, 96.0, 0.5]> : tensor<4xf32>\n%0 = stablehlo.add %x, %x : tensor<4xf32>`,
    ],
  ])('leaves %s', (_, body) => {
    expect(change(body, 'tensor<4xf32>')).toBe(0);
  });

  test('reaches all frequencies of a transform, those without a share of the signal too', () => {
    const body = `%x = stablehlo.constant dense<[(0.75, 0.0), (-0.25, 0.0), (0.75, 0.0), (-0.25, 0.0)]> : tensor<4xcomplex<f32>>
      %y = stablehlo.fft %x, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
      %0 = stablehlo.real %y : (tensor<4xcomplex<f32>>) -> tensor<4xf32>`;
    expect(evaluate(body, '%0 : tensor<4xf32>')).toEqual([[1, 0, 2, 0]]);
    const [noisy] = evaluate(body, '%0 : tensor<4xf32>', { noise: new RoundingNoise(1) }) as number[][];
    expect(Math.abs(noisy![1]!)).toBeGreaterThan(2 ** -30);
    expect(Math.abs(noisy![1]!)).toBeLessThan(2 ** -20);
  });

  test('is larger where terms of a sum cancel', () => {
    const body = `${numbers('f32')}
      %y = stablehlo.constant dense<[2.9, 1.3, 0.7, -0.1]> : tensor<4xf32>
      %z = stablehlo.constant dense<[1.0e-3, 0.0, 0.0, 0.0]> : tensor<4xf32>
      %w = stablehlo.add %y, %z : tensor<4xf32>
      %0 = stablehlo.dot_general %x, %w, contracting_dims = [0] x [0] : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>`;
    expect(change(body, 'tensor<f32>')).toBeGreaterThan(1e-5);
  });

  test('reaches into loops and called functions, and leaves their counters', () => {
    const body = `${numbers('f32')}
      %i = stablehlo.constant dense<0> : tensor<i32>
      %n = stablehlo.constant dense<3> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %r:2 = stablehlo.while(%j = %i, %y = %x) : tensor<i32>, tensor<4xf32>
        cond { %c = stablehlo.compare LT, %j, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %c : tensor<i1> }
        do { %k = stablehlo.add %j, %one : tensor<i32>
          %m = stablehlo.multiply %y, %y : tensor<4xf32>
          stablehlo.return %k, %m : tensor<i32>, tensor<4xf32> }
      %0 = stablehlo.abs %r#1 : tensor<4xf32>`;
    expect(change(body, 'tensor<4xf32>')).toBeGreaterThan(2 ** -25);
  });
});
