import type { Operation, Rewriter } from '@shardform/ir-core';
import {
  broadcastable,
  broadcastShapes,
  type BroadcastOp,
  TensorBuilder,
  tensorOf,
  tensorType,
} from '@shardform/dialect-ttir';

/** Dimensions, counted from the end, along which the device's operations stretch their operands. */
const STRETCHED_DIMENSIONS = 6;

/** Returns true if the users of a broadcast do without it because they broadcast their operands implicitly. */
export function isImplicitlyBroadcast(op: BroadcastOp): boolean {
  return op.broadcastDimensions
    .numbers()
    .slice(0, -STRETCHED_DIMENSIONS)
    .every((factor) => factor === 1);
}

/** Returns the shape to which an operation stretches its operands; `null` where it does not stretch them. */
export function stretchedShape(op: Operation): readonly number[] | null {
  if (!op.hasTrait(broadcastable)) return null;
  return op
    .operandTypes()
    .reduce<readonly number[] | null>(
      (shape, type) => shape && broadcastShapes(shape, tensorType(type).shape),
      [],
    );
}

/**
 * Gives the result of an operation the shape that follows from its operands, and broadcasts it for its users to the
 * shape that it had. Returns whether the shape is another one.
 */
export function broadcastResult(op: Operation, rewriter: Rewriter): boolean {
  const shape = stretchedShape(op);
  if (shape === null) return false;
  const result = tensorOf(op.getResult());
  const { type } = result;
  if (shape.join() === type.shape.join()) return false;
  rewriter.modifyInPlace(op, () => {
    result.setType(type.withShape(shape));
  });
  rewriter.atSavedPoint(() => {
    rewriter.setInsertionPointAfter(op);
    const broadcast = new TensorBuilder(rewriter).broadcast(result, type.shape);
    rewriter.replaceUsesIf(result, broadcast, ({ owner }) => owner !== broadcast.definingOp);
  });
  return true;
}
