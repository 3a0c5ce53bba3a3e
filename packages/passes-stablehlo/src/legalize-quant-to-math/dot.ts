import {
  type ConversionPattern,
  conversionPattern,
  type RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import { DotDimensionNumbersAttr, DotGeneralOp, DotOp } from '@shardform/dialect-stablehlo';
import { type IntegerContraction, replaceContraction } from './contraction.ts';

const matrixProduct = /* @__PURE__ */ DotDimensionNumbersAttr.get({
  lhsBatchingDimensions: [],
  rhsBatchingDimensions: [],
  lhsContractingDimensions: [1],
  rhsContractingDimensions: [0],
});

const dot = /* @__PURE__ */ conversionPattern(
  DotOp,
  'quantized-dot',
  (op, args, rewriter) => {
    const options = { attributes: op.discardable };
    const builder = {
      withWeights: (rhs: Value) => rewriter.create(DotOp, { ...args, rhs }, op.resultTypes(), options),
      ofIntegers(type: RankedTensorType) {
        const general = { ...args, dotDimensionNumbers: matrixProduct, algorithm: null };
        const product = rewriter.create(DotGeneralOp, general, [type], options);
        return integerDot(product);
      },
    };
    return replaceContraction(op, args.rhs, builder, rewriter);
  },
  { benefit: 10 },
);

const dotGeneral = /* @__PURE__ */ conversionPattern(
  DotGeneralOp,
  'quantized-dot-general',
  (op, args, rewriter) => {
    const create = (rhs: Value, type: RankedTensorType): DotGeneralOp =>
      rewriter.create(DotGeneralOp, { ...args, rhs }, [type], { attributes: op.discardable });
    const builder = {
      withWeights: (rhs: Value) => create(rhs, op.result.type),
      ofIntegers: (type: RankedTensorType) => integerDot(create(args.rhs, type)),
    };
    return replaceContraction(op, args.rhs, builder, rewriter);
  },
  { benefit: 10 },
);

/** Contractions of quantized numbers, as contractions of integers. */
export const dotPatterns: readonly ConversionPattern[] = [dot, dotGeneral];

function integerDot(op: DotGeneralOp): IntegerContraction {
  const {
    lhsBatchingDimensions: lhsBatching,
    rhsBatchingDimensions: rhsBatching,
    lhsContractingDimensions: lhsContracting,
    rhsContractingDimensions: rhsContracting,
  } = op.dotDimensionNumbers;
  return {
    product: op.result,
    lhs: { value: op.lhs, batching: lhsBatching, summed: lhsContracting, resultStart: lhsBatching.length },
    rhs: {
      value: op.rhs,
      batching: rhsBatching,
      summed: rhsContracting,
      resultStart: op.lhs.type.rank - lhsContracting.length,
    },
  };
}
