import {
  ArrayAttr,
  type ConversionPattern,
  conversionPattern,
  countParts,
  DYNAMIC,
  i64,
  i64Attr,
  RankedTensorType,
  type Rewriter,
  type Type,
  type Value,
} from '@shardform/ir-core';
import {
  AddOp,
  chlo,
  ChloPrecisionAttr,
  ConcatenateOp,
  DotDimensionNumbersAttr,
  DotGeneralOp,
  DynamicIotaOp,
  groupPrefix,
  IotaOp,
  PrecisionAttr,
  type RaggedDotDimensions,
  raggedMode,
} from '@shardform/dialect-stablehlo';
import { broadcastLike, constantLike, hasNumbers, rankedType, splat } from './constant-like.ts';
import { Formula } from './formula.ts';
import { concatenated, constantVector, sizeVector } from './run-time-shape.ts';
import { sliceAt, withLeadingOne } from './slice-at.ts';

/**
 * Expands `ragged_dot` into one `dot_general` for each group, of the rows that belong to the group; the others are set
 * to zero. The results are added, or stand side by side where the ragged dimension is contracted. A ragged batching
 * dimension makes no difference to a `dot_general`.
 */
export const raggedDotPattern: ConversionPattern = /* @__PURE__ */ conversionPattern(
  chlo.RaggedDotOp,
  'expand-chlo.ragged_dot',
  (op, { lhs, rhs, groupSizes }, rewriter) => {
    const resultType = op.result.type;
    const [lhsType, rhsType] = [lhs.type, rhs.type];
    const areRanked = [lhsType, rhsType, resultType].every((type) => type instanceof RankedTensorType);
    if (!areRanked) return false;
    const dimensions = op.raggedDotDimensionNumbers;
    const precisionConfig = asStablehlo(op.precisionConfig);
    const ragged = dimensions.lhsRaggedDimensions[0]!;
    const mode = raggedMode(dimensions, ragged);
    const dot = (a: Value, b: Value, dims: RaggedDotDimensions, type: Type): Value => {
      const dotDimensionNumbers = DotDimensionNumbersAttr.get({
        lhsBatchingDimensions: dims.lhsBatchingDimensions,
        rhsBatchingDimensions: dims.rhsBatchingDimensions,
        lhsContractingDimensions: dims.lhsContractingDimensions,
        rhsContractingDimensions: dims.rhsContractingDimensions,
      });
      const args = { lhs: a, rhs: b, dotDimensionNumbers, precisionConfig };
      return rewriter.create(DotGeneralOp, args, [type]).result;
    };
    if (mode === 'batch') {
      rewriter.replaceOp(op, [dot(lhs, rhs, dimensions, resultType)]);
      return true;
    }
    const group = dimensions.rhsGroupDimensions[0];
    const counts = [rankedType(groupSizes).dimSize(-1)];
    if (group !== undefined) counts.push(rankedType(rhs).dimSize(group));
    const count = counts.find((size) => size !== DYNAMIC);
    const prefix = rankedType(groupSizes).shape.slice(0, -1);
    if (count === undefined || prefix.includes(DYNAMIC) || !hasNumbers(rankedType(lhs))) return false;
    if (count === 0) {
      if (!rankedType(op.result).hasStaticShape) return false;
      rewriter.replaceOp(op, [constantLike(rewriter, op.result, 0)]);
      return true;
    }

    countParts(op, count, 4);
    const rows = new GroupRows(rewriter, lhs, groupSizes, dimensions);
    if (group === undefined) {
      const { shape, elementType } = rankedType(op.result);
      const part = RankedTensorType.get(shape.slice(1), elementType);
      const parts = Array.from({ length: count }, (_, i) => dot(rows.ofGroup(i), rhs, dimensions, part));
      const inputs = parts.map((value) => withLeadingOne(rewriter, value));
      const args = { inputs, dimension: i64Attr(0) };
      rewriter.replaceOp(op, [rewriter.create(ConcatenateOp, args, [resultType]).result]);
      return true;
    }
    const inSlice = withoutRhsDimension(dimensions, group);
    let sum: Value | null = null;
    for (let i = 0; i < count; i++) {
      const masked = rows.ofGroup(i);
      const part = dot(masked, sliceAt(rewriter, rhs, group, i), inSlice, resultType);
      sum = sum === null ? part : rewriter.create(AddOp, { lhs: sum, rhs: part }).result;
    }
    rewriter.replaceOp(op, [sum!]);
    return true;
  },
);

/** The rows of `lhs` that belong to one group after the other. */
class GroupRows {
  readonly #rewriter: Rewriter;
  readonly #lhs: Value;
  readonly #groupSizes: Value;
  /** Dimensions of `lhs` that the group sizes have as well. */
  readonly #prefix: readonly number[];
  readonly #places: Value;
  readonly #zero: Value;
  /** Start of the next group. */
  #start: Value;

  constructor(rewriter: Rewriter, lhs: Value, groupSizes: Value, dimensions: RaggedDotDimensions) {
    this.#rewriter = rewriter;
    this.#lhs = lhs;
    this.#groupSizes = groupSizes;
    const { shape } = rankedType(groupSizes);
    const ragged = dimensions.lhsRaggedDimensions[0]!;
    this.#prefix = shape.length === 1 ? [] : groupPrefix(rankedType(lhs).rank, dimensions, ragged);
    this.#start = splat(rewriter, RankedTensorType.get(shape.slice(0, -1), i64), 0);
    this.#places = placesAlong(rewriter, lhs, ragged);
    this.#zero = constantLike(rewriter, lhs, 0);
  }

  /** `lhs` with zeros outside of a group. Groups are asked for in their order. */
  ofGroup(index: number): Value {
    const f = new Formula(this.#rewriter);
    const last = rankedType(this.#groupSizes).rank - 1;
    const stored = sliceAt(this.#rewriter, this.#groupSizes, last, index);
    const size = rankedType(stored).elementType === i64 ? stored : f.convert(stored, i64);
    const limit = f.add(this.#start, size);
    const start = broadcastLike(this.#rewriter, this.#start, this.#prefix, this.#lhs);
    const end = broadcastLike(this.#rewriter, limit, this.#prefix, this.#lhs);
    const every = rankedType(this.#lhs).shape.map((_, d) => d);
    const places = broadcastLike(this.#rewriter, this.#places, every, this.#lhs);
    const isAfterStart = f.compare(places, 'GE', start);
    const isInGroup = f.and(isAfterStart, f.compare(places, 'LT', end));
    this.#start = limit;
    return f.select(isInGroup, this.#lhs, this.#zero);
  }
}

/** Indices along a dimension; the others have size one. */
function placesAlong(rewriter: Rewriter, value: Value, dimension: number): Value {
  const { shape } = rankedType(value);
  const sizes = shape.map((size, d) => (d === dimension ? size : 1));
  const type = RankedTensorType.get(sizes, i64);
  const iotaDimension = i64Attr(dimension);
  if (type.hasStaticShape) return rewriter.create(IotaOp, { iotaDimension }, [type]).output;
  const vectors = shape.map((_, d) =>
    d === dimension ? sizeVector(rewriter, value, d) : constantVector(rewriter, 1),
  );
  const outputShape = concatenated(rewriter, vectors);
  return rewriter.create(DynamicIotaOp, { outputShape, iotaDimension }, [type]).result;
}

/** The dimensions of a contraction whose `rhs` has lost one dimension. */
function withoutRhsDimension(dimensions: RaggedDotDimensions, dimension: number): RaggedDotDimensions {
  const renumbered = (list: readonly number[]): number[] => list.map((d) => (d > dimension ? d - 1 : d));
  return {
    ...dimensions,
    rhsBatchingDimensions: renumbered(dimensions.rhsBatchingDimensions),
    rhsContractingDimensions: renumbered(dimensions.rhsContractingDimensions),
  };
}

function asStablehlo(config: ArrayAttr | null): ArrayAttr | null {
  if (config === null) return null;
  return ArrayAttr.get(
    config.elements.map((element) => {
      if (!ChloPrecisionAttr.constraint.accepts(element)) throw new Error('precision of another dialect');
      return PrecisionAttr.get(element.value);
    }),
  );
}
