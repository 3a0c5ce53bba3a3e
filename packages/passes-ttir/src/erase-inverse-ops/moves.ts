import {
  inversePermutation,
  type Operation,
  product,
  type RankedTensorType,
  type Tensor,
  type Value,
} from '@shardform/ir-core';
import { PermuteOp, ReshapeOp, TensorBuilder } from '@shardform/dialect-ttir';

/** An operation that only moves elements and whose inverse is of the same kind. */
export type Move = PermuteOp | ReshapeOp;

/** Returns true if both do the same to tensors of one shape. */
export function areSameMoves(a: Operation | null, b: Operation | null): boolean {
  if (a instanceof PermuteOp && b instanceof PermuteOp) return a.permutation === b.permutation;
  return a instanceof ReshapeOp && b instanceof ReshapeOp && a.shape === b.shape;
}

/** Returns true if the value has users, and all of them are the same move. */
export function isOnlyMoved(value: Value): boolean {
  const users = value.users();
  return users.length > 0 && users.every((user) => areSameMoves(users[0]!, user));
}

/** Returns a tensor moved as `move` does; the shape of a reshape's result does not depend on the tensor. */
export function moved(move: Move, input: Tensor, build: TensorBuilder): Tensor {
  return move instanceof PermuteOp
    ? build.permute(input, move.permutation.numbers())
    : build.reshape(input, move.result.type.shape);
}

/** Returns a tensor of the shape of the result of `move`, moved back. */
export function movedBack(move: Move, input: Tensor, build: TensorBuilder): Tensor {
  return move instanceof PermuteOp
    ? build.permute(input, inversePermutation(move.permutation.numbers()))
    : build.reshape(input, move.input.type.shape);
}

/** Reshapes that join many dimensions seldom have an inverse. */
const MANY_DIMENSIONS = 6;

/** Returns true if it may pay to look for the inverse of the operation. */
export function mayHaveInverse(move: Move): boolean {
  if (move instanceof PermuteOp) return true;
  const { rank } = move.input.type;
  return rank < MANY_DIMENSIONS || move.result.type.rank >= rank;
}

/**
 * Returns the dimension of `to` that has the same elements as dimension `dim` of `from` after a reshape: as many, with
 * as many elements behind it. `null` when the dimension is split or joined.
 */
export function sameDimension(from: readonly number[], to: readonly number[], dim: number): number | null {
  if (dim < 0 || dim >= from.length) return null;
  const stride = product(from.slice(dim + 1));
  let reached = 1;
  for (let d = to.length - 1; d >= 0 && reached <= stride; d--) {
    if (reached === stride && to[d] === from[dim]) return d;
    reached *= to[d]!;
  }
  return null;
}

/** Returns the dimension counted from the front. */
export function fromFront(dim: number, { rank }: RankedTensorType): number {
  return dim < 0 ? dim + rank : dim;
}
