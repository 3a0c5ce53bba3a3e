import type { DoubleUnaryLoop } from './chunks.ts';

/**
 * Loops of the float operations of one operand (StableHLO spec, section "Ops"): computed in double precision; the
 * caller rounds once to the element kind. `logistic` is not here: it rounds after each of its steps.
 */
export const floatUnaryLoops = {
  abs: (x, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = Math.abs(x[i]);
  },
  cbrt: (x, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = Math.cbrt(x[i]);
  },
  ceil: (x, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = Math.ceil(x[i]);
  },
  cosine: (x, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = Math.cos(x[i]);
  },
  exponential: (x, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = Math.exp(x[i]);
  },
  exponential_minus_one: (x, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = Math.expm1(x[i]);
  },
  floor: (x, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = Math.floor(x[i]);
  },
  log: (x, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = Math.log(x[i]);
  },
  log_plus_one: (x, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = Math.log1p(x[i]);
  },
  negate: (x, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = -x[i];
  },
  round_nearest_afz: (x, out, count) => {
    for (let i = 0; i < count; i += 1) {
      const value = x[i];
      const whole = Math.trunc(value);
      // `floor(x + 0.5)` is wrong just below 0.5, where the sum rounds up.
      out[i] = Math.abs(value - whole) >= 0.5 ? whole + Math.sign(value) : whole;
    }
  },
  round_nearest_even: (x, out, count) => {
    for (let i = 0; i < count; i += 1) {
      const value = x[i];
      const magnitude = Math.abs(value);
      // Adding 2^52 leaves no fraction bits, so the addition itself rounds to an even integer.
      const rounded = magnitude < 2 ** 52 ? magnitude + 2 ** 52 - 2 ** 52 : magnitude;
      out[i] = value < 0 || Object.is(value, -0) ? -rounded : rounded;
    }
  },
  rsqrt: (x, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = 1 / Math.sqrt(x[i]);
  },
  sign: (x, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = Math.sign(x[i]);
  },
  sine: (x, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = Math.sin(x[i]);
  },
  sqrt: (x, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = Math.sqrt(x[i]);
  },
  tan: (x, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = Math.tan(x[i]);
  },
  tanh: (x, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = Math.tanh(x[i]);
  },
} as const satisfies Readonly<Record<string, DoubleUnaryLoop>>;
