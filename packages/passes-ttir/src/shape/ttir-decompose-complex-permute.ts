import { definePass, Rewriter, type Tensor, UnitAttr } from '@shardform/ir-core';
import { PermuteOp, TensorBuilder } from '@shardform/dialect-ttir';

/** Returns the permutation that exchanges the last two of `rank` dimensions. */
export function lastTwoExchanged(rank: number): number[] {
  const order = Array.from({ length: rank }, (_, d) => d);
  return [...order.slice(0, -2), rank - 1, rank - 2];
}

/**
 * Permutations that do the same one after the other, each of which keeps the last dimension or exchanges the last two:
 * at most three. None when the permutation is such a one itself.
 */
export function decomposedPermutation(order: readonly number[]): number[][] {
  const rank = order.length;
  const last = rank - 1;
  const exchange = lastTwoExchanged(rank);
  const identity = Array.from({ length: rank }, (_, d) => d);
  const isTrivial = (other: readonly number[]): boolean => other.every((dim, d) => dim === d);
  if (rank < 2 || order[last] === last || order.join() === exchange.join()) return [];
  // The dimension that ends up last is first moved to the one before the last.
  const target = order[last]!;
  if (order[last - 1] === last) {
    const before = [...order.slice(0, -2), target, last];
    return [before, exchange].filter((step) => !isTrivial(step));
  }
  const before = identity.with(last - 1, target).with(target, last - 1);
  const place = (dim: number): number => (dim === last - 1 ? target : dim === last ? last - 1 : dim);
  const after = [...order.slice(0, -1).map(place), last];
  return [before, exchange, after].filter((step) => !isTrivial(step));
}

/** Permutations become exchanges of the last two dimensions and permutations of the others, which hardware has. */
export const ttirDecomposeComplexPermute = definePass({
  name: 'ttir-decompose-complex-permute',
  className: 'TTIRDecomposeComplexPermute',
  summary: 'splits permutations into simple ones',
  anchor: 'builtin.module',
  run(module, pass) {
    const found: PermuteOp[] = [];
    module.walkOf(PermuteOp, (op) => {
      found.push(op);
    });
    const rewriter = new Rewriter(pass.context);
    for (const op of found) {
      const steps = decomposedPermutation(op.permutation.numbers());
      if (steps.length === 0) continue;
      rewriter.setInsertionPoint(op);
      rewriter.location = op.location;
      const build = new TensorBuilder(rewriter);
      const result = steps.reduce<Tensor>((input, order) => {
        const permuted = build.permute(input, order);
        // Without this the canonicalizer would join them again.
        permuted.definingOp!.setAttr('decomposed', UnitAttr.instance);
        return permuted;
      }, op.input);
      rewriter.replaceOp(op, [result]);
    }
  },
});
