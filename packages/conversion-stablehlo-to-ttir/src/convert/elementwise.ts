import * as shlo from '@shardform/dialect-stablehlo';
import * as ttir from '@shardform/dialect-ttir';
import {
  boolAttr,
  type ConversionPattern,
  type CreatableOp,
  i1,
  i64Attr,
  IntegerAttr,
  type Operation,
  type OpWithDefinition,
  type Tensor,
  type Value,
} from '@shardform/ir-core';
import { splatOf } from './constants.ts';
import { conversion, splat } from './convertible.ts';
import { narrowSides } from './narrow-comparison.ts';
import { totalOrderSides } from './total-order.ts';

type UnaryOp = Operation & { readonly operand: Tensor };
type BinaryOp = Operation & { readonly lhs: Tensor; readonly rhs: Tensor };
type UnaryTarget = CreatableOp<{ readonly input: Tensor }, Operation>;
type BinaryTarget = CreatableOp<{ readonly lhs: Tensor; readonly rhs: Tensor }, Operation>;

function unary<T extends UnaryOp>(source: OpWithDefinition<T>, target: UnaryTarget): ConversionPattern {
  return conversion(source, (op, { builder }) =>
    builder.create(target, { input: op.operand }, op.resultTypes()),
  );
}

function binary<T extends BinaryOp>(
  source: OpWithDefinition<T>,
  target: BinaryTarget,
  onBooleans: BinaryTarget = target,
): ConversionPattern {
  return conversion(source, (op, { builder }) => {
    const chosen = op.lhs.type.elementType === i1 ? onBooleans : target;
    return builder.create(chosen, { lhs: op.lhs, rhs: op.rhs }, op.resultTypes());
  });
}

const COMPARISONS: Readonly<Record<string, BinaryTarget>> = {
  EQ: ttir.EqualOp,
  NE: ttir.NotEqualOp,
  GE: ttir.GreaterEqualOp,
  GT: ttir.GreaterThanOp,
  LE: ttir.LessEqualOp,
  LT: ttir.LessThanOp,
};

/** What operations on the bits of booleans that became integers are on the booleans; operands are converted first. */
const LOGICAL: readonly (readonly [OpWithDefinition<BinaryOp>, BinaryTarget])[] = [
  [ttir.BitwiseAndOp, ttir.LogicalAndOp],
  [ttir.BitwiseOrOp, ttir.LogicalOrOp],
  [ttir.BitwiseXorOp, ttir.LogicalXorOp],
];

/** `(integer(a) | integer(b)) != 0` of booleans is `a or b`: PyTorch has no other operations on bits of booleans. */
function logicalOfBooleans({ lhs, rhs, comparisonDirection }: shlo.CompareOp): {
  readonly target: BinaryTarget;
  readonly operands: { readonly lhs: Tensor; readonly rhs: Tensor };
} | null {
  if (comparisonDirection.value !== 'NE') return null;
  const bits = isAll(rhs, 0) ? lhs : isAll(lhs, 0) ? rhs : null;
  const op = bits?.definingOp;
  const [, target] = LOGICAL.find(([source]) => op?.definition === source.definition) ?? [];
  if (op == null || target === undefined) return null;
  const [first, second] = op.operandValues().map(booleanOf);
  return first == null || second == null ? null : { target, operands: { lhs: first, rhs: second } };
}

/** The booleans that an integer was made from; `null` where it is another one. */
function booleanOf({ definingOp }: Value): Tensor | null {
  if (!(definingOp instanceof ttir.WhereOp)) return null;
  const { first, second, third } = definingOp;
  return isAll(second, 1) && isAll(third, 0) && first.type.elementType === i1 ? first : null;
}

/** Whether a value is a constant whose elements are all the number. */
function isAll(value: Value, number: number): boolean {
  const splat = splatOf(value);
  return splat !== null && Number(splat) === number;
}

/** Numbers made from booleans are chosen, not cast. */
const convertElementType = conversion(shlo.ConvertOp, (op, scope) => {
  const { operand, result } = op;
  if (operand.type.elementType !== i1 || result.type.elementType === i1) {
    return scope.builder.create(
      ttir.TypecastOp,
      { input: operand, conservativeFolding: boolAttr(true) },
      op.resultTypes(),
    );
  }
  const third = splat(result.type, 0, scope);
  const second = splat(result.type, 1, scope);
  if (third === null || second === null) return null;
  return scope.builder.create(ttir.WhereOp, { first: operand, second, third }, op.resultTypes());
});

/** Counting from 0 along the only dimension; other dimensions are repeated afterwards. */
const iota = conversion(shlo.IotaOp, (op, { builder }) => {
  const { type } = op.output;
  const dim = op.iotaDimension.number;
  const size = type.dimSize(dim);
  const counted = builder.create(
    ttir.ArangeOp,
    {
      start: IntegerAttr.get(0, ttir.si64),
      end: IntegerAttr.get(size, ttir.si64),
      step: IntegerAttr.get(1, ttir.si64),
      arangeDimension: i64Attr(0),
    },
    [type.withShape([size])],
  );
  return [ttir.repeatTo(builder, counted.result, type, [dim])];
});

/** Elementwise operations, comparisons, choices and constants. */
export const elementwiseConversions: readonly ConversionPattern[] = [
  unary(shlo.AbsOp, ttir.AbsOp),
  unary(shlo.CbrtOp, ttir.CbrtOp),
  unary(shlo.CeilOp, ttir.CeilOp),
  unary(shlo.CosineOp, ttir.CosOp),
  unary(shlo.ExpOp, ttir.ExpOp),
  unary(shlo.Expm1Op, ttir.Expm1Op),
  unary(shlo.FloorOp, ttir.FloorOp),
  unary(shlo.LogOp, ttir.LogOp),
  unary(shlo.Log1pOp, ttir.Log1pOp),
  unary(shlo.LogisticOp, ttir.SigmoidOp),
  unary(shlo.NegOp, ttir.NegOp),
  unary(shlo.RoundNearestEvenOp, ttir.RoundOp),
  unary(shlo.RsqrtOp, ttir.RsqrtOp),
  unary(shlo.SignOp, ttir.SignOp),
  unary(shlo.SineOp, ttir.SinOp),
  unary(shlo.SqrtOp, ttir.SqrtOp),
  unary(shlo.TanOp, ttir.TanOp),
  unary(shlo.TanhOp, ttir.TanhOp),
  conversion(shlo.NotOp, (op, { builder }) => {
    const target = op.operand.type.elementType === i1 ? ttir.LogicalNotOp : ttir.BitwiseNotOp;
    return builder.create(target, { input: op.operand }, op.resultTypes());
  }),
  binary(shlo.AddOp, ttir.AddOp),
  binary(shlo.AndOp, ttir.BitwiseAndOp, ttir.LogicalAndOp),
  binary(shlo.Atan2Op, ttir.Atan2Op),
  binary(shlo.DivOp, ttir.DivOp),
  binary(shlo.MaxOp, ttir.MaximumOp),
  binary(shlo.MinOp, ttir.MinimumOp),
  binary(shlo.MulOp, ttir.MultiplyOp),
  binary(shlo.OrOp, ttir.BitwiseOrOp, ttir.LogicalOrOp),
  binary(shlo.PowOp, ttir.PowOp),
  binary(shlo.RemOp, ttir.RemainderOp),
  binary(shlo.ShiftLeftOp, ttir.LogicalLeftShiftOp),
  binary(shlo.ShiftRightLogicalOp, ttir.LogicalRightShiftOp),
  binary(shlo.SubtractOp, ttir.SubtractOp),
  binary(shlo.XorOp, ttir.BitwiseXorOp, ttir.LogicalXorOp),
  conversion(shlo.CompareOp, (op, scope) => {
    const { builder } = scope;
    // The target's comparisons are those of numbers: NaN is unordered, and the zeros are equal.
    if (op.compareType?.value === 'TOTALORDER') {
      const sides = totalOrderSides(op, scope);
      const ofIntegers = COMPARISONS[op.comparisonDirection.value]!;
      return sides === null ? null : builder.create(ofIntegers, sides, op.resultTypes());
    }
    const logical = logicalOfBooleans(op);
    if (logical !== null) return builder.create(logical.target, logical.operands, op.resultTypes());
    const target = COMPARISONS[op.comparisonDirection.value]!;
    return builder.create(target, narrowSides(op, builder), op.resultTypes());
  }),
  conversion(shlo.SelectOp, (op, { builder }) =>
    builder.create(ttir.WhereOp, { first: op.pred, second: op.onTrue, third: op.onFalse }, op.resultTypes()),
  ),
  conversion(shlo.ClampOp, (op, { builder }) =>
    builder.create(ttir.ClampTensorOp, { input: op.operand, min: op.min, max: op.max }, op.resultTypes()),
  ),
  convertElementType,
  conversion(shlo.ConstantOp, (op, { builder }) =>
    builder.create(ttir.ConstantOp, { value: op.value }, op.resultTypes()),
  ),
  iota,
];
