import { defineOp, i1, type TypeConstraint } from '@shardform/ir-core';
import { compatibleOperandsAndResultType, elementwise, sameOperandsAndResultShape } from '../traits.ts';
import { complexAnyRank, floatAnyRank, floatComplexAnyRank, predAnyRank } from './constraints.ts';
import { inferAlike, withElementType } from './infer-alike.ts';

/* @__NO_SIDE_EFFECTS__ */
function defineUnary(name: string, summary: string, constraint: TypeConstraint) {
  return defineOp(`chlo.${name}`, {
    summary,
    operands: { operand: constraint },
    results: { result: constraint },
    traits: [compatibleOperandsAndResultType, elementwise, sameOperandsAndResultShape],
    effects: 'none',
    speculates: 'always',
    format: '$operand attr-dict `:` type($operand) `->` type($result)',
    infer: inferAlike,
  });
}

/* @__NO_SIDE_EFFECTS__ */
function definePredicate(name: string, summary: string) {
  return defineOp(`chlo.${name}`, {
    summary,
    operands: { operand: floatAnyRank },
    results: { result: predAnyRank },
    traits: [elementwise, sameOperandsAndResultShape],
    effects: 'none',
    speculates: 'always',
    format: '$operand attr-dict `:` type($operand) `->` type($result)',
    infer: (op) => [withElementType(op.operand.type, i1)],
  });
}

/** Inverse cosine (CHLO, "acos"). */
export class AcosOp extends defineUnary('acos', 'inverse cosine', floatComplexAnyRank) {}

/** Inverse hyperbolic cosine (CHLO, "acosh"). */
export class AcoshOp extends defineUnary('acosh', 'inverse hyperbolic cosine', floatComplexAnyRank) {}

/** Inverse sine (CHLO, "asin"). */
export class AsinOp extends defineUnary('asin', 'inverse sine', floatComplexAnyRank) {}

/** Inverse hyperbolic sine (CHLO, "asinh"). */
export class AsinhOp extends defineUnary('asinh', 'inverse hyperbolic sine', floatComplexAnyRank) {}

/** Common factor of the inverse sine and cosine (CHLO, "_asin_acos_kernel"). */
export class AsinAcosKernelOp extends defineUnary(
  '_asin_acos_kernel',
  'common part of the inverse sine and cosine',
  complexAnyRank,
) {}

/** Inverse tangent (CHLO, "atan"). */
export class AtanOp extends defineUnary('atan', 'inverse tangent', floatComplexAnyRank) {}

/** Inverse hyperbolic tangent (CHLO, "atanh"). */
export class AtanhOp extends defineUnary('atanh', 'inverse hyperbolic tangent', floatComplexAnyRank) {}

/** Exponentially scaled modified Bessel function of order 1 (CHLO, "bessel_i1e"). */
export class BesselI1eOp extends defineUnary(
  'bessel_i1e',
  'exponentially scaled modified Bessel function of order 1',
  floatComplexAnyRank,
) {}

/** Complex conjugate (CHLO, "conj"). */
export class ConjOp extends defineUnary('conj', 'complex conjugate', floatComplexAnyRank) {}

/** Hyperbolic cosine (CHLO, "cosh"). */
export class CoshOp extends defineUnary('cosh', 'hyperbolic cosine', floatComplexAnyRank) {}

/** Logarithmic derivative of the gamma function (CHLO, "digamma"). */
export class DigammaOp extends defineUnary(
  'digamma',
  'logarithmic derivative of the gamma function',
  floatAnyRank,
) {}

/** Error function (CHLO, "erf"). */
export class ErfOp extends defineUnary('erf', 'error function', floatAnyRank) {}

/** Inverse error function (CHLO, "erf_inv"). */
export class ErfInvOp extends defineUnary('erf_inv', 'inverse error function', floatAnyRank) {}

/** Complementary error function (CHLO, "erfc"). */
export class ErfcOp extends defineUnary('erfc', 'complementary error function', floatAnyRank) {}

/** Logarithm of the gamma function (CHLO, "lgamma"). */
export class LgammaOp extends defineUnary('lgamma', 'logarithm of the gamma function', floatAnyRank) {}

/** Hyperbolic sine (CHLO, "sinh"). */
export class SinhOp extends defineUnary('sinh', 'hyperbolic sine', floatComplexAnyRank) {}

/** Square (CHLO, "square"). */
export class SquareOp extends defineUnary('square', 'square', floatComplexAnyRank) {}

/** Tangent (CHLO, "tan"). */
export class ChloTanOp extends defineUnary('tan', 'tangent', floatComplexAnyRank) {}

/** Tests numbers for infinity (CHLO, "is_inf"). */
export class IsInfOp extends definePredicate('is_inf', 'whether numbers are infinite') {}

/** Tests numbers for negative infinity (CHLO, "is_neg_inf"). */
export class IsNegInfOp extends definePredicate('is_neg_inf', 'whether numbers are negative infinity') {}

/** Tests numbers for positive infinity (CHLO, "is_pos_inf"). */
export class IsPosInfOp extends definePredicate('is_pos_inf', 'whether numbers are positive infinity') {}
