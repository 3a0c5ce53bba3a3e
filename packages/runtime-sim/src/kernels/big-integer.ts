/**
 * Operations on single 64-bit integers. Operands are in the range of the kind; results are not wrapped: bigint arrays
 * do that on storing. Undefined cases are decided as for the narrower integers.
 */

/** Operations of one operand; `signed` distinguishes i64 from ui64. */
export const bigUnary = {
  abs: (x) => (x < 0n ? -x : x),
  count_leading_zeros: (x) => 64n - BigInt(bitLength(BigInt.asUintN(64, x))),
  negate: (x) => -x,
  not: (x) => ~x,
  popcnt: (x) => BigInt(populationCount(BigInt.asUintN(64, x))),
  sign: (x) => (x > 0n ? 1n : x < 0n ? -1n : 0n),
} as const satisfies Readonly<Record<string, (x: bigint) => bigint>>;

/** Operations of two operands. */
export const bigBinary = {
  add: (x, y) => x + y,
  and: (x, y) => x & y,
  divide: (x, y) => (y === 0n ? -1n : x / y),
  maximum: (x, y) => (x > y ? x : y),
  minimum: (x, y) => (x < y ? x : y),
  multiply: (x, y) => x * y,
  or: (x, y) => x | y,
  power,
  remainder: (x, y) => (y === 0n ? x : x % y),
  shift_left: (x, y) => (outOfWidth(y) ? 0n : x << y),
  shift_right_arithmetic: (x, y) => BigInt.asIntN(64, x) >> (outOfWidth(y) ? 63n : y),
  shift_right_logical: (x, y) => (outOfWidth(y) ? 0n : BigInt.asUintN(64, x) >> y),
  subtract: (x, y) => x - y,
  xor: (x, y) => x ^ y,
} as const satisfies Readonly<Record<string, (x: bigint, y: bigint) => bigint>>;

/** Shift amounts are unsigned, so a negative one is huge. */
function outOfWidth(amount: bigint): boolean {
  return amount < 0n || amount >= 64n;
}

function power(base: bigint, exponent: bigint): bigint {
  if (exponent < 0n) {
    if (base === 1n) return 1n;
    if (base === -1n) return (exponent & 1n) === 0n ? 1n : -1n;
    return 0n;
  }
  let result = 1n;
  let square = base;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = BigInt.asUintN(64, result * square);
    square = BigInt.asUintN(64, square * square);
  }
  return result;
}

function bitLength(x: bigint): number {
  return x === 0n ? 0 : x.toString(2).length;
}

function populationCount(x: bigint): number {
  return x.toString(2).replaceAll('0', '').length;
}
