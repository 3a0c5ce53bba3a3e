import { describe, expect, test } from 'vitest';
import {
  affineAdd,
  affineCeilDiv,
  affineFloorDiv,
  affineMod,
  affineMultiply,
  affineNegate,
  affineReplace,
  affineSubtract,
} from './affine-arithmetic.ts';
import {
  affineBinary,
  affineConstant,
  affineDim,
  type AffineExpr,
  affineSymbol,
  largestKnownDivisor,
} from './affine-expr.ts';
import { affineText } from './affine-text.ts';

const [d0, d1, s0] = [affineDim(0), affineDim(1), affineSymbol(0)];
const c = affineConstant;

describe('affine arithmetic', () => {
  test('interns equal expressions', () => {
    expect(affineAdd(d0, d1)).toBe(affineAdd(d0, d1));
    expect(affineAdd(d0, d1)).not.toBe(affineAdd(d1, d0));
  });

  test('puts constants and symbols last in sums', () => {
    expect(affineText(affineAdd(c(4), d0))).toBe('d0 + 4');
    expect(affineText(affineAdd(s0, d0))).toBe('d0 + s0');
    expect(affineText(affineAdd(affineAdd(d0, c(2)), d1))).toBe('d0 + d1 + 2');
    expect(affineText(affineAdd(affineAdd(d0, c(2)), c(3)))).toBe('d0 + 5');
  });

  test('collects multiples of one expression', () => {
    expect(affineText(affineAdd(d0, d0))).toBe('d0 * 2');
    expect(affineText(affineAdd(affineMultiply(d0, c(3)), d0))).toBe('d0 * 4');
    expect(affineSubtract(d0, d0)).toBe(c(0));
  });

  test('drops neutral elements', () => {
    expect(affineAdd(d0, c(0))).toBe(d0);
    expect(affineMultiply(d0, c(1))).toBe(d0);
    expect(affineMultiply(d0, c(0))).toBe(c(0));
    expect(affineFloorDiv(d0, c(1))).toBe(d0);
    expect(affineCeilDiv(d0, c(1))).toBe(d0);
    expect(affineMod(d0, c(1))).toBe(c(0));
  });

  test('divides what is known to be a multiple', () => {
    expect(affineText(affineFloorDiv(affineMultiply(d0, c(6)), c(3)))).toBe('d0 * 2');
    expect(affineText(affineFloorDiv(affineAdd(affineMultiply(d0, c(4)), d1), c(4)))).toBe(
      'd0 + d1 floordiv 4',
    );
    expect(affineMod(affineMultiply(d0, c(8)), c(4))).toBe(c(0));
    expect(affineText(affineMod(affineAdd(affineMultiply(d0, c(4)), d1), c(4)))).toBe('d1 mod 4');
    expect(affineText(affineMod(affineMod(d0, c(8)), c(4)))).toBe('d0 mod 4');
  });

  test('recognizes a remainder', () => {
    const quotient = affineFloorDiv(d0, c(5));
    expect(affineText(affineSubtract(d0, affineMultiply(quotient, c(5))))).toBe('d0 mod 5');
    const symbolic = affineMultiply(affineFloorDiv(d0, s0), s0);
    expect(affineText(affineSubtract(d0, symbolic))).toBe('d0 mod s0');
  });

  test('rounds constant quotients down and up', () => {
    expect(affineFloorDiv(c(-7), c(2))).toBe(c(-4));
    expect(affineCeilDiv(c(-7), c(2))).toBe(c(-3));
    expect(affineFloorDiv(c(7), c(-2))).toBe(c(-4));
    expect(affineMod(c(-7), c(4))).toBe(c(1));
  });

  test('keeps divisions by zero and sums that overflow', () => {
    expect(affineText(affineFloorDiv(d0, c(0)))).toBe('d0 floordiv 0');
    expect(affineText(affineMod(c(3), c(0)))).toBe('3 mod 0');
    const largest = c((1n << 63n) - 1n);
    expect(affineText(affineAdd(largest, c(1)))).toBe('9223372036854775807 + 1');
  });

  test('prints negative parts as subtractions', () => {
    expect(affineText(affineSubtract(d0, d1))).toBe('d0 - d1');
    expect(affineText(affineSubtract(d0, affineAdd(d1, s0)))).toBe('d0 - (d1 + s0)');
    expect(affineText(affineAdd(d0, affineMultiply(d1, c(-3))))).toBe('d0 - d1 * 3');
    expect(affineText(affineNegate(affineAdd(d0, d1)))).toBe('-(d0 + d1)');
    expect(affineText(affineSubtract(d0, c(4)))).toBe('d0 - 4');
  });

  test('refuses the product of dimensions', () => {
    expect(() => affineMultiply(d0, d1)).toThrow('the product of two dimensions is not affine');
  });

  test('replaces and simplifies', () => {
    const expression = affineMod(affineAdd(d0, s0), c(4));
    expect(affineText(affineReplace(expression, [affineMultiply(d1, c(4))], [c(3)]))).toBe('3');
  });

  test('knows divisors', () => {
    expect(largestKnownDivisor(affineMultiply(affineMultiply(d0, c(6)), s0))).toBe(6n);
    expect(largestKnownDivisor(affineAdd(affineMultiply(d0, c(6)), c(4)))).toBe(2n);
    expect(largestKnownDivisor(c(0))).toBe(0n);
  });
});

test('sums of any length have a text', () => {
  let sum: AffineExpr = affineDim(0);
  for (let i = 1; i < 20_000; i += 1) sum = affineBinary('add', sum, affineDim(i));
  expect(affineText(sum)).toBe(Array.from({ length: 20_000 }, (_, i) => `d${i}`).join(' + '));
});
