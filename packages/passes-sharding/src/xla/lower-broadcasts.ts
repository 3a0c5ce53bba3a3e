import { getSharding, setSharding } from '@shardform/dialect-sdy';
import { BroadcastInDimOp, ReshapeOp } from '@shardform/dialect-stablehlo';
import { type Context, definePass, DenseArrayAttr, i64, type Tensor } from '@shardform/ir-core';

/** `shardform-lower-broadcasts`. */
export const lowerBroadcasts = /* @__PURE__ */ definePass({
  name: 'shardform-lower-broadcasts',
  className: 'LowerBroadcastsPass',
  summary:
    'Makes reshapes of broadcasts that add dimensions of size 1, and takes such dimensions away before they are broadcast.',
  description:
    'A broadcast of HLO repeats whole tensors: it has no dimensions of size 1 that become larger. Shardy propagates through reshapes earlier than through broadcasts.',
  anchor: 'func.func',
  run(func, { context }) {
    func.walkOf(BroadcastInDimOp, (op) => {
      lower(op, context);
    });
  },
});

function lower(op: BroadcastInDimOp, context: Context): void {
  const { operand, result } = op;
  const dims = op.broadcastDimensions.numbers();
  const { shape } = operand.type;
  if (!operand.type.hasStaticShape || !result.type.hasStaticShape || operand.type.rank === 0) return;
  const isInOrder = dims.every((dim, i) => i === 0 || dim > dims[i - 1]!);
  if (isInOrder && operand.type.elementCount === result.type.elementCount) {
    if (operand.type !== result.type) replace(op, reshaped(operand, result.type.shape, op), context);
    return;
  }
  const kept = dims.flatMap((dim, i) => (shape[i] === result.type.dimSize(dim) ? [i] : []));
  if (kept.length === shape.length) return;
  // XLA adds dimensions first, and broadcasts then; what is broadcast to its own size is decided as late as other broadcasts.
  const same = broadcast(operand, shape, [...shape.keys()], op);
  const small = reshaped(
    same,
    kept.map((i) => shape[i]!),
    op,
  );
  const made = broadcast(
    small,
    result.type.shape,
    kept.map((i) => dims[i]!),
    op,
  );
  replace(op, made, context);
}

function replace(op: BroadcastInDimOp, made: Tensor, context: Context): void {
  const sharding = getSharding(op.result, context);
  if (sharding !== null) setSharding(made, sharding, context);
  op.result.replaceAllUsesWith(made);
  op.erase();
}

function reshaped(operand: Tensor, shape: readonly number[], at: BroadcastInDimOp): Tensor {
  const made = ReshapeOp.create({ operand }, [operand.type.withShape(shape)], { location: at.location });
  made.moveBefore(at);
  return made.result;
}

function broadcast(
  operand: Tensor,
  shape: readonly number[],
  dims: readonly number[],
  at: BroadcastInDimOp,
): Tensor {
  const broadcastDimensions = DenseArrayAttr.get(i64, dims);
  const made = BroadcastInDimOp.create({ operand, broadcastDimensions }, [operand.type.withShape(shape)], {
    location: at.location,
  });
  made.moveBefore(at);
  return made.result;
}
