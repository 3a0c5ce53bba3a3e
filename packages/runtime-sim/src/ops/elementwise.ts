import * as hlo from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation, Operation, OpWithDefinition } from '@shardform/ir-core';
import { interpretable } from '../interpreter/interpretable.ts';
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

/** Elementwise operations of StableHLO. */
export const elementwiseInterpreters: readonly InterfaceImplementation[] = [
  ...unaries.map(([op, kernel]) => interpretable.implementFor(op, () => ([x]) => [unary(kernel, x!)])),
  ...binaries.map(([op, kernel]) =>
    interpretable.implementFor(op, () => ([x, y]) => [binary(kernel, x!, y!)]),
  ),
  interpretable.implementFor(hlo.CompareOp, (op) => ([lhs, rhs]) => [
    op.compareType?.value === 'TOTALORDER'
      ? compare(op.comparisonDirection.value, totalOrderKeys(lhs!), totalOrderKeys(rhs!))
      : compare(op.comparisonDirection.value, lhs!, rhs!),
  ]),
  interpretable.implementFor(hlo.ComplexOp, () => ([re, im]) => [complex(re!, im!)]),
  interpretable.implementFor(hlo.ReducePrecisionOp, (op) => ([x]) => [
    reducePrecision(x!, op.exponentBits.number, op.mantissaBits.number),
  ]),
  interpretable.implementFor(hlo.SelectOp, () => ([pred, onTrue, onFalse]) => [
    select(pred!, onTrue!, onFalse!),
  ]),
  interpretable.implementFor(hlo.ClampOp, () => ([low, x, high]) => [clamp(low!, x!, high!)]),
];
