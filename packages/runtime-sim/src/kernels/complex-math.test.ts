import { describe, expect, test } from 'vitest';
import { complexLog, complexSqrt } from './complex-math.ts';

describe('at the ends of the range', () => {
  test('the logarithm of numbers whose absolute value overflows is finite', () => {
    const { re, im } = complexLog({ re: -1.7976931348623157e308, im: -1.7976931348623157e308 });
    expect(re).toBeCloseTo(710.1292864836639, 11);
    expect(im).toBe(-2.356194490192345);
  });

  test('the logarithm of the least numbers sees both parts', () => {
    // log(2^-1074) + log(2) / 2
    expect(complexLog({ re: -5e-324, im: 5e-324 }).re).toBeCloseTo(-744.0934983311012, 11);
  });

  test('the square root of the least numbers has both parts', () => {
    const { re, im } = complexSqrt({ re: 0, im: 5e-324 });
    expect(re).toBeCloseTo(im, 175);
    expect(2 * re * im).toBe(5e-324);
    expect(re).toBeGreaterThan(1.5e-162);
  });

  test('zeros and infinities stay what they were', () => {
    expect(complexLog({ re: 0, im: 0 })).toEqual({ re: -Infinity, im: 0 });
    expect(complexLog({ re: Infinity, im: 0 })).toEqual({ re: Infinity, im: 0 });
    expect(complexSqrt({ re: 0, im: -0 })).toEqual({ re: 0, im: -0 });
  });
});
