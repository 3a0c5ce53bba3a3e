import { type Operation, pattern, type RewritePattern } from '@shardform/ir-core';
import { BroadcastInDimOp, ConvertOp, ReshapeOp, TransposeOp } from '@shardform/dialect-stablehlo';
import { dimensionList, isAscending, isIota } from './dimension-lists.ts';
import { replaceByNew, replaceByValue } from './replace.ts';

const toSame = /* @__PURE__ */ pattern(
  BroadcastInDimOp,
  'broadcast to same',
  (op, rewriter) => isIota(op.broadcastDimensions.numbers()) && replaceByValue(rewriter, op, op.operand),
);

/** Nothing is repeated. */
function keepsElements({ operand, result }: BroadcastInDimOp): boolean {
  const [from, to] = [operand.type, result.type];
  return from.hasStaticShape && to.hasStaticShape && from.elementCount === to.elementCount;
}

/** Only dimensions of one element are added. */
function isReshape(op: BroadcastInDimOp): boolean {
  return keepsElements(op) && isAscending(op.broadcastDimensions.numbers());
}

/** One broadcast in place of two. */
function ofBroadcast(isMerged: (inner: BroadcastInDimOp) => boolean): RewritePattern {
  return pattern(BroadcastInDimOp, 'broadcast of broadcast', (op, rewriter) => {
    const inner = op.operand.definingOp;
    if (!(inner instanceof BroadcastInDimOp) || !isMerged(inner)) return false;
    const outer = op.broadcastDimensions.numbers();
    return replaceByNew(rewriter, op, BroadcastInDimOp, {
      operand: inner.operand,
      broadcastDimensions: dimensionList(inner.broadcastDimensions.numbers().map((d) => outer[d]!)),
    });
  });
}

function asReshape(isReplaced: (op: BroadcastInDimOp) => boolean): RewritePattern {
  return pattern(BroadcastInDimOp, 'broadcast as reshape', (op, rewriter) => {
    return isReplaced(op) && replaceByNew(rewriter, op, ReshapeOp, { operand: op.operand });
  });
}

const asTranspose = /* @__PURE__ */ pattern(BroadcastInDimOp, 'broadcast as transpose', (op, rewriter) => {
  const { operand, result } = op;
  if (!keepsElements(op) || operand.type.rank !== result.type.rank) return false;
  const dimensions = op.broadcastDimensions.numbers();
  const permutation = dimensionList(dimensions.map((_, i) => dimensions.indexOf(i)));
  return replaceByNew(rewriter, op, TransposeOp, { operand, permutation });
});

/** Patterns of `broadcast_in_dim`: a broadcast that is a reshape costs nothing, so that it is not merged. */
export const broadcastPatterns: readonly RewritePattern[] = [
  toSame,
  /* @__PURE__ */ ofBroadcast((inner) => !isReshape(inner)),
  /* @__PURE__ */ asReshape(isReshape),
  asTranspose,
];

/** A user that is a broadcast, or will be when a conversion to the same type between them has been removed. */
function broadcasts(user: Operation): boolean {
  if (user instanceof BroadcastInDimOp) return true;
  const isRemoved = user instanceof ConvertOp && user.isIdentity;
  return isRemoved && user.result.users().some(broadcasts);
}

/** The simplifications that StableHLO did until March 2026: broadcasts of broadcasts are merged first. */
export const earlierBroadcastPatterns: readonly RewritePattern[] = [
  /* @__PURE__ */ ofBroadcast(() => true),
  toSame,
  /* @__PURE__ */ asReshape((op) => isReshape(op) && !op.result.users().some(broadcasts)),
  asTranspose,
];
