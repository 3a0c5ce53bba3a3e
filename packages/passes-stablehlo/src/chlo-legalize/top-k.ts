import {
  boolAttr,
  type ConversionPattern,
  conversionPattern,
  DenseArrayAttr,
  FloatType,
  i32,
  i64,
  i64Attr,
  RankedTensorType,
  type Rewriter,
  type Type,
  type Value,
} from '@shardform/ir-core';
import {
  chlo,
  CompareOp,
  ComparisonDirectionAttr,
  ComparisonTypeAttr,
  DynamicIotaOp,
  IotaOp,
  RealDynamicSliceOp,
  ReturnOp,
  SliceOp,
  SortOp,
  tensorType,
} from '@shardform/dialect-stablehlo';
import { splat } from './constant-like.ts';
import { asVector, concatenated, equalNumbers, knownSizeVector } from './run-time-shape.ts';

/** Expands `top_k`: sorts the elements with their indices, largest first, and takes the first ones. */
export const topKPattern: ConversionPattern = /* @__PURE__ */ conversionPattern(
  chlo.TopKOp,
  'expand-chlo.top_k',
  (op, { operand }, rewriter) => {
    const { type } = operand;
    if (!(type instanceof RankedTensorType)) return false;
    const last = type.rank - 1;
    const k = op.k.number;
    const isStable = op.isStable ?? boolAttr(true);
    if (type.hasStaticShape) {
      const iota = { iotaDimension: i64Attr(last) };
      const places = rewriter.create(IotaOp, iota, [RankedTensorType.get(type.shape, i32)]).output;
      const limits = type.shape.map((size, d) => (d === last ? k : size));
      const [starts, strides] = [type.shape.map(() => 0), type.shape.map(() => 1)];
      const args = {
        startIndices: DenseArrayAttr.get(i64, starts),
        limitIndices: DenseArrayAttr.get(i64, limits),
        strides: DenseArrayAttr.get(i64, strides),
      };
      const sorted = sortDescending(rewriter, operand, places, last, isStable);
      rewriter.replaceOp(
        op,
        sorted.map((value) => rewriter.create(SliceOp, { operand: value, ...args }).result),
      );
      return true;
    }
    const sizes = type.shape.map((_, d) => knownSizeVector(rewriter, operand, d));
    const shape = concatenated(rewriter, sizes);
    const count = asVector(rewriter, splat(rewriter, RankedTensorType.get([], i64), k));
    const limitIndices = concatenated(rewriter, [...sizes.slice(0, -1), count]);
    const iota = { outputShape: shape, iotaDimension: i64Attr(last) };
    const places = rewriter.create(DynamicIotaOp, iota, [RankedTensorType.get(type.shape, i32)]).result;
    const sorted = sortDescending(rewriter, operand, places, last, isStable);
    const startIndices = equalNumbers(rewriter, type.rank, 0);
    const strides = equalNumbers(rewriter, type.rank, 1);
    const slices = sorted.map((value, i) => {
      const args = { operand: value, startIndices, limitIndices, strides };
      return rewriter.create(RealDynamicSliceOp, args, [op.getResult(i).type]).result;
    });
    rewriter.replaceOp(op, slices);
    return true;
  },
);

/** Floats are sorted in their total order: positive NaNs come first. */
function sortDescending(
  rewriter: Rewriter,
  values: Value,
  places: Value,
  dimension: number,
  isStable: ReturnType<typeof boolAttr>,
): readonly Value[] {
  const inputs = [values, places];
  const types: readonly Type[] = inputs.map(({ type }) => type);
  const sort = rewriter.create(SortOp, { inputs, dimension: i64Attr(dimension), isStable }, types);
  rewriter.atSavedPoint(() => {
    const elements = inputs.map(({ type }) => tensorType(type).elementType);
    const scalars = elements.flatMap((element) => {
      const scalar = RankedTensorType.get([], element);
      return [scalar, scalar];
    });
    const block = rewriter.createBlock(sort.comparator, scalars);
    const [lhs, rhs] = block.arguments;
    const isFloat = elements[0] instanceof FloatType;
    const { result } = rewriter.create(CompareOp, {
      lhs: lhs!,
      rhs: rhs!,
      comparisonDirection: ComparisonDirectionAttr.get('GT'),
      compareType: isFloat ? ComparisonTypeAttr.get('TOTALORDER') : null,
    });
    rewriter.create(ReturnOp, { results: [result] }, []);
  });
  return sort.results;
}
