import * as hlo from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation, Operation, OpWithDefinition } from '@shardform/ir-core';
import { interpretable } from '../interpreter/interpretable.ts';
import { slotKindOf } from '../interpreter/slot-kind-of.ts';
import { type VectorForm, vectorizable } from '../interpreter/vectorizable.ts';
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
import { vectorConversion } from '../kernels/vector-conversions.ts';
import type { VectorFunction } from '../kernels/vector-functions.ts';
import { vectorFunction } from '../kernels/vector-names.ts';

/** The name of an operation without its dialect, by which kernels are known. */
function kernelName({ definition }: OpWithDefinition<Operation>): string {
  return definition.name.slice('stablehlo.'.length);
}

/** Operations of which some kinds of operands have a vector function. */
const vectorOps: readonly OpWithDefinition<Operation>[] = [
  hlo.AbsOp,
  hlo.AddOp,
  hlo.AndOp,
  hlo.CeilOp,
  hlo.DivOp,
  hlo.ExpOp,
  hlo.Expm1Op,
  hlo.FloorOp,
  hlo.IsFiniteOp,
  hlo.Log1pOp,
  hlo.LogOp,
  hlo.LogisticOp,
  hlo.MaxOp,
  hlo.MinOp,
  hlo.MulOp,
  hlo.NegOp,
  hlo.NotOp,
  hlo.OrOp,
  hlo.RoundNearestEvenOp,
  hlo.RsqrtOp,
  hlo.ShiftLeftOp,
  hlo.ShiftRightLogicalOp,
  hlo.SignOp,
  hlo.SqrtOp,
  hlo.SubtractOp,
  hlo.TanhOp,
  hlo.XorOp,
];

function formOf(name: VectorFunction | null): VectorForm | null {
  return name === null ? null : { name };
}

/** Elementwise operations that are computed together with their neighbours. */
export const elementwiseVectorForms: readonly InterfaceImplementation[] = [
  ...vectorOps.map((op) => {
    const kernel = kernelName(op);
    return vectorizable.implementFor(op, ({ operands }) => {
      const kind = slotKindOf(operands[0].value.type);
      return kind === null ? null : formOf(vectorFunction(kernel, kind));
    });
  }),
  vectorizable.implementFor(hlo.CompareOp, (op) => {
    const kind = slotKindOf(op.lhs.type);
    if (kind === null || op.compareType?.value === 'TOTALORDER') return null;
    return formOf(vectorFunction(op.comparisonDirection.value, kind));
  }),
  vectorizable.implementFor(hlo.ConvertOp, (op) => {
    const [from, to] = [slotKindOf(op.operand.type), slotKindOf(op.result.type)];
    return from === null || to === null ? null : formOf(vectorConversion(from, to));
  }),
  vectorizable.implementFor(hlo.SelectOp, (op) =>
    slotKindOf(op.pred.type) === 'i1' && slotKindOf(op.onTrue.type) !== 'i1'
      ? { name: 'select', order: [1, 2, 0] }
      : null,
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
