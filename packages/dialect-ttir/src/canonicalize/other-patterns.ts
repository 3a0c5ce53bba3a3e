import { boolAttr, DenseArrayAttr, i32, i64, pattern, type RewritePattern } from '@shardform/ir-core';
import { isTruth } from '../fold/index.ts';
import { PagedUpdateCacheOp, UpdateCacheOp } from '../ops/cache-ops.ts';
import { EmptyOp, ZerosOp } from '../ops/creation-ops.ts';
import { TopKOp } from '../ops/indexing-ops.ts';
import { ToLayoutOp, TTNNMetalLayoutCastOp } from '../ops/layout-ops.ts';
import { MinOp, ProdOp } from '../ops/reduction-ops.ts';
import { PermuteOp, RepeatOp } from '../ops/shape-ops.ts';

/** Memory without contents is made in the layout that it is brought to. */
const emptyInLayout = pattern(ToLayoutOp, 'ttir-empty-in-layout', (op, rewriter) => {
  if (!(op.input.definingOp instanceof EmptyOp)) return false;
  rewriter.replaceOpWith(op, EmptyOp, {}, [op.output.type]);
  return true;
});

/** The layout before the last change does not matter. */
const toLayoutOnce = pattern(ToLayoutOp, 'ttir-to-layout-once', (op, rewriter) => {
  const inner = op.input.definingOp;
  if (!(inner instanceof ToLayoutOp)) return false;
  rewriter.replaceOpWith(op, ToLayoutOp, { input: inner.input, output: op.output }, op.resultTypes());
  return true;
});

/** To the other layout and back. */
const layoutCastPair = pattern(TTNNMetalLayoutCastOp, 'ttir-layout-cast-pair', (op, rewriter) => {
  const inner = op.input.definingOp;
  if (!(inner instanceof TTNNMetalLayoutCastOp)) return false;
  if (op.virtualGridInverseMapping !== null || inner.virtualGridInverseMapping !== null) return false;
  if (op.result.type !== inner.input.type) return false;
  rewriter.replaceOp(op, [inner.input]);
  return true;
});

/** A step is written for all users at once. */
const updatePages = pattern(UpdateCacheOp, 'ttir-update-pages', (op, rewriter) => {
  // Verified: caches have four dimensions.
  const [users, heads, , size] = op.cache.type.shape as [number, number, number, number];
  let { input, updateIndex } = op;
  const { shape } = input.type;
  if (shape[2] === users && shape[1] === heads) {
    const permutation = DenseArrayAttr.get(i64, [0, 2, 1, 3]);
    const type = input.type.withShape([1, users, heads, size]);
    input = rewriter.create(PermuteOp, { input, permutation }, [type]).result;
  }
  if (updateIndex.type.shape[0] === 1) {
    const repeatDimensions = DenseArrayAttr.get(i64, [users]);
    const type = updateIndex.type.withShape([users]);
    updateIndex = rewriter.create(RepeatOp, { input: updateIndex, repeatDimensions }, [type]).result;
  }
  const { cache } = op;
  rewriter.replaceOpWith(
    op,
    PagedUpdateCacheOp,
    { cache, input, updateIndex, shareCache: boolAttr(false) },
    [],
  );
  return true;
});

/** The product of zeros and ones is the least of them. */
const productOfTruths = pattern(ProdOp, 'ttir-product-of-truths', (op, rewriter) => {
  if (!isTruth(op.input)) return false;
  const { input, keepDim, dimArg } = op;
  rewriter.replaceOpWith(op, MinOp, { input, keepDim, dimArg }, op.resultTypes());
  return true;
});

/** Of one element, the greatest is that element. */
const topOfOne = pattern(TopKOp, 'ttir-top-of-one', (op, rewriter) => {
  const { type } = op.inputTensor;
  const last = op.dim?.number ?? -1;
  const dim = last < 0 ? last + type.rank : last;
  if (type.shape[dim] !== 1) return false;
  const shape = DenseArrayAttr.get(i32, op.indices.type.shape);
  const zeros = rewriter.create(ZerosOp, { shape }, [op.indices.type]);
  rewriter.replaceOp(op, [op.inputTensor, zeros.result]);
  return true;
});

/** Simplifications of operations on layouts, caches and order. */
export const otherPatterns: readonly RewritePattern[] = [
  emptyInLayout,
  toLayoutOnce,
  layoutCastPair,
  updatePages,
  productOfTruths,
  topOfOne,
];
