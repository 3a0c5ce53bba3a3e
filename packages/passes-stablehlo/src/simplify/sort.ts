import { i64Attr, pattern, type RewritePattern } from '@shardform/ir-core';
import { SortOp } from '@shardform/dialect-stablehlo';
import { keepArguments } from './operand-groups.ts';

/** Operands that are neither compared nor used sorted. */
const withoutUnused = /* @__PURE__ */ pattern(SortOp, 'sort without unused operands', (op, rewriter) => {
  const block = op.comparator.entry;
  const kept = op.results
    .filter(({ hasUses, index }) => {
      const [a, b] = [block.getArgument(2 * index), block.getArgument(2 * index + 1)];
      return hasUses || a.hasUses || b.hasUses;
    })
    .map(({ index }) => index);
  if (kept.length === 0 || kept.length === op.results.length) return false;
  const { inputs, dimension, isStable } = op;
  const smaller = rewriter.create(
    SortOp,
    { inputs: kept.map((i) => inputs[i]!), dimension, isStable },
    kept.map((i) => op.getResult(i).type),
    { attributes: op.discardable },
  );
  keepArguments(
    block,
    kept.flatMap((i) => [2 * i, 2 * i + 1]),
    rewriter,
  );
  rewriter.inlineRegion(op.comparator, smaller.comparator);
  kept.forEach((i, at) => rewriter.replaceValue(op.getResult(i), smaller.getResult(at)));
  rewriter.eraseOp(op);
  return true;
});

/** A dimension counted from the last one, which is the default, is counted from the first. */
const dimensionFromFirst = /* @__PURE__ */ pattern(
  SortOp,
  'sort along a dimension from the first',
  (op, rewriter) => {
    const dimension = op.dimension?.number ?? -1;
    const rank = op.inputs[0]?.type.rank ?? 0;
    if (dimension >= 0 || rank === 0) return false;
    rewriter.modifyInPlace(op, () => {
      op.dimension = i64Attr(dimension + rank);
    });
    return true;
  },
);

/** Patterns of `sort`. */
export const sortPatterns: readonly RewritePattern[] = [withoutUnused, dimensionFromFirst];
