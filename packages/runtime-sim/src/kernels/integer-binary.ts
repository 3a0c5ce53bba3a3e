import type { DoubleBinaryLoop, IntegerBinaryLoop } from './chunks.ts';

/**
 * Loops of the integer operations of two operands, on integers of `bits` bits extended to 32; the caller wraps.
 *
 * Behavior that StableHLO leaves undefined is XLA's: a quotient by zero is all ones, a remainder by zero the dividend.
 * Shift amounts are unsigned; from the width on they shift everything out. Correct for unsigned kinds below 32 bits
 * too; `ui32` needs `unsigned32Loops` for sign-dependent operations.
 */
export const integerBinaryLoops = {
  add: (x, y, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = x[i] + y[i];
  },
  and: (x, y, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = x[i] & y[i];
  },
  divide: (x, y, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = y[i] === 0 ? -1 : x[i] / y[i];
  },
  maximum: (x, y, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = Math.max(x[i], y[i]);
  },
  minimum: (x, y, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = Math.min(x[i], y[i]);
  },
  multiply: (x, y, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = Math.imul(x[i], y[i]);
  },
  or: (x, y, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = x[i] | y[i];
  },
  power: (x, y, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = integerPower(x[i], y[i]);
  },
  remainder: (x, y, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = y[i] === 0 ? x[i] : x[i] % y[i];
  },
  shift_left: (x, y, out, count, bits) => {
    for (let i = 0; i < count; i += 1) out[i] = y[i] >>> 0 < bits ? x[i] << y[i] : 0;
  },
  shift_right_arithmetic: (x, y, out, count, bits) => {
    const unused = 32 - bits;
    for (let i = 0; i < count; i += 1) {
      out[i] = ((x[i] << unused) >> unused) >> (y[i] >>> 0 < bits ? y[i] : 31);
    }
  },
  shift_right_logical: (x, y, out, count, bits) => {
    const unused = 32 - bits;
    for (let i = 0; i < count; i += 1) {
      out[i] = y[i] >>> 0 < bits ? ((x[i] << unused) >>> unused) >>> y[i] : 0;
    }
  },
  subtract: (x, y, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = x[i] - y[i];
  },
  xor: (x, y, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = x[i] ^ y[i];
  },
} as const satisfies Readonly<Record<string, IntegerBinaryLoop>>;

/** The same for `ui32` where signed words give another result, on doubles. */
export const unsigned32Loops = {
  divide: (x, y, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = y[i] === 0 ? -1 : x[i] / y[i];
  },
  maximum: (x, y, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = Math.max(x[i], y[i]);
  },
  minimum: (x, y, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = Math.min(x[i], y[i]);
  },
  power: (x, y, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = wrappingPower(x[i], y[i]);
  },
  remainder: (x, y, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = y[i] === 0 ? x[i] : x[i] % y[i];
  },
} as const satisfies Readonly<Record<string, DoubleBinaryLoop>>;

/** Power modulo 2^32; a negative exponent gives 0, but the inverse of 1 and -1. */
function integerPower(base: number, exponent: number): number {
  if (exponent >= 0) return wrappingPower(base, exponent);
  if (base === 1) return 1;
  if (base === -1) return (exponent & 1) === 0 ? 1 : -1;
  return 0;
}

function wrappingPower(base: number, exponent: number): number {
  let result = 1;
  let square = base | 0;
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = Math.imul(result, square);
    square = Math.imul(square, square);
  }
  return result;
}
