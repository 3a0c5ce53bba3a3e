import type { SlotKind } from './slot-kind.ts';
import type { VectorFunction } from './vector-functions.ts';

const floats = [
  'EQ',
  'GE',
  'GT',
  'LE',
  'LT',
  'NE',
  'abs',
  'add',
  'ceil',
  'divide',
  'exponential',
  'exponential_minus_one',
  'floor',
  'is_finite',
  'log',
  'log_plus_one',
  'logistic',
  'maximum',
  'minimum',
  'multiply',
  'negate',
  'round_nearest_even',
  'rsqrt',
  'sign',
  'sqrt',
  'subtract',
  'tanh',
] as const satisfies readonly VectorFunction[];

const truths = ['and', 'not', 'or', 'xor'] as const satisfies readonly VectorFunction[];

/** Names of operations on words, which are signed if that makes a difference, and of their functions. */
const signed = {
  EQ: 'i32_EQ',
  GE: 'i32_GE',
  GT: 'i32_GT',
  LE: 'i32_LE',
  LT: 'i32_LT',
  NE: 'i32_NE',
  abs: 'i32_abs',
  add: 'i32_add',
  and: 'and',
  maximum: 'i32_maximum',
  minimum: 'i32_minimum',
  multiply: 'i32_multiply',
  negate: 'i32_negate',
  not: 'not',
  or: 'or',
  shift_left: 'shift_left',
  shift_right_logical: 'shift_right_logical',
  subtract: 'i32_subtract',
  xor: 'xor',
} as const satisfies Readonly<Record<string, VectorFunction>>;

const { abs: _, ...ofUnsigned } = {
  ...signed,
  GE: 'ui32_GE',
  GT: 'ui32_GT',
  LE: 'ui32_LE',
  LT: 'ui32_LT',
  maximum: 'ui32_maximum',
  minimum: 'ui32_minimum',
} as const satisfies Readonly<Record<string, VectorFunction>>;

const ofFloats: ReadonlyMap<string, VectorFunction> = new Map(floats.map((name) => [name, name]));
const ofTruths: ReadonlyMap<string, VectorFunction> = new Map(truths.map((name) => [name, name]));

const names: Readonly<Record<SlotKind, ReadonlyMap<string, VectorFunction>>> = {
  bf16: ofFloats,
  f16: ofFloats,
  f32: ofFloats,
  i1: ofTruths,
  i32: new Map(Object.entries(signed)),
  ui32: new Map(Object.entries(ofUnsigned)),
};

/** The vector function of an operation of StableHLO, or of a direction of a comparison, on operands of one kind. */
export function vectorFunction(operation: string, kind: SlotKind): VectorFunction | null {
  return names[kind].get(operation) ?? null;
}
