import { pattern, RankedTensorType, type RewritePattern } from '@shardform/ir-core';
import {
  BroadcastInDimOp,
  constantSizes,
  ConvertOp,
  DynamicBroadcastInDimOp,
  DynamicReshapeOp,
} from '@shardform/dialect-stablehlo';
import { shape } from '@shardform/dialects-mlir';
import { dimensionList, isIota } from './dimension-lists.ts';
import { replaceByNew, replaceByValue } from './replace.ts';

const ofBroadcast = /* @__PURE__ */ pattern(
  DynamicBroadcastInDimOp,
  'dynamic_broadcast_in_dim of another',
  (op, rewriter) => {
    const inner = op.operand.definingOp;
    if (!(inner instanceof DynamicBroadcastInDimOp)) return false;
    const outer = op.broadcastDimensions.numbers();
    return replaceByNew(rewriter, op, DynamicBroadcastInDimOp, {
      operand: inner.operand,
      outputDimensions: op.outputDimensions,
      broadcastDimensions: dimensionList(inner.broadcastDimensions.numbers().map((d) => outer[d]!)),
    });
  },
);

/** All dimensions are known not to grow: only what is known of the sizes changes. */
const ofKnownSizes = /* @__PURE__ */ pattern(
  DynamicBroadcastInDimOp,
  'dynamic_broadcast_in_dim that repeats nothing',
  (op, rewriter) => {
    const { rank } = op.result.type;
    if (op.operand.type.rank !== rank || !isIota(op.broadcastDimensions.numbers())) return false;
    if (op.knownNonexpandingDimensions?.length !== rank) return false;
    return replaceByNew(rewriter, op, ConvertOp, { operand: op.operand });
  },
);

/** Removes a broadcast of a value that was brought to the shape already, or that defines the shape itself. */
const toOwnShape = /* @__PURE__ */ pattern(
  DynamicBroadcastInDimOp,
  'dynamic_broadcast_in_dim to the own shape',
  (op, rewriter) => {
    if (!isIota(op.broadcastDimensions.numbers())) return false;
    const [source, sizes] = [op.operand.definingOp, op.outputDimensions.definingOp];
    const isOwn =
      (source instanceof DynamicReshapeOp && source.outputShape === op.outputDimensions) ||
      (sizes instanceof shape.ShapeOfOp && sizes.arg === op.operand);
    return isOwn && replaceByValue(rewriter, op, op.operand);
  },
);

const ofStaticShape = /* @__PURE__ */ pattern(
  DynamicBroadcastInDimOp,
  'dynamic_broadcast_in_dim to a known shape',
  (op, rewriter) => {
    const { operand, broadcastDimensions } = op;
    const { type } = op.result;
    if (!operand.type.hasStaticShape) return false;
    if (type.hasStaticShape) {
      return replaceByNew(rewriter, op, BroadcastInDimOp, { operand, broadcastDimensions });
    }
    const sizes = constantSizes(op.outputDimensions);
    if (sizes === null) return false;
    const known = RankedTensorType.get(sizes, type.elementType);
    const result = rewriter.create(BroadcastInDimOp, { operand, broadcastDimensions }, [known]).result;
    return replaceByNew(rewriter, op, ConvertOp, { operand: result });
  },
);

/** Patterns of `dynamic_broadcast_in_dim`. */
export const dynamicBroadcastPatterns: readonly RewritePattern[] = [
  ofBroadcast,
  ofKnownSizes,
  toOwnShape,
  ofStaticShape,
];
