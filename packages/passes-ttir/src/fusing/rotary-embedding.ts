import { type Operation, pattern, type Tensor } from '@shardform/ir-core';
import { AddOp, ConcatOp, i32Numbers, MultiplyOp, NegOp, SliceStaticOp } from '@shardform/dialect-ttir';
import { eitherWay } from './values.ts';

/** The operations of `x * cos + concat(-x[half:], x[:half]) * sin`, in the order in which tt-mlir has them. */
interface RotaryEmbedding {
  readonly low: SliceStaticOp;
  readonly high: SliceStaticOp;
  readonly negated: NegOp;
  readonly rotated: ConcatOp;
  readonly cosine: MultiplyOp;
  readonly sine: MultiplyOp;
}

/** The slice of one half of the last dimension of `x`; `null` for other values. */
function halfOf(value: Tensor, x: Tensor, isHigh: boolean): SliceStaticOp | null {
  const op = value.definingOp;
  if (!(op instanceof SliceStaticOp) || op.input !== x || !value.hasOneUse) return null;
  const { shape, rank } = x.type;
  const [begins, ends, steps] = [i32Numbers(op.begins), i32Numbers(op.ends), i32Numbers(op.step)];
  const isHalf = shape.every((size, dim) => {
    const [begin, end] = dim < rank - 1 ? [0, size] : isHigh ? [size / 2, size] : [0, size / 2];
    return begins[dim] === begin && ends[dim] === end && steps[dim] === 1;
  });
  return isHalf ? op : null;
}

function rotationOf(value: Tensor, x: Tensor): Omit<RotaryEmbedding, 'cosine' | 'sine'> | null {
  const rotated = value.definingOp;
  if (!(rotated instanceof ConcatOp) || !value.hasOneUse || rotated.inputs.length !== 2) return null;
  const { rank } = value.type;
  if ((rotated.dim.number + rank) % rank !== rank - 1) return null;
  const [first, second] = [...rotated.inputs];
  const negated = first!.definingOp;
  if (!(negated instanceof NegOp) || !first!.hasOneUse) return null;
  const [low, high] = [halfOf(second!, x, false), halfOf(negated.input, x, true)];
  return low && high && { low, high, negated, rotated };
}

function embeddingOf(add: AddOp): RotaryEmbedding | null {
  for (const [first, second] of eitherWay(add)) {
    const [cosine, sine] = [first.definingOp, second.definingOp];
    if (!(cosine instanceof MultiplyOp && sine instanceof MultiplyOp)) continue;
    if (!first.hasOneUse || !second.hasOneUse) continue;
    for (const [x] of eitherWay(cosine)) {
      for (const [turned] of eitherWay(sine)) {
        const rotation = rotationOf(turned, x);
        if (rotation !== null) return { ...rotation, cosine, sine };
      }
    }
  }
  return null;
}

/**
 * Keeps the operations of a rotary embedding together, where tt-mlir makes one composite operation of them and resolves
 * it again: what computes cosines and sines comes before.
 */
export const rotaryEmbedding = pattern(AddOp, 'ttir-gather-rotary-embedding', (add, rewriter) => {
  const found = embeddingOf(add);
  if (found === null) return false;
  const { low, high, negated, rotated, cosine, sine } = found;
  const order: readonly Operation[] = [low, high, negated, rotated, cosine, sine, add];
  if (order.every((op, i) => i === 0 || order[i - 1]!.next === op)) return false;
  for (const op of order.slice(0, -1)) rewriter.moveBefore(op, add);
  return true;
});
