import { lookUpMesh, ReshardOp, type TensorShardingAttr } from '@shardform/dialect-sdy';
import { ReshapeOp, TransposeOp } from '@shardform/dialect-stablehlo';
import { type Operation, pattern, type RewritePattern, type Rewriter, type Value } from '@shardform/ir-core';
import { areSplitAlikeInOrder, type SplitTensor } from './linear-order.ts';

/**
 * Reuses the result of an earlier reshard in the same block: a reshard of a value that is derived from the same source
 * by reshapes and transposes only takes that result and restores its shape.
 *
 * Differs from Shardy (`ReshardCommonSubexpressionEliminationPattern`) in one point: an unreduced value never replaces
 * a reduced one, nor the other way round.
 */
export const reuseEarlierReshard: RewritePattern = /* @__PURE__ */ pattern(
  ReshardOp,
  'reuse-earlier-reshard',
  (op, rewriter) => {
    const path = movesAbove(op.input);
    const root = path.at(-1)?.getOperand(0) ?? op.input;
    const wanted = { sharding: shardingAbove(op.sharding, path), type: op.result.type };
    const earlier = earlierReshard(root, wanted, op);
    if (earlier === null) return false;
    let value: Value = earlier.result;
    if (value.type !== root.type) {
      rewriter.setInsertionPointAfter(earlier);
      value = rewriter.create(ReshapeOp, { operand: value }, [root.type], { location: op.location }).result;
    }
    rewriter.replaceOp(op, [repeat(path, value, rewriter)]);
    return true;
  },
);

/** An operation that only rearranges elements. */
type Move = ReshapeOp | TransposeOp;

function isMove(op: Operation | null): op is Move {
  return op instanceof ReshapeOp || op instanceof TransposeOp;
}

/** The rearrangements that produce a value, the last one first. */
function movesAbove(value: Value): readonly Move[] {
  const moves: Move[] = [];
  for (let op = value.definingOp; isMove(op); op = op.operand.definingOp) moves.push(op);
  return moves;
}

/**
 * The sharding before moves that is `sharding` after them. The dimensions are followed through transposes as far as
 * each move keeps their number; the rest of the moves don't change the order of the elements.
 */
function shardingAbove(sharding: TensorShardingAttr, path: readonly Move[]): TensorShardingAttr {
  let above = sharding;
  for (const move of path) {
    if (move instanceof TransposeOp) {
      const dims = [...above.dims];
      move.permutation.numbers().forEach((from, to) => (dims[from] = above.dims[to]!));
      above = above.with({ dims });
    } else if (move.operand.type.rank !== move.result.type.rank) break;
  }
  return above;
}

/** A reshard before `op` that splits `root`, or a reshape of it, as it is wanted. */
function earlierReshard(root: Value, wanted: SplitTensor, op: ReshardOp): ReshardOp | null {
  const mesh = lookUpMesh(op, wanted.sharding.meshOrRef);
  if (mesh === null) return null;
  const values = [root];
  for (let value = values.pop(); value !== undefined; value = values.pop()) {
    for (const { owner } of value.uses()) {
      if (owner instanceof ReshapeOp) values.push(owner.result);
      if (!(owner instanceof ReshardOp) || owner.parent !== op.parent || !owner.isBefore(op)) continue;
      const { sharding, result } = owner;
      if (areSplitAlikeInOrder({ sharding, type: result.type }, wanted, mesh)) return owner;
    }
  }
  return null;
}

/** Copies moves, given from the last to the first, onto another value. */
function repeat(path: readonly Move[], value: Value, rewriter: Rewriter): Value {
  let moved = value;
  for (const move of path.toReversed()) {
    rewriter.setInsertionPointAfter(moved.definingOp!);
    const copy = rewriter.clone(move);
    rewriter.modifyInPlace(copy, () => {
      copy.setOperand(0, moved);
    });
    moved = copy.result;
  }
  return moved;
}
