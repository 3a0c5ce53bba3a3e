import { signed } from './elements.ts';
import { floorDivide } from '@shardform/ir-core';

/**
 * Operations on integers of a width, given and returned as unsigned bits; wider results are cut by the caller.
 * `null` where the result is not defined or overflows.
 */
export type IntegerFunction = (a: bigint, b: bigint, width: number) => bigint | null;

type SignedFunction = (a: bigint, b: bigint) => bigint | null;

/** Makes a function of the signed readings. */
function onSigned(compute: SignedFunction): IntegerFunction {
  return (a, b, width) => compute(signed(a, width), signed(b, width));
}

/** Returns the least signed number of a width. */
export function leastSigned(width: number): bigint {
  return -(1n << BigInt(width - 1));
}

/** All bits of a width. */
export function allOnes(width: number): bigint {
  return (1n << BigInt(width)) - 1n;
}

function overflows(a: bigint, b: bigint, width: number): boolean {
  return signed(b, width) === -1n && signed(a, width) === leastSigned(width);
}

/** The functions of `arith`'s integer operations by the operations' names. */
export const integerFunctions = {
  addi: (a, b) => a + b,
  subi: (a, b) => a - b,
  muli: (a, b) => a * b,
  divui: (a, b) => (b === 0n ? null : a / b),
  divsi: (a, b, width) => (b === 0n || overflows(a, b, width) ? null : signed(a, width) / signed(b, width)),
  ceildivui: (a, b) => (b === 0n ? null : (a + b - 1n) / b),
  ceildivsi: (a, b, width) => {
    if (b === 0n) return null;
    if (a === 0n) return 0n;
    const [x, y] = [signed(a, width), signed(b, width)];
    // A negative operand is negated, which the least number can't be.
    const least = leastSigned(width);
    return x === least || y === least ? null : -floorDivide(-x, y);
  },
  floordivsi: (a, b, width) =>
    b === 0n || overflows(a, b, width) ? null : floorDivide(signed(a, width), signed(b, width)),
  remui: (a, b) => (b === 0n ? null : a % b),
  remsi: onSigned((a, b) => (b === 0n ? null : a % b)),
  andi: (a, b) => a & b,
  ori: (a, b) => a | b,
  xori: (a, b) => a ^ b,
  shli: (a, b, width) => (b < BigInt(width) ? a << b : null),
  shrui: (a, b, width) => (b < BigInt(width) ? a >> b : null),
  shrsi: (a, b, width) => (b < BigInt(width) ? signed(a, width) >> b : null),
  maxsi: onSigned((a, b) => (a > b ? a : b)),
  maxui: (a, b) => (a > b ? a : b),
  minsi: onSigned((a, b) => (a < b ? a : b)),
  minui: (a, b) => (a < b ? a : b),
} satisfies Record<string, IntegerFunction>;
