import { type Attribute, defineOp, type FoldResult, optionalAttr, pure } from '@shardform/ir-core';
import { broadcastable } from '../broadcast.ts';
import { boolAttr, f32OrI32Attr, tensor } from '../constraints.ts';
import { foldSplats } from '../fold-splats.ts';
import { elementwise } from '../traits.ts';

/* @__NO_SIDE_EFFECTS__ */
function defineUnary(name: string, summary: string) {
  return defineOp(`ttir.${name}`, {
    summary,
    operands: { input: tensor },
    results: { result: tensor },
    traits: [broadcastable, elementwise, pure],
  });
}

/** Absolute value of each element. */
export class AbsOp extends defineUnary('abs', 'absolute value') {
  override fold(operands: readonly (Attribute | null)[]): readonly FoldResult[] | null {
    return foldSplats(this, operands, (a) => Math.abs(a));
  }
}

/** Bitwise negation of each element. */
export class BitwiseNotOp extends defineUnary('bitwise_not', 'bitwise negation') {}

/** Cubic root of each element. */
export class CbrtOp extends defineUnary('cbrt', 'cubic root') {}

/** Rounding up. */
export class CeilOp extends defineUnary('ceil', 'rounding up') {}

/** Cosine of each element. */
export class CosOp extends defineUnary('cos', 'cosine') {}

/** Exponential function. */
export class ExpOp extends defineUnary('exp', 'exponential function') {
  override fold(operands: readonly (Attribute | null)[]): readonly FoldResult[] | null {
    return foldSplats(this, operands, (a) => Math.exp(a));
  }
}

/** Exponential function minus one. */
export class Expm1Op extends defineUnary('expm1', 'exponential function minus one') {}

/** Rounding down. */
export class FloorOp extends defineUnary('floor', 'rounding down') {}

/** Whether elements are finite. */
export class IsFiniteOp extends defineUnary('isfinite', 'whether elements are finite') {}

/** Natural logarithm. */
export class LogOp extends defineUnary('log', 'natural logarithm') {
  override fold(operands: readonly (Attribute | null)[]): readonly FoldResult[] | null {
    return foldSplats(this, operands, (a) => Math.log(a));
  }
}

/** Natural logarithm of one plus the element. */
export class Log1pOp extends defineUnary('log1p', 'natural logarithm of one plus the element') {}

/** Logical negation of each element. */
export class LogicalNotOp extends defineUnary('logical_not', 'logical negation') {}

/** Negation of each element. */
export class NegOp extends defineUnary('neg', 'negation') {
  override fold(operands: readonly (Attribute | null)[]): readonly FoldResult[] | null {
    return foldSplats(this, operands, (a) => -a);
  }
}

/** Reciprocal of each element. */
export class ReciprocalOp extends defineUnary('reciprocal', 'reciprocal') {}

/** Maximum of the element and zero. */
export class ReluOp extends defineUnary('relu', 'maximum of the element and zero') {}

/** Rounding to the nearest integer, ties to even. */
export class RoundOp extends defineUnary('round', 'rounding to the nearest integer, ties to even') {}

/** Reciprocal square root of each element. */
export class RsqrtOp extends defineUnary('rsqrt', 'reciprocal square root') {
  override fold(operands: readonly (Attribute | null)[]): readonly FoldResult[] | null {
    return foldSplats(this, operands, (a) => 1 / Math.sqrt(a));
  }
}

/** Logistic function of each element. */
export class SigmoidOp extends defineUnary('sigmoid', 'logistic function') {}

/** Sign of each element. */
export class SignOp extends defineUnary('sign', 'sign') {}

/** Sine of each element. */
export class SinOp extends defineUnary('sin', 'sine') {}

/** Square root of each element. */
export class SqrtOp extends defineUnary('sqrt', 'square root') {
  override fold(operands: readonly (Attribute | null)[]): readonly FoldResult[] | null {
    return foldSplats(this, operands, (a) => Math.sqrt(a));
  }
}

/** Tangent of each element. */
export class TanOp extends defineUnary('tan', 'tangent') {}

/** Hyperbolic tangent of each element. */
export class TanhOp extends defineUnary('tanh', 'hyperbolic tangent') {}

/** The same numbers in another element type. */
export class TypecastOp extends defineOp('ttir.typecast', {
  summary: 'change of the element type',
  operands: { input: tensor },
  attrs: { conservative_folding: optionalAttr(boolAttr) },
  results: { result: tensor },
  traits: [broadcastable, elementwise, pure],
}) {}

/** Bounds elements by two numbers. */
export class ClampScalarOp extends defineOp('ttir.clamp_scalar', {
  summary: 'elementwise bounding by numbers',
  operands: { input: tensor },
  attrs: { min: f32OrI32Attr, max: f32OrI32Attr },
  results: { result: tensor },
  traits: [broadcastable, elementwise, pure],
}) {}
