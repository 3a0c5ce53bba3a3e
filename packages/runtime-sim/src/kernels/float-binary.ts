import type { DoubleBinaryLoop } from './chunks.ts';

/**
 * Loops of the float operations of two operands, computed in double precision; the caller rounds once to the element
 * kind. A double has more than twice the digits of f32, so rounding its sum, product or quotient again to a narrower
 * format gives the correctly rounded result (Figueroa, "When is double rounding innocuous?").
 */
export const floatBinaryLoops = {
  add: (x, y, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = x[i] + y[i];
  },
  atan2: (x, y, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = Math.atan2(x[i], y[i]);
  },
  divide: (x, y, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = x[i] / y[i];
  },
  maximum: (x, y, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = Math.max(x[i], y[i]);
  },
  minimum: (x, y, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = Math.min(x[i], y[i]);
  },
  multiply: (x, y, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = x[i] * y[i];
  },
  power: (x, y, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = power(x[i], y[i]);
  },
  remainder: (x, y, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = x[i] % y[i];
  },
  subtract: (x, y, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = x[i] - y[i];
  },
} as const satisfies Readonly<Record<string, DoubleBinaryLoop>>;

/** The cheapest operations once more on f32 storage itself, where converting to doubles would be most of the time. */
export const f32BinaryLoops = {
  add: (x, y, out) => {
    for (let i = 0; i < out.length; i += 1) out[i] = x[i] + y[i];
  },
  divide: (x, y, out) => {
    for (let i = 0; i < out.length; i += 1) out[i] = x[i] / y[i];
  },
  multiply: (x, y, out) => {
    for (let i = 0; i < out.length; i += 1) out[i] = x[i] * y[i];
  },
  subtract: (x, y, out) => {
    for (let i = 0; i < out.length; i += 1) out[i] = x[i] - y[i];
  },
} as const satisfies Readonly<Record<string, (x: Float32Array, y: Float32Array, out: Float32Array) => void>>;

/** C's `pow`, which differs from JavaScript's where the base is 1 or the base is -1 and the exponent infinite. */
export function power(base: number, exponent: number): number {
  if (base === 1 || (base === -1 && Math.abs(exponent) === Infinity)) return 1;
  return base ** exponent;
}
