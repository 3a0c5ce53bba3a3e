import { boolAttr as bool, defineOp, type OpReport, storedDefaultAttr } from '@shardform/ir-core';
import { broadcastable } from '../broadcast.ts';
import { boolAttr, f32Attr, f32Default, f32OrI32Attr, tensor } from '../constraints.ts';
import {
  type Constants,
  type Folded,
  foldIdempotent,
  foldInvolution,
  foldTypecast,
  foldUnary,
  isWithoutZeros,
  single,
  type UnaryCompute,
} from '../fold/index.ts';
import { elementwise } from '../traits.ts';
import { bitcastProblems, clampScalarProblems, verifyFirst } from '../verify/index.ts';

const ABS = { float: Math.abs, integer: (a: bigint): bigint => (a < 0n ? -a : a) };
const NEGATIVE = { float: (a: number): number => -a, integer: (a: bigint): bigint => -a };
const NOT = {
  float: (a: number): number => Number(a === 0),
  integer: (a: bigint): bigint => BigInt(a === 0n),
};
const SIGN = {
  float: (a: number): number => (a === 0 ? 0 : Math.sign(a)),
  integer: (a: bigint): bigint => (a === 0n ? 0n : a < 0n ? -1n : 1n),
};

/** Rounds a bound towards zero; beyond all integers for an infinite one. */
function integral(bound: number): bigint {
  return Number.isFinite(bound) ? BigInt(Math.trunc(bound)) : BigInt(Math.sign(bound)) << 64n;
}

/** Makes the function that clamps elements between two numbers, rounded towards zero for integers. */
function boundedBy(min: number | bigint, max: number | bigint): UnaryCompute {
  const [low, high] = [Number(min), Number(max)];
  const [lowest, highest] = [integral(low), integral(high)];
  return {
    float: (a) => (a < low ? low : high < a ? high : a),
    integer: (a) => (a < lowest ? lowest : highest < a ? highest : a),
  };
}

/* @__NO_SIDE_EFFECTS__ */
function defineUnary(name: string, summary: string) {
  return defineOp(`ttir.${name}`, {
    summary,
    operands: { input: tensor },
    results: { result: tensor },
    traits: [broadcastable, elementwise],
    effects: 'none',
    speculates: 'always',
  });
}

/** Absolute value of each element. */
export class AbsOp extends defineUnary('abs', 'absolute value') {
  override fold(operands: Constants): Folded {
    return foldUnary(this, operands, ABS) ?? foldIdempotent(this);
  }
}

/** Arc cosine. */
export class AcosOp extends defineUnary('acos', 'arc cosine') {}

/** Arc sine. */
export class AsinOp extends defineUnary('asin', 'arc sine') {}

/** Inverse hyperbolic sine. */
export class AsinhOp extends defineUnary('asinh', 'inverse hyperbolic sine') {}

/** Arc tangent. */
export class AtanOp extends defineUnary('atan', 'arc tangent') {
  override fold(operands: Constants): Folded {
    return foldUnary(this, operands, { float: single(Math.atan) });
  }
}

/** Bitwise negation of each element. */
export class BitwiseNotOp extends defineUnary('bitwise_not', 'bitwise negation') {
  override fold(operands: Constants): Folded {
    return foldUnary(this, operands, { integer: (a) => ~a }) ?? foldInvolution(this);
  }
}

/** Cubic root of each element. */
export class CbrtOp extends defineUnary('cbrt', 'cubic root') {
  override fold(operands: Constants): Folded {
    return foldUnary(this, operands, { float: single(Math.cbrt) });
  }
}

/** Rounding up. */
export class CeilOp extends defineUnary('ceil', 'rounding up') {
  override fold(operands: Constants): Folded {
    return foldUnary(this, operands, { float: single(Math.ceil) }) ?? foldIdempotent(this);
  }
}

/** Cosine of each element. */
export class CosOp extends defineUnary('cos', 'cosine') {
  override fold(operands: Constants): Folded {
    return foldUnary(this, operands, { float: single(Math.cos) });
  }
}

/** Error function. */
export class ErfOp extends defineUnary('erf', 'error function') {}

/** Complement of the error function. */
export class ErfcOp extends defineUnary('erfc', 'complement of the error function') {}

/** Exponential function. */
export class ExpOp extends defineUnary('exp', 'exponential function') {
  override fold(operands: Constants): Folded {
    return foldUnary(this, operands, { float: single(Math.exp) });
  }
}

/** Power of two. */
export class Exp2Op extends defineUnary('exp2', 'power of two') {}

/** Exponential function minus one. */
export class Expm1Op extends defineUnary('expm1', 'exponential function minus one') {
  override fold(operands: Constants): Folded {
    return foldUnary(this, operands, { float: single(Math.expm1) });
  }
}

/** Rounding down. */
export class FloorOp extends defineUnary('floor', 'rounding down') {
  override fold(operands: Constants): Folded {
    return foldUnary(this, operands, { float: single(Math.floor) }) ?? foldIdempotent(this);
  }
}

/** Fractional part. */
export class FracOp extends defineUnary('frac', 'fractional part') {}

/** Gaussian error linear unit. */
export class GeluOp extends defineUnary('gelu', 'Gaussian error linear unit (GELU)') {}

/** Piecewise linear logistic function. */
export class HardsigmoidOp extends defineUnary('hardsigmoid', 'hard sigmoid') {}

/** Tests elements for finiteness. */
export class IsFiniteOp extends defineUnary('isfinite', 'whether elements are finite') {
  override fold(operands: Constants): Folded {
    return foldUnary(this, operands, { float: (a) => Number(Number.isFinite(a)) });
  }
}

/** Natural logarithm. */
export class LogOp extends defineUnary('log', 'natural logarithm') {
  override fold(operands: Constants): Folded {
    return foldUnary(this, operands, { float: single(Math.log) });
  }
}

/** Natural logarithm of one plus the element. */
export class Log1pOp extends defineUnary('log1p', 'natural logarithm of one plus the element') {
  override fold(operands: Constants): Folded {
    return foldUnary(this, operands, { float: single(Math.log1p) });
  }
}

/** Logical negation of each element. */
export class LogicalNotOp extends defineUnary('logical_not', 'logical negation') {
  override fold(operands: Constants): Folded {
    return foldUnary(this, operands, NOT);
  }
}

/** Element times the hyperbolic tangent of its softplus. */
export class MishOp extends defineUnary('mish', 'Mish activation') {}

/** Negation of each element. */
export class NegOp extends defineUnary('neg', 'negation') {
  override fold(operands: Constants): Folded {
    return foldUnary(this, operands, NEGATIVE) ?? foldInvolution(this);
  }
}

/** Reciprocal of each element. */
export class ReciprocalOp extends defineUnary('reciprocal', 'reciprocal') {
  override fold(operands: Constants): Folded {
    const folded = isWithoutZeros(operands[0]) ? foldUnary(this, operands, { float: (a) => 1 / a }) : null;
    return folded ?? foldInvolution(this);
  }
}

/** Maximum of the element and zero. */
export class ReluOp extends defineUnary('relu', 'rectified linear unit (ReLU)') {
  override fold(): Folded {
    return foldIdempotent(this);
  }
}

/** Element bounded to between zero and six. */
export class Relu6Op extends defineUnary('relu6', 'rectified linear unit bounded by six (ReLU6)') {
  override fold(): Folded {
    return foldIdempotent(this);
  }
}

/** Rounding to the nearest integer, ties to even. */
export class RoundOp extends defineUnary('round', 'rounding to the nearest integer') {}

/** Reciprocal square root of each element. */
export class RsqrtOp extends defineUnary('rsqrt', 'reciprocal square root') {
  override fold(operands: Constants): Folded {
    if (!isWithoutZeros(operands[0])) return null;
    return foldUnary(this, operands, { float: single((a) => 1 / Math.fround(Math.sqrt(a))) });
  }
}

/** Logistic function of each element. */
export class SigmoidOp extends defineUnary('sigmoid', 'sigmoid (logistic function)') {}

/** Sign of each element. */
export class SignOp extends defineUnary('sign', 'sign') {
  override fold(operands: Constants): Folded {
    return foldUnary(this, operands, SIGN) ?? foldIdempotent(this);
  }
}

/** Tests elements for a set sign bit. */
export class SignbitOp extends defineUnary('signbit', 'whether the sign bit is set') {}

/** Element times its logistic function. */
export class SiluOp extends defineUnary('silu', 'sigmoid linear unit (SiLU, swish)') {}

/** Sine of each element. */
export class SinOp extends defineUnary('sin', 'sine') {
  override fold(operands: Constants): Folded {
    return foldUnary(this, operands, { float: single(Math.sin) });
  }
}

/** Element divided by one plus its absolute value. */
export class SoftsignOp extends defineUnary('softsign', 'softsign activation') {}

/** Square root of each element. */
export class SqrtOp extends defineUnary('sqrt', 'square root') {
  override fold(operands: Constants): Folded {
    return foldUnary(this, operands, { float: single(Math.sqrt) });
  }
}

/** Square. */
export class SquareOp extends defineUnary('square', 'square') {}

/** Tangent of each element. */
export class TanOp extends defineUnary('tan', 'tangent') {
  override fold(operands: Constants): Folded {
    return foldUnary(this, operands, { float: single(Math.tan) });
  }
}

/** Hyperbolic tangent of each element. */
export class TanhOp extends defineUnary('tanh', 'hyperbolic tangent') {}

/** Rounding towards zero. */
export class TruncOp extends defineUnary('trunc', 'rounding towards zero') {}

/** The same numbers in another element type. */
export class TypecastOp extends defineOp('ttir.typecast', {
  summary: 'cast to another element type',
  operands: { input: tensor },
  attrs: {
    conservative_folding: storedDefaultAttr(boolAttr, () => bool(false)),
  },
  results: { result: tensor },
  traits: [broadcastable, elementwise],
  effects: 'none',
  speculates: 'always',
}) {
  override fold(operands: Constants): Folded {
    if (this.input.type === this.result.type) return [this.input];
    return foldTypecast(this, operands[0]);
  }
}

/** The same bits as another element type. */
export class BitcastConvertOp extends defineUnary('bitcast_convert', 'bitcast to another element type') {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(bitcastProblems(this), report);
  }
}

/** Element, scaled where it is negative. */
export class LeakyReluOp extends defineOp('ttir.leaky_relu', {
  summary: 'leaky rectified linear unit (leaky ReLU)',
  operands: { input: tensor },
  attrs: {
    parameter: f32Attr,
  },
  results: { result: tensor },
  traits: [broadcastable, elementwise],
  effects: 'none',
  speculates: 'always',
}) {}

/** Scaled exponential linear unit. */
export class SeluOp extends defineOp('ttir.selu', {
  summary: 'scaled exponential linear unit (SELU)',
  operands: { input: tensor },
  attrs: {
    scale: storedDefaultAttr(f32Attr, f32Default(1.0507009873390196)),
    alpha: storedDefaultAttr(f32Attr, f32Default(1.6732635498046875)),
  },
  results: { result: tensor },
  traits: [broadcastable, elementwise],
  effects: 'none',
  speculates: 'always',
}) {}

/** Bounds elements by two numbers. */
export class ClampScalarOp extends defineOp('ttir.clamp_scalar', {
  summary: 'clamp to the range of two numbers',
  operands: { input: tensor },
  attrs: {
    min: f32OrI32Attr,
    max: f32OrI32Attr,
  },
  results: { result: tensor },
  traits: [elementwise],
  effects: 'none',
  speculates: 'always',
}) {
  override fold(operands: Constants): Folded {
    return foldUnary(this, operands, boundedBy(this.min.value, this.max.value));
  }

  override verifyOp(report: OpReport): boolean {
    return verifyFirst(clampScalarProblems(this), report);
  }
}
