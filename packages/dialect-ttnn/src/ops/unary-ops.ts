import { defineOp, type OpReport, pure, type FoldResult } from '@shardform/ir-core';
import { checks, f32Attr, f32OrI32Attr } from '@shardform/dialect-ttir';
import { tensor } from '../constraints.ts';
import { foldTypecast } from '../fold/moves.ts';
import { tileElements } from '../traits.ts';
import { powScalarProblems } from '../verify/index.ts';

/* @__NO_SIDE_EFFECTS__ */
function defineUnary(name: string, summary: string) {
  return defineOp(`ttnn.${name}`, {
    summary,
    operands: { input: tensor },
    results: { result: tensor },
    traits: [tileElements, pure],
  });
}

/** Absolute value. */
export class AbsOp extends defineUnary('abs', 'absolute value') {}

/** Arc cosine. */
export class AcosOp extends defineUnary('acos', 'arc cosine') {}

/** Arc sine. */
export class AsinOp extends defineUnary('asin', 'arc sine') {}

/** Inverse hyperbolic sine. */
export class AsinhOp extends defineUnary('asinh', 'inverse hyperbolic sine') {}

/** Arc tangent. */
export class AtanOp extends defineUnary('atan', 'arc tangent') {}

/** Bitwise negation. */
export class BitwiseNotOp extends defineUnary('bitwise_not', 'bitwise negation') {}

/** Cubic root. */
export class CbrtOp extends defineUnary('cbrt', 'cubic root') {}

/** Rounding up. */
export class CeilOp extends defineUnary('ceil', 'rounding up') {}

/** Cosine. */
export class CosOp extends defineUnary('cos', 'cosine') {}

/** Error function. */
export class ErfOp extends defineUnary('erf', 'error function') {}

/** Complement of the error function. */
export class ErfcOp extends defineUnary('erfc', 'complement of the error function') {}

/** Exponential function. */
export class ExpOp extends defineUnary('exp', 'exponential function') {}

/** Exponential function minus one. */
export class Expm1Op extends defineUnary('expm1', 'exponential function minus one') {}

/** Rounding down. */
export class FloorOp extends defineUnary('floor', 'rounding down') {}

/** Gaussian error linear unit. */
export class GeluOp extends defineUnary('gelu', 'Gaussian error linear unit') {}

/** Piecewise linear logistic function. */
export class HardsigmoidOp extends defineUnary('hardsigmoid', 'piecewise linear logistic function') {}

/** Whether elements are finite. */
export class IsFiniteOp extends defineUnary('isfinite', 'whether elements are finite') {}

/** Natural logarithm. */
export class LogOp extends defineUnary('log', 'natural logarithm') {}

/** Natural logarithm of one plus the element. */
export class Log1pOp extends defineUnary('log1p', 'natural logarithm of one plus the element') {}

/** Logical negation. */
export class LogicalNotOp extends defineUnary('logical_not', 'logical negation') {}

/** Element times the hyperbolic tangent of its softplus. */
export class MishOp extends defineUnary('mish', 'element times the hyperbolic tangent of its softplus') {}

/** Negation. */
export class NegOp extends defineUnary('neg', 'negation') {}

/** Reciprocal. */
export class ReciprocalOp extends defineUnary('reciprocal', 'reciprocal') {}

/** Maximum of the element and zero. */
export class ReluOp extends defineUnary('relu', 'maximum of the element and zero') {}

/** Element bounded to between zero and six. */
export class Relu6Op extends defineUnary('relu6', 'element bounded to between zero and six') {}

/** Rounding to the nearest integer. */
export class RoundOp extends defineUnary('round', 'rounding to the nearest integer') {}

/** Reciprocal square root. */
export class RsqrtOp extends defineUnary('rsqrt', 'reciprocal square root') {}

/** Logistic function. */
export class SigmoidOp extends defineUnary('sigmoid', 'logistic function') {}

/** Sign. */
export class SignOp extends defineUnary('sign', 'sign') {}

/** Element times its logistic function. */
export class SiluOp extends defineUnary('silu', 'element times its logistic function') {}

/** Sine. */
export class SinOp extends defineUnary('sin', 'sine') {}

/** Square root. */
export class SqrtOp extends defineUnary('sqrt', 'square root') {}

/** Tangent. */
export class TanOp extends defineUnary('tan', 'tangent') {}

/** Hyperbolic tangent. */
export class TanhOp extends defineUnary('tanh', 'hyperbolic tangent') {}

/** The same numbers in the element type of the result. */
export class TypecastOp extends defineUnary('typecast', 'change of the element type') {
  override fold(): readonly FoldResult[] | null {
    return foldTypecast(this);
  }
}

/** The same bits as another element type. */
export class BitcastConvertOp extends defineUnary(
  'bitcast_convert',
  'the same bits as another element type',
) {}

/** Element, scaled where it is negative. */
export class LeakyReluOp extends defineOp('ttnn.leaky_relu', {
  summary: 'element, scaled where it is negative',
  operands: { input: tensor },
  attrs: {
    parameter: f32Attr,
  },
  results: { result: tensor },
  traits: [tileElements, pure],
}) {}

/** Bounds elements by two numbers. */
export class ClampScalarOp extends defineOp('ttnn.clamp_scalar', {
  summary: 'bounding by numbers',
  operands: { input: tensor },
  attrs: {
    min: f32OrI32Attr,
    max: f32OrI32Attr,
  },
  results: { result: tensor },
  traits: [tileElements, pure],
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.clampScalarProblems(this), report);
  }
}

/** Power with a number as exponent. */
export class PowScalarOp extends defineOp('ttnn.pow_scalar', {
  summary: 'power with a number as exponent',
  operands: { lhs: tensor },
  attrs: {
    rhs: f32OrI32Attr,
  },
  results: { result: tensor },
  traits: [tileElements, pure],
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(powScalarProblems(this), report);
  }
}
