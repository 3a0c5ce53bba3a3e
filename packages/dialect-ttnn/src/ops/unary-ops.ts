import { defineOp, pure } from '@shardform/ir-core';
import { broadcastable, f32OrI32Attr } from '@shardform/dialect-ttir';
import { tensor } from '../constraints.ts';

/* @__NO_SIDE_EFFECTS__ */
function defineUnary(name: string, summary: string) {
  return defineOp(`ttnn.${name}`, {
    summary,
    operands: { input: tensor },
    results: { result: tensor },
    traits: [broadcastable, pure],
  });
}

/** Absolute value. */
export class AbsOp extends defineUnary('abs', 'absolute value') {}

/** Bitwise negation. */
export class BitwiseNotOp extends defineUnary('bitwise_not', 'bitwise negation') {}

/** Cubic root. */
export class CbrtOp extends defineUnary('cbrt', 'cubic root') {}

/** Rounding up. */
export class CeilOp extends defineUnary('ceil', 'rounding up') {}

/** Cosine. */
export class CosOp extends defineUnary('cos', 'cosine') {}

/** Exponential function. */
export class ExpOp extends defineUnary('exp', 'exponential function') {}

/** Exponential function minus one. */
export class Expm1Op extends defineUnary('expm1', 'exponential function minus one') {}

/** Rounding down. */
export class FloorOp extends defineUnary('floor', 'rounding down') {}

/** Whether elements are finite. */
export class IsFiniteOp extends defineUnary('isfinite', 'whether elements are finite') {}

/** Natural logarithm. */
export class LogOp extends defineUnary('log', 'natural logarithm') {}

/** Natural logarithm of one plus the element. */
export class Log1pOp extends defineUnary('log1p', 'natural logarithm of one plus the element') {}

/** Logical negation. */
export class LogicalNotOp extends defineUnary('logical_not', 'logical negation') {}

/** Negation. */
export class NegOp extends defineUnary('neg', 'negation') {}

/** Reciprocal. */
export class ReciprocalOp extends defineUnary('reciprocal', 'reciprocal') {}

/** Maximum of the element and zero. */
export class ReluOp extends defineUnary('relu', 'maximum of the element and zero') {}

/** Rounding to the nearest integer. */
export class RoundOp extends defineUnary('round', 'rounding to the nearest integer') {}

/** Reciprocal square root. */
export class RsqrtOp extends defineUnary('rsqrt', 'reciprocal square root') {}

/** Logistic function. */
export class SigmoidOp extends defineUnary('sigmoid', 'logistic function') {}

/** Sign. */
export class SignOp extends defineUnary('sign', 'sign') {}

/** Sine. */
export class SinOp extends defineUnary('sin', 'sine') {}

/** Square root. */
export class SqrtOp extends defineUnary('sqrt', 'square root') {}

/** Tangent. */
export class TanOp extends defineUnary('tan', 'tangent') {}

/** Hyperbolic tangent. */
export class TanhOp extends defineUnary('tanh', 'hyperbolic tangent') {}

/** The same numbers in the element type of the result. */
export class TypecastOp extends defineUnary('typecast', 'change of the element type') {}

/** Bounds elements by two numbers. */
export class ClampScalarOp extends defineOp('ttnn.clamp_scalar', {
  summary: 'elementwise bounding by numbers',
  operands: { input: tensor },
  attrs: { min: f32OrI32Attr, max: f32OrI32Attr },
  results: { result: tensor },
  traits: [broadcastable, pure],
}) {}
