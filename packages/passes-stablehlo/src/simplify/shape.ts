import { FusedLoc, i64Attr, pattern, RankedTensorType, type RewritePattern } from '@shardform/ir-core';
import {
  BroadcastInDimOp,
  IotaOp,
  PadOp,
  ReshapeOp,
  ReverseOp,
  TransposeOp,
} from '@shardform/dialect-stablehlo';
import { constantElements } from '../constant-values.ts';
import { iotaFold } from '../fold/shape.ts';
import { dimensionList, isAscending, isIota } from './dimension-lists.ts';
import { replaceByNew, replaceByValue } from './replace.ts';

/** Dimensions of one element, and a tensor of one number or none, are the same in reverse. */
export const reverseOfNothing = /* @__PURE__ */ pattern(ReverseOp, 'reverse of nothing', (op, rewriter) => {
  const { type } = op.operand;
  const changesNothing =
    op.dimensions.numbers().every((d) => type.shape[d] === 1) ||
    (type.hasStaticShape && type.elementCount === 0) ||
    constantElements(op.operand)?.isSplat === true;
  return changesNothing && replaceByValue(rewriter, op, op.operand);
});

const reshapeOfReshape = /* @__PURE__ */ pattern(ReshapeOp, 'reshape of reshape', (op, rewriter) => {
  const inner = op.operand.definingOp;
  if (!(inner instanceof ReshapeOp)) return false;
  // As upstream, what is made of two operations has the locations of both.
  const location = FusedLoc.get([op.location, inner.location]);
  rewriter.replaceOpWith(op, ReshapeOp, { operand: inner.operand }, op.resultTypes(), {
    attributes: op.discardable,
    location,
  });
  return true;
});

const reshapeToSame = /* @__PURE__ */ pattern(ReshapeOp, 'reshape to same', (op, rewriter) =>
  replaceByValue(rewriter, op, op.operand),
);

const transposeToSame = /* @__PURE__ */ pattern(
  TransposeOp,
  'transpose to same',
  (op, rewriter) => isIota(op.permutation.numbers()) && replaceByValue(rewriter, op, op.operand),
);

export const transposeOfTranspose = /* @__PURE__ */ pattern(
  TransposeOp,
  'transpose of transpose',
  (op, rewriter) => {
    const inner = op.operand.definingOp;
    if (!(inner instanceof TransposeOp)) return false;
    const first = inner.permutation.numbers();
    return replaceByNew(rewriter, op, TransposeOp, {
      operand: inner.operand,
      permutation: dimensionList(op.permutation.numbers().map((d) => first[d]!)),
    });
  },
);

/** Only dimensions of one element are permuted. */
const transposeAsReshape = /* @__PURE__ */ pattern(TransposeOp, 'transpose as reshape', (op, rewriter) => {
  const { type } = op.operand;
  const moved = op.permutation.numbers().filter((d) => type.shape[d] !== 1);
  if (!type.hasStaticShape || !op.result.type.hasStaticShape || !isAscending(moved)) return false;
  return replaceByNew(rewriter, op, ReshapeOp, { operand: op.operand });
});

/** Numbers along one dimension, repeated along the others. */
const iotaOfOneDimension = /* @__PURE__ */ pattern(IotaOp, 'iota of one dimension', (op, rewriter) => {
  const { type } = op.output;
  const dimension = op.iotaDimension.number;
  if (type.rank < 2 || !type.hasStaticShape) return false;
  const row = RankedTensorType.get([type.dimSize(dimension)], type.elementType);
  const operand = rewriter.create(IotaOp, { iotaDimension: i64Attr(0) }, [row]).output;
  return replaceByNew(rewriter, op, BroadcastInDimOp, {
    operand,
    broadcastDimensions: dimensionList([dimension]),
  });
});

const padByNothing = /* @__PURE__ */ pattern(PadOp, 'pad by nothing', (op, rewriter) => {
  const amounts = [op.edgePaddingLow, op.edgePaddingHigh, op.interiorPadding];
  const isNothing = amounts.every((list) => list.numbers().every((amount) => amount === 0));
  return isNothing && replaceByValue(rewriter, op, op.operand);
});

const padOfNothing = /* @__PURE__ */ pattern(PadOp, 'pad of nothing', (op, rewriter) => {
  const { type } = op.operand;
  if (!type.hasStaticShape || !op.result.type.hasStaticShape || type.elementCount > 0) return false;
  return replaceByNew(rewriter, op, BroadcastInDimOp, {
    operand: op.paddingValue,
    broadcastDimensions: dimensionList([]),
  });
});

/** Patterns of operations that move elements. */
export const shapePatterns: readonly RewritePattern[] = [
  reverseOfNothing,
  reshapeOfReshape,
  reshapeToSame,
  transposeToSame,
  transposeOfTranspose,
  transposeAsReshape,
  iotaFold,
  iotaOfOneDimension,
  padByNothing,
  padOfNothing,
];
