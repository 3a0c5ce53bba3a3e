import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import {
  ArrayAttr,
  type CreatableOp,
  type OpDefinition,
  type Class,
  type Operation,
  type RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import { type Conversion, conversion } from './convertible.ts';

type Source<T extends Operation> = Class<T> & { readonly definition: OpDefinition };
type Tensor = Value<RankedTensorType>;
type UnaryTarget = CreatableOp<{ readonly input: Tensor }, Operation>;
type BinaryTarget = CreatableOp<
  {
    readonly lhs: Tensor;
    readonly rhs: Tensor;
    readonly activations: ArrayAttr;
    readonly inputTensorAActivations: ArrayAttr;
    readonly inputTensorBActivations: ArrayAttr;
  },
  Operation
>;

function unary<T extends Operation & { readonly input: Tensor }>(
  source: Source<T>,
  target: UnaryTarget,
): Conversion {
  return conversion(source, (op, { builder }) =>
    builder.create(target, { input: op.input }, op.resultTypes()),
  );
}

function binary<T extends Operation & { readonly lhs: Tensor; readonly rhs: Tensor }>(
  source: Source<T>,
  target: BinaryTarget,
): Conversion {
  const none = ArrayAttr.get([]);
  const activations = { activations: none, inputTensorAActivations: none, inputTensorBActivations: none };
  return conversion(source, (op, { builder }) =>
    builder.create(target, { lhs: op.lhs, rhs: op.rhs, ...activations }, op.resultTypes()),
  );
}

/** Elementwise operations. */
export const elementwiseConversions: readonly Conversion[] = [
  unary(ttir.AbsOp, ttnn.AbsOp),
  unary(ttir.BitwiseNotOp, ttnn.BitwiseNotOp),
  unary(ttir.CbrtOp, ttnn.CbrtOp),
  unary(ttir.CeilOp, ttnn.CeilOp),
  unary(ttir.CosOp, ttnn.CosOp),
  unary(ttir.ExpOp, ttnn.ExpOp),
  unary(ttir.Expm1Op, ttnn.Expm1Op),
  unary(ttir.FloorOp, ttnn.FloorOp),
  unary(ttir.IsFiniteOp, ttnn.IsFiniteOp),
  unary(ttir.LogOp, ttnn.LogOp),
  unary(ttir.Log1pOp, ttnn.Log1pOp),
  unary(ttir.LogicalNotOp, ttnn.LogicalNotOp),
  unary(ttir.NegOp, ttnn.NegOp),
  unary(ttir.ReciprocalOp, ttnn.ReciprocalOp),
  unary(ttir.ReluOp, ttnn.ReluOp),
  unary(ttir.RoundOp, ttnn.RoundOp),
  unary(ttir.RsqrtOp, ttnn.RsqrtOp),
  unary(ttir.SigmoidOp, ttnn.SigmoidOp),
  unary(ttir.SignOp, ttnn.SignOp),
  unary(ttir.SinOp, ttnn.SinOp),
  unary(ttir.SqrtOp, ttnn.SqrtOp),
  unary(ttir.TanOp, ttnn.TanOp),
  unary(ttir.TanhOp, ttnn.TanhOp),
  unary(ttir.TypecastOp, ttnn.TypecastOp),
  binary(ttir.AddOp, ttnn.AddOp),
  binary(ttir.BitwiseAndOp, ttnn.BitwiseAndOp),
  binary(ttir.BitwiseOrOp, ttnn.BitwiseOrOp),
  binary(ttir.BitwiseXorOp, ttnn.BitwiseXorOp),
  binary(ttir.DivOp, ttnn.DivideOp),
  binary(ttir.EqualOp, ttnn.EqualOp),
  binary(ttir.GreaterEqualOp, ttnn.GreaterEqualOp),
  binary(ttir.GreaterThanOp, ttnn.GreaterThanOp),
  binary(ttir.LessEqualOp, ttnn.LessEqualOp),
  binary(ttir.LessThanOp, ttnn.LessThanOp),
  binary(ttir.LogicalAndOp, ttnn.LogicalAndOp),
  binary(ttir.LogicalLeftShiftOp, ttnn.LogicalLeftShiftOp),
  binary(ttir.LogicalOrOp, ttnn.LogicalOrOp),
  binary(ttir.LogicalRightShiftOp, ttnn.LogicalRightShiftOp),
  binary(ttir.LogicalXorOp, ttnn.LogicalXorOp),
  binary(ttir.MaximumOp, ttnn.MaximumOp),
  binary(ttir.MinimumOp, ttnn.MinimumOp),
  binary(ttir.MultiplyOp, ttnn.MultiplyOp),
  binary(ttir.NotEqualOp, ttnn.NotEqualOp),
  binary(ttir.PowOp, ttnn.PowTensorOp),
  binary(ttir.RemainderOp, ttnn.RemainderOp),
  binary(ttir.SubtractOp, ttnn.SubtractOp),
  conversion(ttir.Atan2Op, (op, { builder }) =>
    builder.create(ttnn.Atan2Op, { lhs: op.lhs, rhs: op.rhs }, op.resultTypes()),
  ),
  conversion(ttir.WhereOp, (op, { builder }) =>
    builder.create(ttnn.WhereOp, { first: op.first, second: op.second, third: op.third }, op.resultTypes()),
  ),
  conversion(ttir.ClampTensorOp, (op, { builder }) =>
    builder.create(ttnn.ClampTensorOp, { input: op.input, min: op.min, max: op.max }, op.resultTypes()),
  ),
  conversion(ttir.ClampScalarOp, (op, { builder }) =>
    builder.create(ttnn.ClampScalarOp, { input: op.input, min: op.min, max: op.max }, op.resultTypes()),
  ),
];
