import { getSharding, setSharding } from '@shardform/dialect-sdy';
import { BroadcastInDimOp, ReshapeOp } from '@shardform/dialect-stablehlo';
import {
  type Context,
  definePass,
  DenseArrayAttr,
  i64,
  type Location,
  type Tensor,
} from '@shardform/ir-core';
import { partLocation } from '../export/part-location.ts';

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
    if (operand.type !== result.type)
      replace(op, reshaped(operand, result.type.shape, { at: op, location: op.location }), context);
    return;
  }
  const kept = dims.flatMap((dim, i) => (shape[i] === result.type.dimSize(dim) ? [i] : []));
  if (kept.length === shape.length) return;
  // XLA adds dimensions first, and broadcasts then; what is broadcast to its own size is decided as late as other broadcasts.
  const part = partLocation(op.location);
  const same = broadcast(operand, shape, { dims: [...shape.keys()], at: op, location: part });
  const smaller = kept.map((i) => shape[i]!);
  const small = reshaped(same, smaller, { at: op, location: part });
  const made = broadcast(small, result.type.shape, {
    dims: kept.map((i) => dims[i]!),
    at: op,
    location: op.location,
  });
  replace(op, made, context);
}

function replace(op: BroadcastInDimOp, made: Tensor, context: Context): void {
  const sharding = getSharding(op.result, context);
  if (sharding !== null) setSharding(made, sharding, context);
  op.result.replaceAllUsesWith(made);
  op.erase();
}

/** Where an operation is made: before another one. */
interface Site {
  readonly at: BroadcastInDimOp;
  readonly location: Location;
}

function reshaped(operand: Tensor, shape: readonly number[], { at, location }: Site): Tensor {
  const made = ReshapeOp.create({ operand }, [operand.type.withShape(shape)], { location });
  made.moveBefore(at);
  return made.result;
}

function broadcast(
  operand: Tensor,
  shape: readonly number[],
  { dims, at, location }: Site & { readonly dims: readonly number[] },
): Tensor {
  const broadcastDimensions = DenseArrayAttr.get(i64, dims);
  const made = BroadcastInDimOp.create({ operand, broadcastDimensions }, [operand.type.withShape(shape)], {
    location,
  });
  made.moveBefore(at);
  return made.result;
}
