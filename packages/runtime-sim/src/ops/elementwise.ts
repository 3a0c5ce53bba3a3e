import * as hlo from '@shardform/dialect-stablehlo';
import {
  type InterfaceImplementation,
  isInstance,
  type Operation,
  type OpWithDefinition,
  RankedTensorType,
} from '@shardform/ir-core';
import { interpretable } from '../interpreter/interpretable.ts';
import { vectorizable } from '../interpreter/vectorizable.ts';
import {
  binary,
  type BinaryOp,
  clamp,
  compare,
  complex,
  reducePrecision,
  select,
  totalOrderKeys,
  unary,
  type UnaryOp,
} from '../kernels/index.ts';
import type { VectorFunction } from '../kernels/vector-functions.ts';

const unaries: readonly (readonly [OpWithDefinition<Operation>, UnaryOp])[] = [
  [hlo.AbsOp, 'abs'],
  [hlo.CbrtOp, 'cbrt'],
  [hlo.CeilOp, 'ceil'],
  [hlo.ClzOp, 'count_leading_zeros'],
  [hlo.CosineOp, 'cosine'],
  [hlo.ExpOp, 'exponential'],
  [hlo.Expm1Op, 'exponential_minus_one'],
  [hlo.FloorOp, 'floor'],
  [hlo.ImagOp, 'imag'],
  [hlo.IsFiniteOp, 'is_finite'],
  [hlo.Log1pOp, 'log_plus_one'],
  [hlo.LogisticOp, 'logistic'],
  [hlo.LogOp, 'log'],
  [hlo.NegOp, 'negate'],
  [hlo.NotOp, 'not'],
  [hlo.PopulationCountOp, 'popcnt'],
  [hlo.RealOp, 'real'],
  [hlo.RoundNearestEvenOp, 'round_nearest_even'],
  [hlo.RoundOp, 'round_nearest_afz'],
  [hlo.RsqrtOp, 'rsqrt'],
  [hlo.SignOp, 'sign'],
  [hlo.SineOp, 'sine'],
  [hlo.SqrtOp, 'sqrt'],
  [hlo.TanhOp, 'tanh'],
  [hlo.TanOp, 'tan'],
];

const binaries: readonly (readonly [OpWithDefinition<Operation>, BinaryOp])[] = [
  [hlo.AddOp, 'add'],
  [hlo.AndOp, 'and'],
  [hlo.Atan2Op, 'atan2'],
  [hlo.DivOp, 'divide'],
  [hlo.MaxOp, 'maximum'],
  [hlo.MinOp, 'minimum'],
  [hlo.MulOp, 'multiply'],
  [hlo.OrOp, 'or'],
  [hlo.PowOp, 'power'],
  [hlo.RemOp, 'remainder'],
  [hlo.ShiftLeftOp, 'shift_left'],
  [hlo.ShiftRightArithmeticOp, 'shift_right_arithmetic'],
  [hlo.ShiftRightLogicalOp, 'shift_right_logical'],
  [hlo.SubtractOp, 'subtract'],
  [hlo.XorOp, 'xor'],
];

/** Operations whose kernel for f32 or i1 is one vector function. */
const vectorForms: readonly (readonly [OpWithDefinition<Operation>, VectorFunction])[] = [
  [hlo.AbsOp, 'abs'],
  [hlo.AddOp, 'add'],
  [hlo.AndOp, 'and'],
  [hlo.CeilOp, 'ceil'],
  [hlo.DivOp, 'divide'],
  [hlo.ExpOp, 'exponential'],
  [hlo.FloorOp, 'floor'],
  [hlo.LogOp, 'log'],
  [hlo.LogisticOp, 'logistic'],
  [hlo.MaxOp, 'maximum'],
  [hlo.MinOp, 'minimum'],
  [hlo.MulOp, 'multiply'],
  [hlo.NegOp, 'negate'],
  [hlo.NotOp, 'not'],
  [hlo.OrOp, 'or'],
  [hlo.RoundNearestEvenOp, 'round_nearest_even'],
  [hlo.RsqrtOp, 'rsqrt'],
  [hlo.SqrtOp, 'sqrt'],
  [hlo.SubtractOp, 'subtract'],
  [hlo.TanhOp, 'tanh'],
  [hlo.XorOp, 'xor'],
];

/** Arithmetic on truth values uses `booleanOps`, which have no vector functions. */
function takesTruth(name: VectorFunction): boolean {
  return name === 'and' || name === 'not' || name === 'or' || name === 'xor';
}

function isTruth({ value }: Operation['operands'][number]): boolean {
  return isInstance(RankedTensorType, value.type) && String(value.type.elementType) === 'i1';
}

/** Elementwise operations that are computed together with their neighbours. */
export const elementwiseVectorForms: readonly InterfaceImplementation[] = [
  ...vectorForms.map(([op, name]) =>
    vectorizable.implementFor(op, ({ operands }) =>
      operands.every((operand) => isTruth(operand) === takesTruth(name)) ? { name } : null,
    ),
  ),
  vectorizable.implementFor(hlo.CompareOp, (op) =>
    op.compareType?.value === 'TOTALORDER' || op.operands.some(isTruth)
      ? null
      : { name: op.comparisonDirection.value },
  ),
  vectorizable.implementFor(hlo.SelectOp, (op) =>
    isTruth(op.operands[0]) && !isTruth(op.operands[1]) ? { name: 'select', order: [1, 2, 0] } : null,
  ),
];

/** Elementwise operations of StableHLO. */
export const elementwiseInterpreters: readonly InterfaceImplementation[] = [
  ...unaries.map(([op, kernel]) => interpretable.implementFor(op, () => ([x]) => [unary(kernel, x)])),
  ...binaries.map(([op, kernel]) => interpretable.implementFor(op, () => ([x, y]) => [binary(kernel, x, y)])),
  interpretable.implementFor(hlo.CompareOp, (op) => ([lhs, rhs]) => [
    op.compareType?.value === 'TOTALORDER'
      ? compare(op.comparisonDirection.value, totalOrderKeys(lhs), totalOrderKeys(rhs))
      : compare(op.comparisonDirection.value, lhs, rhs),
  ]),
  interpretable.implementFor(hlo.ComplexOp, () => ([re, im]) => [complex(re, im)]),
  interpretable.implementFor(hlo.ReducePrecisionOp, (op) => ([x]) => [
    reducePrecision(x, op.exponentBits.number, op.mantissaBits.number),
  ]),
  interpretable.implementFor(hlo.SelectOp, () => ([pred, onTrue, onFalse]) => [
    select(pred, onTrue, onFalse),
  ]),
  interpretable.implementFor(hlo.ClampOp, () => ([low, x, high]) => [clamp(low, x, high)]),
];
