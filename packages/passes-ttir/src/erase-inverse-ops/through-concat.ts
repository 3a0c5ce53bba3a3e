import { product, type RewritePattern } from '@shardform/ir-core';
import { ConcatOp, PermuteOp, ReshapeOp, tensorType } from '@shardform/dialect-ttir';
import type { Commuting } from './commute.ts';
import { fromFront, movedBack } from './moves.ts';

/** The dimension of `to` with the same size and as many elements before and behind it as dimension `dim` of `from`. */
function keptDimension(from: readonly number[], to: readonly number[], dim: number): number {
  const [before, behind] = [product(from.slice(0, dim)), product(from.slice(dim + 1))];
  return to.findIndex(
    (size, d) =>
      size === from[dim] && product(to.slice(0, d)) === before && product(to.slice(d + 1)) === behind,
  );
}

/** Concatenations: reshapes must leave the dimension that is joined as it is. */
export function concatRules(commuting: Commuting): readonly RewritePattern[] {
  return [
    commuting.rule(ConcatOp, PermuteOp, {
      above(op, move, { tensors }) {
        const order = move.permutation.numbers();
        const dim = order.indexOf(fromFront(op.dim.number, op.result.type));
        return tensors.concat(
          op.inputs.map((input) => tensors.permute(input, order)),
          dim,
        );
      },
      below(op, move, { tensors }) {
        if (!commuting.areAlike(op, move)) return null;
        const order = move.permutation.numbers();
        const inputs = op.inputs.map((input) =>
          input.definingOp === move ? move.input : movedBack(move, input, tensors),
        );
        const joined = tensors.concat(inputs, order[fromFront(op.dim.number, op.result.type)]!);
        return tensors.permute(joined, order);
      },
    }),
    commuting.rule(ConcatOp, ReshapeOp, {
      above(op, move, { tensors }) {
        const joined = fromFront(op.dim.number, op.result.type);
        const { shape } = tensorType(move.result.type);
        const dim = keptDimension(op.result.type.shape, shape, joined);
        if (dim < 0) return null;
        return tensors.concat(
          op.inputs.map((input) => tensors.reshape(input, shape.with(dim, input.type.dimSize(joined)))),
          dim,
        );
      },
    }),
  ];
}
