import {
  applyPatternsGreedily,
  ComplexType,
  definePass,
  FloatType,
  type Operation,
  type OpWithDefinition,
  pattern,
  type RankedTensorType,
  type RewritePattern,
  type Value,
} from '@shardform/ir-core';
import {
  ComplexOp,
  ExpOp,
  ImagOp,
  Log1pOp,
  LogOp,
  RealOp,
  ResultAccuracyAttr,
  SqrtOp,
} from '@shardform/dialect-stablehlo';
import { type ComplexFunction, exponential, logarithm, logPlusOne, squareRoot } from './functions.ts';
import { RealArithmetic } from './real-arithmetic.ts';

/** Operations that compute a function of one number. */
interface FunctionOp extends Operation {
  readonly operand: Value<RankedTensorType>;
  readonly resultAccuracy: ResultAccuracyAttr | null;
}

/**
 * Replaces an operation on complex numbers, of which no accuracy is asked for, by arithmetic on real and imaginary
 * parts.
 */
function expansion<T extends FunctionOp>(
  op: OpWithDefinition<T>,
  name: string,
  compute: ComplexFunction,
): RewritePattern {
  return pattern(op, `expand-complex-${name}`, (matched, rewriter) => {
    const { operand } = matched;
    const { type } = operand;
    const accuracy = matched.resultAccuracy ?? ResultAccuracyAttr.standard;
    if (!(type.elementType instanceof ComplexType) || accuracy !== ResultAccuracyAttr.standard) return false;
    const elementType = type.elementType.elementType;
    if (!(elementType instanceof FloatType)) return false;
    const partType = type.withElementType(elementType);
    const real = rewriter.create(RealOp, { operand }, [partType]).result;
    const arithmetic = new RealArithmetic(rewriter, partType, elementType, real);
    const imag = (): Value => rewriter.create(ImagOp, { operand }, [partType]).result;
    const [lhs, rhs] = compute(arithmetic, { real, imag });
    rewriter.replaceOpWith(matched, ComplexOp, { lhs, rhs }, matched.resultTypes());
    return true;
  });
}

const patterns: readonly RewritePattern[] = [
  expansion(ExpOp, 'exponential', exponential),
  expansion(LogOp, 'log', logarithm),
  expansion(Log1pOp, 'log-plus-one', logPlusOne),
  expansion(SqrtOp, 'sqrt', squareRoot),
];

/** Computes functions of complex numbers by real arithmetic; upstream's pass of this name. */
export const complexMathExpander = /* @__PURE__ */ definePass({
  name: 'stablehlo-complex-math-expander',
  className: 'StablehloComplexMathExpanderPass',
  summary: 'Expander for StableHLO complex math operations.',
  description:
    'StableHLO complex math operations are decompositions using StableHLO real math operations. This statement is based ' +
    'on the assumption that no hardware exists that supports complex numbers nor complex math operations natively: ' +
    'exponential, log, log_plus_one and sqrt are expanded, so that they are accurate near zeros and do not overflow on ' +
    'the way.',
  anchor: 'func.func',
  dependentDialects: ['chlo'],
  run(func, { context }) {
    applyPatternsGreedily(func, patterns, context);
  },
});
