import { type DataType, isExact } from '@shardform/dialect-ttcore';
import { layoutOf } from '@shardform/dialect-ttnn';
import type { Operation } from '@shardform/ir-core';
import { any, everywhere, formatOf, operandType, type Wish, type WishRule } from './wish.ts';

const COMPARISONS = ['eq', 'ne', 'ge', 'gt', 'le', 'lt'];
const OTHER_BINARY = [
  'add',
  'atan2',
  'logical_and',
  'logical_or',
  'logical_xor',
  'maximum',
  'minimum',
  'multiply',
  'remainder',
  'subtract',
];
const FLOATS: ReadonlySet<DataType | null> = new Set(['f32', 'bf16', 'bfp_bf8', 'bfp_bf4']);

/** The format in which operands of one have to be, or `null` where it can stay. */
type FormatRule = (format: DataType | null) => DataType | null;

const narrowIntegers: FormatRule = (format) => (format === 'u8' ? 'si32' : null);
const narrowBits: FormatRule = (format) => (format === 'u8' ? 'u32' : null);
const shifts: FormatRule = (format) => (format === 'u32' || format === 'si32' ? null : 'si32');
const reals: FormatRule = (format) => (FLOATS.has(format) ? null : 'f32');
const halves: FormatRule = (format) => (format === 'bf16' ? null : 'bf16');

/** Both operands in tiles of one format that the library has. */
function binary(rule: FormatRule): WishRule {
  return (op) => {
    const types = [operandType(op, 0), operandType(op, 1)];
    const dataType = types.map((type) => rule(formatOf(type))).findLast((format) => format !== null);
    const isTiled = types.every((type) => layoutOf(type)?.isTiled !== false);
    return everywhere({ ...(dataType && { dataType }), ...(!isTiled && { isTiled: true }) }, 2);
  };
}

function onAll(names: readonly string[], rule: WishRule): [string, WishRule][] {
  return names.map((name) => [`ttnn.${name}`, rule]);
}

/**
 * Conditions are no integers, nor longer than the numbers that are chosen from. Integers of 32 bits are chosen from as they
 * are: f32 has 24 of their digits.
 */
const where: WishRule = (op) => {
  const [condition, chosen] = [operandType(op, 0), operandType(op, 2)].map(formatOf);
  const isInteger = (format: DataType | null | undefined): boolean => /^(u|si|i)\d/.test(format ?? '');
  if (chosen === 'si32' || chosen === 'u32')
    return { operands: [isInteger(condition) ? { dataType: 'f32' } : any] };
  if (condition && chosen && !isInteger(condition) && !isInteger(chosen) && isExact(condition, chosen))
    return {};
  const wish: Wish = isInteger(chosen) ? { dataType: 'f32' } : any;
  const first: Wish = isInteger(chosen) ? wish : chosen ? { dataType: chosen } : any;
  return { operands: [first, wish, wish], results: [wish] };
};

const bitwiseNot: WishRule = (op) => {
  const type = operandType(op, 0);
  const isUnsigned = /^u\d/.test(formatOf(type) ?? '');
  const isTiled = layoutOf(type)?.isTiled !== false;
  return everywhere({ ...(isUnsigned && { dataType: 'si32' }), ...(!isTiled && { isTiled: true }) });
};

function isIntegerOperand(op: Operation): boolean {
  return /^(u|si|i)\d/.test(formatOf(operandType(op, 0)) ?? '');
}

/** Elementwise operations. */
export const elementwiseWishes: readonly [string, WishRule][] = [
  ...onAll([...COMPARISONS, ...OTHER_BINARY], binary(narrowIntegers)),
  ...onAll(['bitwise_and', 'bitwise_or', 'bitwise_xor'], binary(narrowBits)),
  ...onAll(['logical_left_shift', 'logical_right_shift'], binary(shifts)),
  ...onAll(['divide', 'pow_tensor'], binary(reals)),
  ...onAll(['gelu_bw'], binary(halves)),
  ['ttnn.where', where],
  ['ttnn.bitwise_not', bitwiseNot],
  ['ttnn.erf', (op) => (isIntegerOperand(op) ? everywhere({ dataType: 'bf16' }) : {})],
  ['ttnn.dropout', () => everywhere({ dataType: 'bf16' })],
];
