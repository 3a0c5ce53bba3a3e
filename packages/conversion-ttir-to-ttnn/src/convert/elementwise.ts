import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import {
  ArrayAttr,
  type ConversionPattern,
  type OpDefinition,
  type Operation,
  type OpWithDefinition,
} from '@shardform/ir-core';
import { sameParts } from './convertible.ts';

/** Binary operations may have functions applied to operands and result; here there are none yet. */
const none = ArrayAttr.get([]);
const activations = { activations: none, inputTensorAActivations: none, inputTensorBActivations: none };

function binary<T extends Operation>(
  source: OpWithDefinition<T>,
  target: { readonly definition: OpDefinition },
): ConversionPattern {
  return sameParts(source, target, () => activations);
}

/** Elementwise operations. */
export const elementwiseConversions: readonly ConversionPattern[] = [
  sameParts(ttir.AbsOp, ttnn.AbsOp),
  sameParts(ttir.AcosOp, ttnn.AcosOp),
  sameParts(ttir.AsinOp, ttnn.AsinOp),
  sameParts(ttir.AsinhOp, ttnn.AsinhOp),
  sameParts(ttir.AtanOp, ttnn.AtanOp),
  sameParts(ttir.BitcastConvertOp, ttnn.BitcastConvertOp),
  sameParts(ttir.BitwiseNotOp, ttnn.BitwiseNotOp),
  sameParts(ttir.CbrtOp, ttnn.CbrtOp),
  sameParts(ttir.CeilOp, ttnn.CeilOp),
  sameParts(ttir.CosOp, ttnn.CosOp),
  sameParts(ttir.ErfOp, ttnn.ErfOp),
  sameParts(ttir.ErfcOp, ttnn.ErfcOp),
  sameParts(ttir.ExpOp, ttnn.ExpOp),
  sameParts(ttir.Expm1Op, ttnn.Expm1Op),
  sameParts(ttir.FloorOp, ttnn.FloorOp),
  sameParts(ttir.GeluOp, ttnn.GeluOp),
  sameParts(ttir.GeluBackwardOp, ttnn.GeluBackwardOp),
  sameParts(ttir.HardsigmoidOp, ttnn.HardsigmoidOp),
  sameParts(ttir.IsFiniteOp, ttnn.IsFiniteOp),
  sameParts(ttir.LeakyReluOp, ttnn.LeakyReluOp),
  sameParts(ttir.LogOp, ttnn.LogOp),
  sameParts(ttir.Log1pOp, ttnn.Log1pOp),
  sameParts(ttir.LogicalNotOp, ttnn.LogicalNotOp),
  sameParts(ttir.MishOp, ttnn.MishOp),
  sameParts(ttir.NegOp, ttnn.NegOp),
  sameParts(ttir.ReciprocalOp, ttnn.ReciprocalOp),
  sameParts(ttir.ReluOp, ttnn.ReluOp),
  sameParts(ttir.Relu6Op, ttnn.Relu6Op),
  sameParts(ttir.RoundOp, ttnn.RoundOp),
  sameParts(ttir.RsqrtOp, ttnn.RsqrtOp),
  sameParts(ttir.SigmoidOp, ttnn.SigmoidOp),
  sameParts(ttir.SignOp, ttnn.SignOp),
  sameParts(ttir.SiluOp, ttnn.SiluOp),
  sameParts(ttir.SinOp, ttnn.SinOp),
  sameParts(ttir.SqrtOp, ttnn.SqrtOp),
  sameParts(ttir.TanOp, ttnn.TanOp),
  sameParts(ttir.TanhOp, ttnn.TanhOp),
  sameParts(ttir.TypecastOp, ttnn.TypecastOp),
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
  binary(ttir.RemainderOp, ttnn.RemainderOp),
  binary(ttir.SubtractOp, ttnn.SubtractOp),
  sameParts(ttir.Atan2Op, ttnn.Atan2Op),
  sameParts(ttir.WhereOp, ttnn.WhereOp),
  sameParts(ttir.ClampTensorOp, ttnn.ClampTensorOp),
  sameParts(ttir.ClampScalarOp, ttnn.ClampScalarOp),
];
