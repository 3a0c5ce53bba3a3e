import * as ttir from '@shardform/dialect-ttir';
import { libraryName, sharedWith, type TtirOp } from './shared-spec.ts';
import { defineOp, type OpReport, type FoldResult } from '@shardform/ir-core';
import { checks, f32OrI32Attr } from '@shardform/dialect-ttir';
import { tensor } from '../constraints.ts';
import { foldTypecast } from '../fold/moves.ts';
import { tileElements } from '../traits.ts';
import { powScalarProblems } from '../verify/index.ts';

/* @__NO_SIDE_EFFECTS__ */
function defineUnary(op: TtirOp) {
  return defineOp(libraryName(op), {
    summary: op.definition.spec.summary,
    operands: { input: tensor },
    results: { result: tensor },
    traits: [tileElements],
    effects: 'none',
    speculates: 'always',
  });
}

/** Absolute value. */
export class AbsOp extends defineUnary(ttir.AbsOp) {}

/** Arc cosine. */
export class AcosOp extends defineUnary(ttir.AcosOp) {}

/** Arc sine. */
export class AsinOp extends defineUnary(ttir.AsinOp) {}

/** Inverse hyperbolic sine. */
export class AsinhOp extends defineUnary(ttir.AsinhOp) {}

/** Arc tangent. */
export class AtanOp extends defineUnary(ttir.AtanOp) {}

/** Bitwise negation. */
export class BitwiseNotOp extends defineUnary(ttir.BitwiseNotOp) {}

/** Cubic root. */
export class CbrtOp extends defineUnary(ttir.CbrtOp) {}

/** Rounding up. */
export class CeilOp extends defineUnary(ttir.CeilOp) {}

/** Cosine. */
export class CosOp extends defineUnary(ttir.CosOp) {}

/** Error function. */
export class ErfOp extends defineUnary(ttir.ErfOp) {}

/** Complement of the error function. */
export class ErfcOp extends defineUnary(ttir.ErfcOp) {}

/** Exponential function. */
export class ExpOp extends defineUnary(ttir.ExpOp) {}

/** Exponential function minus one. */
export class Expm1Op extends defineUnary(ttir.Expm1Op) {}

/** Rounding down. */
export class FloorOp extends defineUnary(ttir.FloorOp) {}

/** Gaussian error linear unit. */
export class GeluOp extends defineUnary(ttir.GeluOp) {}

/** Piecewise linear logistic function. */
export class HardsigmoidOp extends defineUnary(ttir.HardsigmoidOp) {}

/** Tests elements for finiteness. */
export class IsFiniteOp extends defineUnary(ttir.IsFiniteOp) {}

/** Natural logarithm. */
export class LogOp extends defineUnary(ttir.LogOp) {}

/** Natural logarithm of one plus the element. */
export class Log1pOp extends defineUnary(ttir.Log1pOp) {}

/** Logical negation. */
export class LogicalNotOp extends defineUnary(ttir.LogicalNotOp) {}

/** Element times the hyperbolic tangent of its softplus. */
export class MishOp extends defineUnary(ttir.MishOp) {}

/** Negation. */
export class NegOp extends defineUnary(ttir.NegOp) {}

/** Reciprocal. */
export class ReciprocalOp extends defineUnary(ttir.ReciprocalOp) {}

/** Maximum of the element and zero. */
export class ReluOp extends defineUnary(ttir.ReluOp) {}

/** Element bounded to between zero and six. */
export class Relu6Op extends defineUnary(ttir.Relu6Op) {}

/** Rounding to the nearest integer. */
export class RoundOp extends defineUnary(ttir.RoundOp) {}

/** Reciprocal square root. */
export class RsqrtOp extends defineUnary(ttir.RsqrtOp) {}

/** Logistic function. */
export class SigmoidOp extends defineUnary(ttir.SigmoidOp) {}

/** Sign. */
export class SignOp extends defineUnary(ttir.SignOp) {}

/** Element times its logistic function. */
export class SiluOp extends defineUnary(ttir.SiluOp) {}

/** Sine. */
export class SinOp extends defineUnary(ttir.SinOp) {}

/** Square root. */
export class SqrtOp extends defineUnary(ttir.SqrtOp) {}

/** Tangent. */
export class TanOp extends defineUnary(ttir.TanOp) {}

/** Hyperbolic tangent. */
export class TanhOp extends defineUnary(ttir.TanhOp) {}

/** The same numbers in the element type of the result. */
export class TypecastOp extends defineUnary(ttir.TypecastOp) {
  override fold(): readonly FoldResult[] | null {
    return foldTypecast(this);
  }
}

/** The same bits as another element type. */
export class BitcastConvertOp extends defineUnary(ttir.BitcastConvertOp) {}

/** Element, scaled where it is negative. */
export class LeakyReluOp extends defineOp('ttnn.leaky_relu', {
  ...sharedWith(ttir.LeakyReluOp),
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {}

/** Bounds elements by two numbers. */
export class ClampScalarOp extends defineOp('ttnn.clamp_scalar', {
  ...sharedWith(ttir.ClampScalarOp),
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.clampScalarProblems(this), report);
  }
}

/** Power with a number as exponent. */
export class PowScalarOp extends defineOp('ttnn.pow_scalar', {
  summary: 'elementwise power with a constant exponent',
  operands: { lhs: tensor },
  attrs: {
    rhs: f32OrI32Attr,
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(powScalarProblems(this), report);
  }
}
