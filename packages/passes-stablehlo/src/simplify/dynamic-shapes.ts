import {
  i64,
  i64Attr,
  IndexType,
  pattern,
  RankedTensorType,
  type Rewriter,
  type RewritePattern,
  type Value,
} from '@shardform/ir-core';
import {
  AddOp,
  constantSizes,
  ConvertOp,
  DynamicBroadcastInDimOp,
  DynamicGatherOp,
  DynamicIotaOp,
  DynamicPadOp,
  DynamicReshapeOp,
  DynamicSliceOp,
  GatherOp,
  IotaOp,
  PadOp,
  RealDynamicSliceOp,
  ReshapeOp,
  sameOperandsAndResultShape,
  SliceOp,
} from '@shardform/dialect-stablehlo';
import { arith, shape } from '@shardform/dialects-mlir';
import { dimensionList } from './dimension-lists.ts';
import { replaceByNew, replaceByValue } from './replace.ts';

const gatherOfKnownSizes = /* @__PURE__ */ pattern(
  DynamicGatherOp,
  'dynamic_gather of known sizes',
  (op, rewriter) => {
    const sizes = constantSizes(op.sliceSizes);
    if (sizes === null) return false;
    const { operand, startIndices, dimensionNumbers, indicesAreSorted } = op;
    const sliceSizes = dimensionList(sizes);
    return replaceByNew(rewriter, op, GatherOp, {
      operand,
      startIndices,
      dimensionNumbers,
      indicesAreSorted,
      sliceSizes,
    });
  },
);

const padByKnownAmounts = /* @__PURE__ */ pattern(
  DynamicPadOp,
  'dynamic_pad by known amounts',
  (op, rewriter) => {
    const [low, high, interior] = [op.edgePaddingLow, op.edgePaddingHigh, op.interiorPadding].map(
      constantSizes,
    );
    if (low == null || high == null || interior == null) return false;
    return replaceByNew(rewriter, op, PadOp, {
      operand: op.operand,
      paddingValue: op.paddingValue,
      edgePaddingLow: dimensionList(low),
      edgePaddingHigh: dimensionList(high),
      interiorPadding: dimensionList(interior),
    });
  },
);

const iotaOfKnownShape = /* @__PURE__ */ pattern(
  DynamicIotaOp,
  'dynamic_iota of known shape',
  (op, rewriter) => {
    const { iotaDimension } = op;
    return op.result.type.hasStaticShape && replaceByNew(rewriter, op, IotaOp, { iotaDimension });
  },
);

/** Numbers along one dimension, repeated along the others. */
const iotaOfOneDimension = /* @__PURE__ */ pattern(
  DynamicIotaOp,
  'dynamic_iota of one dimension',
  (op, rewriter) => {
    const { type } = op.result;
    if (type.rank < 2 || type.hasStaticShape) return false;
    const at = op.iotaDimension.number;
    const sizes = asI64(op.outputShape, rewriter);
    const size = element(sizes, at, rewriter);
    const row = RankedTensorType.get([type.dimSize(at)], type.elementType);
    const operand = rewriter.create(DynamicIotaOp, { outputShape: size, iotaDimension: i64Attr(0) }, [
      row,
    ]).result;
    return replaceByNew(rewriter, op, DynamicBroadcastInDimOp, {
      operand,
      outputDimensions: op.outputShape,
      broadcastDimensions: dimensionList([at]),
    });
  },
);

/** Sizes as `i64`, the type that slices of sizes have. */
function asI64(sizes: Value<RankedTensorType>, rewriter: Rewriter): Value {
  const type = sizes.type.withElementType(i64);
  if (sizes.type === type) return sizes;
  return sizes.type.elementType instanceof IndexType
    ? rewriter.create(arith.IndexCastOp, { in: sizes }, [type]).getResult()
    : rewriter.create(ConvertOp, { operand: sizes }, [type]).result;
}

/** The element at `at` of a tensor of one dimension, as a tensor of one element. */
function element(operand: Value, at: number, rewriter: Rewriter): Value {
  // Operands that hold sizes or indices are tensors of one dimension.
  const { elementType } = operand.type as RankedTensorType;
  return rewriter.create(
    SliceOp,
    {
      operand,
      startIndices: dimensionList([at]),
      limitIndices: dimensionList([at + 1]),
      strides: dimensionList([1]),
    },
    [RankedTensorType.get([1], elementType)],
  ).result;
}

const reshapeOfReshape = /* @__PURE__ */ pattern(
  DynamicReshapeOp,
  'dynamic_reshape of another',
  (op, rewriter) => {
    const inner = op.operand.definingOp;
    if (!(inner instanceof DynamicReshapeOp)) return false;
    const { outputShape } = op;
    return replaceByNew(rewriter, op, DynamicReshapeOp, { operand: inner.operand, outputShape });
  },
);

/** To a shape that is known; what only looked as if it were not is its original. */
const reshapeToKnownShape = /* @__PURE__ */ pattern(
  DynamicReshapeOp,
  'dynamic_reshape to a known shape',
  (op, rewriter) => {
    const { operand, result } = op;
    if (!result.type.hasStaticShape) return false;
    const forgotten = operand.definingOp instanceof ConvertOp ? operand.definingOp.operand : null;
    if (forgotten?.type === result.type) return replaceByValue(rewriter, op, forgotten);
    return replaceByNew(rewriter, op, ReshapeOp, { operand });
  },
);

/** The result of an operation that keeps shapes has the shape that its operands were brought to. */
const reshapeToOwnShape = /* @__PURE__ */ pattern(
  DynamicReshapeOp,
  'dynamic_reshape to the own shape',
  (op, rewriter) => {
    const source = op.operand.definingOp;
    if (source?.hasTrait(sameOperandsAndResultShape) !== true) return false;
    const hasShape = source.operands.some(
      ({ value: { definingOp } }) =>
        definingOp instanceof DynamicReshapeOp && definingOp.outputShape === op.outputShape,
    );
    return hasShape && replaceByValue(rewriter, op, op.operand);
  },
);

const shapeOfReshape = /* @__PURE__ */ pattern(
  shape.ShapeOfOp,
  'shape of dynamic_reshape',
  (op, rewriter) => {
    const source = op.arg.definingOp;
    return source instanceof DynamicReshapeOp && replaceByValue(rewriter, op, source.outputShape);
  },
);

const realSliceOfKnownBounds = /* @__PURE__ */ pattern(
  RealDynamicSliceOp,
  'real_dynamic_slice of known bounds',
  (op, rewriter) => {
    const [starts, limits, strides] = [op.startIndices, op.limitIndices, op.strides].map(constantSizes);
    if (starts == null || limits == null || strides == null) return false;
    return replaceByNew(rewriter, op, SliceOp, {
      operand: op.operand,
      startIndices: dimensionList(starts),
      limitIndices: dimensionList(limits),
      strides: dimensionList(strides),
    });
  },
);

/** Replaces a dynamic slice whose limits are the starts plus constants: sizes are known and only the start is not. */
const realSliceOfKnownSizes = /* @__PURE__ */ pattern(
  RealDynamicSliceOp,
  'real_dynamic_slice of known sizes',
  (op, rewriter) => {
    const { startIndices, limitIndices, operand, result } = op;
    const sum = limitIndices.definingOp;
    if (!(sum instanceof AddOp) || constantSizes(op.strides)?.every((stride) => stride === 1) !== true)
      return false;
    const length = sum.lhs === startIndices ? sum.rhs : sum.rhs === startIndices ? sum.lhs : null;
    const sizes = length === null ? null : constantSizes(length);
    if (sizes?.length !== result.type.rank) return false;
    if (!result.type.shape.every((size, d) => size === sizes[d])) return false;
    const scalar = RankedTensorType.get([], startIndices.type.elementType);
    const places = sizes.map(
      (_, d) => rewriter.create(ReshapeOp, { operand: element(startIndices, d, rewriter) }, [scalar]).result,
    );
    return replaceByNew(rewriter, op, DynamicSliceOp, {
      operand,
      startIndices: places,
      sliceSizes: dimensionList(sizes),
    });
  },
);

/** Patterns of operations whose shapes or indices are computed. */
export const dynamicShapePatterns: readonly RewritePattern[] = [
  gatherOfKnownSizes,
  padByKnownAmounts,
  iotaOfKnownShape,
  iotaOfOneDimension,
  reshapeOfReshape,
  reshapeToKnownShape,
  reshapeToOwnShape,
  shapeOfReshape,
  realSliceOfKnownBounds,
  realSliceOfKnownSizes,
];
