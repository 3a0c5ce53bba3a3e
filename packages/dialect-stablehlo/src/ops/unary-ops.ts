import { ComplexType, defineOp } from '@shardform/ir-core';
import {
  absResultTensor,
  floatComplexQuantizedTensor,
  floatQuantizedTensor,
  intTensor,
  nonQuantizedTensor,
  numericTensor,
  predOrIntTensor,
  signedNumericTensor,
} from '../constraints.ts';
import { sameOperandsAndResultTypeDirective } from '../directives/same-operands-and-result-type.ts';
import { ifKnownSizesStay } from '../speculatability.ts';
import { elementwise, sameOperandsAndResultShape } from '../traits.ts';
import { defineUnary, defineUnaryWithAccuracy } from './elementwise.ts';

const directives = { SameOperandsAndResultType: sameOperandsAndResultTypeDirective };
const format = '$operand attr-dict `:` custom<SameOperandsAndResultType>(type($operand), type($result))';

/** Absolute value; of a complex number its modulus (StableHLO spec, "abs"). */
export class AbsOp extends defineOp('stablehlo.abs', {
  summary: 'absolute value',
  operands: { operand: signedNumericTensor },
  results: { result: absResultTensor },
  traits: [elementwise, sameOperandsAndResultShape],
  effects: 'none',
  speculates: ifKnownSizesStay,
  format,
  directives,
  infer: (op) => {
    const { type } = op.operand;
    const { elementType } = type;
    return [elementType instanceof ComplexType ? type.withElementType(elementType.elementType) : type];
  },
}) {}

/** Conversion to another element type; the text gives the result's type (StableHLO spec, "convert"). */
export class ConvertOp extends defineOp('stablehlo.convert', {
  summary: 'conversion to another element type',
  operands: { operand: nonQuantizedTensor },
  results: { result: nonQuantizedTensor },
  traits: [sameOperandsAndResultShape, elementwise],
  effects: 'none',
  speculates: ifKnownSizesStay,
  format,
  directives,
}) {
  /** Whether the operand has the type of the result already. */
  get isIdentity(): boolean {
    return this.operand.type === this.result.type;
  }
}

/** Cubic root (StableHLO spec, "cbrt"). */
export class CbrtOp extends defineUnaryWithAccuracy('cbrt', 'cubic root', floatComplexQuantizedTensor) {}

/** Cosine (StableHLO spec, "cosine"). */
export class CosineOp extends defineUnaryWithAccuracy('cosine', 'cosine', floatComplexQuantizedTensor) {}

/** Exponential function (StableHLO spec, "exponential"). */
export class ExpOp extends defineUnaryWithAccuracy(
  'exponential',
  'exponential function',
  floatComplexQuantizedTensor,
) {}

/** Exponential function minus one (StableHLO spec, "exponential_minus_one"). */
export class Expm1Op extends defineUnaryWithAccuracy(
  'exponential_minus_one',
  'exponential function minus one',
  floatComplexQuantizedTensor,
) {}

/** Natural logarithm (StableHLO spec, "log"). */
export class LogOp extends defineUnaryWithAccuracy('log', 'natural logarithm', floatComplexQuantizedTensor) {}

/** Natural logarithm of one plus the operand (StableHLO spec, "log_plus_one"). */
export class Log1pOp extends defineUnaryWithAccuracy(
  'log_plus_one',
  'natural logarithm of one plus the operand',
  floatComplexQuantizedTensor,
) {}

/** Logistic function (StableHLO spec, "logistic"). */
export class LogisticOp extends defineUnaryWithAccuracy(
  'logistic',
  'logistic function',
  floatComplexQuantizedTensor,
) {}

/** Reciprocal square root (StableHLO spec, "rsqrt"). */
export class RsqrtOp extends defineUnaryWithAccuracy(
  'rsqrt',
  'reciprocal square root',
  floatComplexQuantizedTensor,
) {}

/** Sine (StableHLO spec, "sine"). */
export class SineOp extends defineUnaryWithAccuracy('sine', 'sine', floatComplexQuantizedTensor) {}

/** Square root (StableHLO spec, "sqrt"). */
export class SqrtOp extends defineUnaryWithAccuracy('sqrt', 'square root', floatComplexQuantizedTensor) {}

/** Tangent (StableHLO spec, "tan"). */
export class TanOp extends defineUnaryWithAccuracy('tan', 'tangent', floatComplexQuantizedTensor) {}

/** Hyperbolic tangent (StableHLO spec, "tanh"). */
export class TanhOp extends defineUnaryWithAccuracy(
  'tanh',
  'hyperbolic tangent',
  floatComplexQuantizedTensor,
) {}

/** Rounding up (StableHLO spec, "ceil"). */
export class CeilOp extends defineUnary('ceil', 'rounding up', floatQuantizedTensor) {}

/** Rounding down (StableHLO spec, "floor"). */
export class FloorOp extends defineUnary('floor', 'rounding down', floatQuantizedTensor) {}

/** Rounding to nearest, ties away from zero (StableHLO spec, "round_nearest_afz"). */
export class RoundOp extends defineUnary(
  'round_nearest_afz',
  'rounding to nearest, ties away from zero',
  floatQuantizedTensor,
) {}

/** Rounding to nearest, ties to even (StableHLO spec, "round_nearest_even"). */
export class RoundNearestEvenOp extends defineUnary(
  'round_nearest_even',
  'rounding to nearest, ties to even',
  floatQuantizedTensor,
) {}

/** Sign (StableHLO spec, "sign"). */
export class SignOp extends defineUnary('sign', 'sign', signedNumericTensor) {}

/** Negation (StableHLO spec, "negate"). */
export class NegOp extends defineUnary('negate', 'negation', numericTensor) {}

/** Bitwise or logical complement (StableHLO spec, "not"). */
export class NotOp extends defineUnary('not', 'bitwise or logical complement', predOrIntTensor) {}

/** Number of one bits (StableHLO spec, "popcnt"). */
export class PopulationCountOp extends defineUnary('popcnt', 'number of one bits', intTensor) {}

/** Number of leading zero bits (StableHLO spec, "count_leading_zeros"). */
export class ClzOp extends defineUnary('count_leading_zeros', 'number of leading zero bits', intTensor) {}
