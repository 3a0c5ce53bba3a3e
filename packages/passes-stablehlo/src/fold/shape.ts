import { DenseElementsAttr, DYNAMIC, pattern, type RewritePattern, zip } from '@shardform/ir-core';
import {
  BroadcastInDimOp,
  DynamicSliceOp,
  GetDimensionSizeOp,
  IotaOp,
  ReshapeOp,
  ReverseOp,
  SetDimensionSizeOp,
  SliceOp,
  TransposeOp,
} from '@shardform/dialect-stablehlo';
import { constantElements, replaceByConstant, splatNumber } from '../constant-values.ts';
import { repeated, strided, stridesOf } from './element-moves.ts';
import { concatenateFold } from './concatenate.ts';
import { type FoldOptions, isWithinLimit } from './options.ts';

/** Repeats a splat. Other constants would take more memory. */
const broadcastFold = /* @__PURE__ */ pattern(
  BroadcastInDimOp,
  'fold stablehlo.broadcast_in_dim',
  (op, rewriter) => {
    const elements = constantElements(op.operand);
    const { type } = op.result;
    if (elements?.isSplat !== true || !type.hasStaticShape) return false;
    if (elements.type.elementType !== type.elementType) return false;
    return replaceByConstant(rewriter, op, repeated(elements, type));
  },
);

const reshapeFold = /* @__PURE__ */ pattern(ReshapeOp, 'fold stablehlo.reshape', (op, rewriter) => {
  const elements = constantElements(op.operand);
  const { type } = op.result;
  if (elements === null || !type.hasStaticShape || elements.type.elementType !== type.elementType)
    return false;
  return replaceByConstant(rewriter, op, elements.reshape(type));
});

const transposeFold = /* @__PURE__ */ pattern(TransposeOp, 'fold stablehlo.transpose', (op, rewriter) => {
  const elements = constantElements(op.operand);
  const { type } = op.result;
  if (elements === null || !type.hasStaticShape || elements.type.elementType !== type.elementType)
    return false;
  const strides = stridesOf(op.operand.type.shape);
  const steps = op.permutation.numbers().map((d) => strides[d]!);
  return replaceByConstant(rewriter, op, strided(elements, type, 0, steps));
});

const sliceFold = /* @__PURE__ */ pattern(SliceOp, 'fold stablehlo.slice', (op, rewriter) => {
  const elements = constantElements(op.operand);
  const { type } = op.result;
  if (elements === null || !type.hasStaticShape) return false;
  const strides = stridesOf(op.operand.type.shape);
  const starts = op.startIndices.numbers();
  const steps = zip(op.strides.numbers(), strides).map(([step, stride]) => step * stride);
  const start = strides.reduce((sum, stride, d) => sum + stride * starts[d]!, 0);
  return replaceByConstant(rewriter, op, strided(elements, type, start, steps));
});

/** Moves a slice of a constant at constant indices into the constant; of a splat at any indices. */
const dynamicSliceFold = /* @__PURE__ */ pattern(
  DynamicSliceOp,
  'fold stablehlo.dynamic_slice',
  (op, rewriter) => {
    const elements = constantElements(op.operand);
    const { type } = op.result;
    if (elements === null || !type.hasStaticShape) return false;
    if (elements.isSplat) return replaceByConstant(rewriter, op, repeated(elements, type));
    const { shape } = op.operand.type;
    const strides = stridesOf(shape);
    let start = 0;
    for (const [d, [index, stride, size]] of zip(op.startIndices, strides, shape).entries()) {
      const place = splatNumber(constantElements(index));
      if (place === null) return false;
      start += stride * Math.min(Math.max(Number(place), 0), size - type.dimSize(d));
    }
    return replaceByConstant(rewriter, op, strided(elements, type, start, strides));
  },
);

function reverseFold(options: FoldOptions): RewritePattern {
  return pattern(ReverseOp, 'fold stablehlo.reverse', (op, rewriter) => {
    const elements = constantElements(op.operand);
    const { type } = op.result;
    // Reversals that change nothing are the simplifier's.
    const reversed = op.dimensions.numbers().filter((d) => type.shape[d] !== 1);
    if (elements === null || elements.isSplat || reversed.length === 0) return false;
    if (elements.type !== type || !isWithinLimit(type, options)) return false;
    const strides = stridesOf(type.shape);
    const start = reversed.reduce((sum, d) => sum + strides[d]! * (type.dimSize(d) - 1), 0);
    const steps = strides.map((stride, d) => (reversed.includes(d) ? -stride : stride));
    return replaceByConstant(rewriter, op, strided(elements, type, start, steps));
  });
}

/** Numbers along a dimension of one element are zeros; there is no number where a dimension is empty. */
export const iotaFold = /* @__PURE__ */ pattern(IotaOp, 'fold stablehlo.iota', (op, rewriter) => {
  const { type } = op.output;
  if (!type.hasStaticShape) return false;
  if (type.elementCount !== 0 && type.shape[op.iotaDimension.number] !== 1) return false;
  return replaceByConstant(rewriter, op, DenseElementsAttr.splat(type, 0));
});

/** The size of a dimension whose size is known. */
export const getDimensionSizeFold = /* @__PURE__ */ pattern(
  GetDimensionSizeOp,
  'fold stablehlo.get_dimension_size',
  (op, rewriter) => {
    const size = op.operand.type.dimSize(op.dimension.number);
    return size !== DYNAMIC && replaceByConstant(rewriter, op, DenseElementsAttr.splat(op.result.type, size));
  },
);

/** The size that a dimension has already. */
const setDimensionSizeFold = /* @__PURE__ */ pattern(
  SetDimensionSizeOp,
  'fold stablehlo.set_dimension_size',
  (op, rewriter) => {
    const size = splatNumber(constantElements(op.size));
    if (size === null || op.operand.type !== op.result.type) return false;
    if (Number(size) !== op.operand.type.shape[op.dimension.number]) return false;
    rewriter.replaceOp(op, [op.operand]);
    return true;
  },
);

/** Patterns that move elements of constants, and that know sizes. */
export function shapeFolds(options: FoldOptions): readonly RewritePattern[] {
  return [
    broadcastFold,
    concatenateFold(options),
    dynamicSliceFold,
    getDimensionSizeFold,
    iotaFold,
    reshapeFold,
    reverseFold(options),
    setDimensionSizeFold,
    sliceFold,
    transposeFold,
  ];
}
