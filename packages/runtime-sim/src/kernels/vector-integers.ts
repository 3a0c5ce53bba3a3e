import type { SimdOpcode } from '../wasm/opcodes.ts';
import type { Vector, VectorExpressions } from '../wasm/vector-expression.ts';

/** Functions of words that are one instruction, by the number of operands. */
export const integerInstructions = {
  1: { i32_abs: 'i32x4.abs', i32_negate: 'i32x4.neg' },
  2: {
    i32_EQ: 'i32x4.eq',
    i32_GE: 'i32x4.ge_s',
    i32_GT: 'i32x4.gt_s',
    i32_LE: 'i32x4.le_s',
    i32_LT: 'i32x4.lt_s',
    i32_NE: 'i32x4.ne',
    i32_add: 'i32x4.add',
    i32_maximum: 'i32x4.max_s',
    i32_minimum: 'i32x4.min_s',
    i32_multiply: 'i32x4.mul',
    i32_subtract: 'i32x4.sub',
    ui32_GE: 'i32x4.ge_u',
    ui32_GT: 'i32x4.gt_u',
    ui32_LE: 'i32x4.le_u',
    ui32_LT: 'i32x4.lt_u',
    ui32_maximum: 'i32x4.max_u',
    ui32_minimum: 'i32x4.min_u',
  },
} as const satisfies Record<number, Record<string, SimdOpcode>>;

/** Functions of words that take several instructions. */
export const integerFunctions = { shift_left: shiftedLeft, shift_right_logical: shiftedRight } as const;

/** `2 ** y` for exponents from 0 to 31, by the exponent of an f32. */
function powerOfTwo(e: VectorExpressions, exponent: Vector): Vector {
  const bits = e.shifted('i32x4.shl', e.of('i32x4.add', exponent, e.word(127)), 23);
  return e.of('i32x4.trunc_sat_f32x4_u', bits);
}

/** Amounts are unsigned; from 32 on they shift everything out. */
function isInside(e: VectorExpressions, amount: Vector): Vector {
  return e.of('i32x4.lt_u', amount, e.word(32));
}

function shiftedLeft(e: VectorExpressions, x: Vector, amount: Vector): Vector {
  const product = e.of('i32x4.mul', x, powerOfTwo(e, amount));
  return e.of('v128.and', product, isInside(e, amount));
}

/** The upper words of products of 64 bits. */
const upperWords = [4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31];

function shiftedRight(e: VectorExpressions, x: Vector, amount: Vector): Vector {
  const factor = e.keep(powerOfTwo(e, e.of('i32x4.sub', e.word(32), amount)));
  const low = e.of('i64x2.extmul_low_i32x4_u', x, factor);
  const high = e.of('i64x2.extmul_high_i32x4_u', x, factor);
  const quotient = e.shuffled(low, high, upperWords);
  const result = e.of('v128.bitselect', x, quotient, e.of('i32x4.eq', amount, e.word(0)));
  return e.of('v128.and', result, isInside(e, amount));
}
