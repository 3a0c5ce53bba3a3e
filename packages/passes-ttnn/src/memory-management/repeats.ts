import { pattern, type RewritePattern, zip } from '@shardform/ir-core';
import { changedTensor, RepeatOp, ReshapeOp, ShapeAttr, TILE } from '@shardform/dialect-ttnn';

/**
 * Returns the repetitions to execute: repetitions of the outer dimensions go to the two last ones, which then fill
 * tiles, if only dimensions of size one lie between, so that the elements stay in order.
 */
function innerRepeats(shape: readonly number[], repeats: readonly number[]): readonly number[] {
  const moved = [...repeats];
  for (let from = 0; from < shape.length - 2; from++) {
    if (moved[from]! <= 1 || shape[from] !== 1) continue;
    const to = [shape.length - 2, shape.length - 1].find(
      (d) => moved[d] === 1 && shape.slice(from + 1, d + 1).every((size) => size === 1),
    );
    if (to === undefined) continue;
    moved[to] = moved[from]!;
    moved[from] = 1;
  }
  return moved;
}

const repeatInside = pattern(RepeatOp, 'ttnn-repeat-inner-dimensions', (op, rewriter) => {
  const { input, repeatDims, result } = op;
  if (!result.users().every((user) => user instanceof ReshapeOp)) return false;
  const isFilled = result.type.shape.slice(-2).every((size) => size % TILE === 0);
  const repeats = innerRepeats(input.type.shape, repeatDims.shape);
  if (isFilled || repeats.every((count, d) => count === repeatDims.shape[d])) return false;
  const shape = zip(input.type.shape, repeats).map(([size, repeat]) => size * repeat);
  const args = { input, repeatDims: ShapeAttr.get({ shape: repeats }) };
  const type = changedTensor(result.type, { shape });
  const made = rewriter.create(RepeatOp, args, [type], { location: op.location }).result;
  for (const user of result.users()) {
    // All are reshapes, whose result does not depend on how the elements were arranged before.
    const { shape: target, result: reshaped } = user as ReshapeOp;
    rewriter.setInsertionPoint(user);
    const again = rewriter.create(ReshapeOp, { input: made, shape: target }, [reshaped.type], {
      location: user.location,
    });
    rewriter.replaceOp(user, [again.result]);
  }
  rewriter.eraseOp(op);
  return true;
});

/** Repeated tensors that are smaller in tiles. */
export const repeatPatterns: readonly RewritePattern[] = [repeatInside];
