import { ComplexType, defineOp, type OpReport, type RankedTensorType } from '@shardform/ir-core';
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
import { effectFree, ifKnownSizesStay } from '../speculatability.ts';
import { elementwise, sameOperandsAndResultShape } from '../traits.ts';
import { defineUnary, defineUnaryWithAccuracy, inferElementwise } from './elementwise.ts';

const directives = { SameOperandsAndResultType: sameOperandsAndResultTypeDirective };
const format = '$operand attr-dict `:` custom<SameOperandsAndResultType>(type($operand), type($result))';

/** Absolute value; of a complex number its modulus (StableHLO spec, "abs"). */
export class AbsOp extends effectFree(
  ifKnownSizesStay,
  defineOp('stablehlo.abs', {
    summary: 'absolute value',
    operands: { operand: signedNumericTensor },
    results: { result: absResultTensor },
    traits: [elementwise, sameOperandsAndResultShape],
    format,
    directives,
  }),
) {
  override inferResultTypes(): readonly RankedTensorType[] {
    const { type } = this.operand;
    const { elementType } = type;
    return [elementType instanceof ComplexType ? type.withElementType(elementType.elementType) : type];
  }
}

/** Conversion to another element type; the text gives the result's type (StableHLO spec, "convert"). */
export class ConvertOp extends effectFree(
  ifKnownSizesStay,
  defineOp('stablehlo.convert', {
    summary: 'conversion to another element type',
    operands: { operand: nonQuantizedTensor },
    results: { result: nonQuantizedTensor },
    traits: [sameOperandsAndResultShape, elementwise],
    format,
    directives,
  }),
) {}

/** Cubic root (StableHLO spec, "cbrt"). */
export class CbrtOp extends defineUnaryWithAccuracy('cbrt', 'cubic root', floatComplexQuantizedTensor) {
  override inferResultTypes(report: OpReport): readonly RankedTensorType[] | null {
    return inferElementwise(this, report);
  }
}

/** Cosine (StableHLO spec, "cosine"). */
export class CosineOp extends defineUnaryWithAccuracy('cosine', 'cosine', floatComplexQuantizedTensor) {
  override inferResultTypes(report: OpReport): readonly RankedTensorType[] | null {
    return inferElementwise(this, report);
  }
}

/** Exponential function (StableHLO spec, "exponential"). */
export class ExpOp extends defineUnaryWithAccuracy(
  'exponential',
  'exponential function',
  floatComplexQuantizedTensor,
) {
  override inferResultTypes(report: OpReport): readonly RankedTensorType[] | null {
    return inferElementwise(this, report);
  }
}

/** Exponential function minus one (StableHLO spec, "exponential_minus_one"). */
export class Expm1Op extends defineUnaryWithAccuracy(
  'exponential_minus_one',
  'exponential function minus one',
  floatComplexQuantizedTensor,
) {
  override inferResultTypes(report: OpReport): readonly RankedTensorType[] | null {
    return inferElementwise(this, report);
  }
}

/** Natural logarithm (StableHLO spec, "log"). */
export class LogOp extends defineUnaryWithAccuracy('log', 'natural logarithm', floatComplexQuantizedTensor) {
  override inferResultTypes(report: OpReport): readonly RankedTensorType[] | null {
    return inferElementwise(this, report);
  }
}

/** Natural logarithm of one plus the operand (StableHLO spec, "log_plus_one"). */
export class Log1pOp extends defineUnaryWithAccuracy(
  'log_plus_one',
  'natural logarithm of one plus the operand',
  floatComplexQuantizedTensor,
) {
  override inferResultTypes(report: OpReport): readonly RankedTensorType[] | null {
    return inferElementwise(this, report);
  }
}

/** Logistic function (StableHLO spec, "logistic"). */
export class LogisticOp extends defineUnaryWithAccuracy(
  'logistic',
  'logistic function',
  floatComplexQuantizedTensor,
) {
  override inferResultTypes(report: OpReport): readonly RankedTensorType[] | null {
    return inferElementwise(this, report);
  }
}

/** Reciprocal square root (StableHLO spec, "rsqrt"). */
export class RsqrtOp extends defineUnaryWithAccuracy(
  'rsqrt',
  'reciprocal square root',
  floatComplexQuantizedTensor,
) {
  override inferResultTypes(report: OpReport): readonly RankedTensorType[] | null {
    return inferElementwise(this, report);
  }
}

/** Sine (StableHLO spec, "sine"). */
export class SineOp extends defineUnaryWithAccuracy('sine', 'sine', floatComplexQuantizedTensor) {
  override inferResultTypes(report: OpReport): readonly RankedTensorType[] | null {
    return inferElementwise(this, report);
  }
}

/** Square root (StableHLO spec, "sqrt"). */
export class SqrtOp extends defineUnaryWithAccuracy('sqrt', 'square root', floatComplexQuantizedTensor) {
  override inferResultTypes(report: OpReport): readonly RankedTensorType[] | null {
    return inferElementwise(this, report);
  }
}

/** Tangent (StableHLO spec, "tan"). */
export class TanOp extends defineUnaryWithAccuracy('tan', 'tangent', floatComplexQuantizedTensor) {
  override inferResultTypes(report: OpReport): readonly RankedTensorType[] | null {
    return inferElementwise(this, report);
  }
}

/** Hyperbolic tangent (StableHLO spec, "tanh"). */
export class TanhOp extends defineUnaryWithAccuracy(
  'tanh',
  'hyperbolic tangent',
  floatComplexQuantizedTensor,
) {
  override inferResultTypes(report: OpReport): readonly RankedTensorType[] | null {
    return inferElementwise(this, report);
  }
}

/** Rounding up (StableHLO spec, "ceil"). */
export class CeilOp extends defineUnary('ceil', 'rounding up', floatQuantizedTensor) {
  override inferResultTypes(report: OpReport): readonly RankedTensorType[] | null {
    return inferElementwise(this, report);
  }
}

/** Rounding down (StableHLO spec, "floor"). */
export class FloorOp extends defineUnary('floor', 'rounding down', floatQuantizedTensor) {
  override inferResultTypes(report: OpReport): readonly RankedTensorType[] | null {
    return inferElementwise(this, report);
  }
}

/** Rounding to nearest, ties away from zero (StableHLO spec, "round_nearest_afz"). */
export class RoundOp extends defineUnary(
  'round_nearest_afz',
  'rounding to nearest, ties away from zero',
  floatQuantizedTensor,
) {
  override inferResultTypes(report: OpReport): readonly RankedTensorType[] | null {
    return inferElementwise(this, report);
  }
}

/** Rounding to nearest, ties to even (StableHLO spec, "round_nearest_even"). */
export class RoundNearestEvenOp extends defineUnary(
  'round_nearest_even',
  'rounding to nearest, ties to even',
  floatQuantizedTensor,
) {
  override inferResultTypes(report: OpReport): readonly RankedTensorType[] | null {
    return inferElementwise(this, report);
  }
}

/** Sign (StableHLO spec, "sign"). */
export class SignOp extends defineUnary('sign', 'sign', signedNumericTensor) {
  override inferResultTypes(report: OpReport): readonly RankedTensorType[] | null {
    return inferElementwise(this, report);
  }
}

/** Negation (StableHLO spec, "negate"). */
export class NegOp extends defineUnary('negate', 'negation', numericTensor) {
  override inferResultTypes(report: OpReport): readonly RankedTensorType[] | null {
    return inferElementwise(this, report);
  }
}

/** Bitwise or logical complement (StableHLO spec, "not"). */
export class NotOp extends defineUnary('not', 'bitwise or logical complement', predOrIntTensor) {
  override inferResultTypes(report: OpReport): readonly RankedTensorType[] | null {
    return inferElementwise(this, report);
  }
}

/** Number of one bits (StableHLO spec, "popcnt"). */
export class PopulationCountOp extends defineUnary('popcnt', 'number of one bits', intTensor) {
  override inferResultTypes(report: OpReport): readonly RankedTensorType[] | null {
    return inferElementwise(this, report);
  }
}

/** Number of leading zero bits (StableHLO spec, "count_leading_zeros"). */
export class ClzOp extends defineUnary('count_leading_zeros', 'number of leading zero bits', intTensor) {
  override inferResultTypes(report: OpReport): readonly RankedTensorType[] | null {
    return inferElementwise(this, report);
  }
}
