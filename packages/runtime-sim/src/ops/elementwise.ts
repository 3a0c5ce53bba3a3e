import * as hlo from '@shardform/dialect-stablehlo';
import {
  i1,
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
  clamp,
  compare,
  complex,
  isBinaryOp,
  isUnaryOp,
  reducePrecision,
  select,
  totalOrderKeys,
  unary,
} from '../kernels/index.ts';
import type { VectorFunction } from '../kernels/vector-functions.ts';

/** The name of an operation without its dialect, by which kernels are known. */
function kernelName({ definition }: OpWithDefinition<Operation>): string {
  return definition.name.slice('stablehlo.'.length);
}

/** Operations whose kernel for f32 or i1 is one vector function. */
const vectorForms: readonly (readonly [OpWithDefinition<Operation>, VectorFunction])[] = [
  [hlo.AbsOp, 'abs'],
  [hlo.AddOp, 'add'],
  [hlo.AndOp, 'and'],
  [hlo.CeilOp, 'ceil'],
  [hlo.DivOp, 'divide'],
  [hlo.ExpOp, 'exponential'],
  [hlo.Expm1Op, 'exponential_minus_one'],
  [hlo.FloorOp, 'floor'],
  [hlo.LogOp, 'log'],
  [hlo.Log1pOp, 'log_plus_one'],
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
  return isInstance(RankedTensorType, value.type) && value.type.elementType === i1;
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
  ...hlo.elementwiseOps.flatMap((op) => {
    const kernel = kernelName(op);
    if (isUnaryOp(kernel)) return interpretable.implementFor(op, () => ([x]) => [unary(kernel, x)]);
    if (isBinaryOp(kernel)) return interpretable.implementFor(op, () => ([x, y]) => [binary(kernel, x, y)]);
    return [];
  }),
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
