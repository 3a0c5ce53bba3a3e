import { IntegerAttr, type RewritePattern, type Tensor } from '@shardform/ir-core';
import { DistributedRMSNormOp, ReshapeOp, RmsNormOp, si32, SoftmaxOp } from '@shardform/dialect-ttir';
import type { Commuting, Maker } from './commute.ts';
import { fromFront, sameDimension } from './moves.ts';

/** Returns true if a reshape keeps the last dimension. */
function keepsLast(move: ReshapeOp): boolean {
  const [from, to] = [move.input.type.shape, move.result.type.shape];
  return from.length > 0 && to.length > 0 && from.at(-1) === to.at(-1);
}

function softmax(op: SoftmaxOp, input: Tensor, dim: number, { create }: Maker): Tensor {
  const { numericStable } = op;
  const dimension = IntegerAttr.get(dim, si32);
  return create(SoftmaxOp, { input, dimension, numericStable }, [op.result.type.withShape(input.type.shape)])
    .result;
}

/** Normalizations of one dimension, which reshapes may not split or join. */
export function normalizationRules(commuting: Commuting): readonly RewritePattern[] {
  return [
    commuting.rule(RmsNormOp, ReshapeOp, {
      above(op, move, { create, tensors }) {
        if (!keepsLast(move) || op.normalizedShape.length !== 1) return null;
        const { weight, bias, normalizedShape, epsilon } = op;
        const input = tensors.reshape(op.input, move.result.type.shape);
        return create(RmsNormOp, { input, weight, bias, normalizedShape, epsilon }, [move.result.type])
          .result;
      },
    }),
    commuting.rule(DistributedRMSNormOp, ReshapeOp, {
      above(op, move, { create, tensors }) {
        if (!keepsLast(move)) return null;
        const { shape } = move.result.type;
        const { weight, clusterAxis, epsilon } = op;
        const input = tensors.reshape(op.input, shape);
        const residual = op.residual && tensors.reshape(op.residual, shape);
        return create(DistributedRMSNormOp, { input, weight, residual, clusterAxis, epsilon }, [
          move.result.type,
        ]).result;
      },
    }),
    commuting.rule(SoftmaxOp, ReshapeOp, {
      above(op, move, make) {
        const { shape } = move.result.type;
        const { type } = op.input;
        const dim = sameDimension(type.shape, shape, fromFront(op.dimension.number, type));
        return dim === null ? null : softmax(op, make.tensors.reshape(op.input, shape), dim, make);
      },
      below(op, move, make) {
        const { type } = op.input;
        const dim = sameDimension(type.shape, move.input.type.shape, fromFront(op.dimension.number, type));
        if (dim === null) return null;
        return make.tensors.reshape(softmax(op, move.input, dim, make), op.result.type.shape);
      },
    }),
  ];
}
