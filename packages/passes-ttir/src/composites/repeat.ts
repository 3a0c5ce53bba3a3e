import { pattern, type Tensor } from '@shardform/ir-core';
import { RepeatOp, TensorBuilder } from '@shardform/dialect-ttir';

/** Copies behind each other, made by doubling: the bits of `count` tell which powers of two are joined. */
function repeated(input: Tensor, dim: number, count: number, make: TensorBuilder): Tensor {
  const parts: Tensor[] = [];
  let chunk = input;
  for (let rest = count; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) parts.push(chunk);
    if (rest > 1) chunk = make.concat([chunk, chunk], dim);
  }
  return parts.length === 1 ? parts[0]! : make.concat(parts, dim);
}

/** A repetition as few concatenations of few tensors. */
export const repeat = pattern(RepeatOp, 'ttir-decompose-repeat', (op, rewriter) => {
  const counts = op.repeatDimensions.numbers();
  if (counts.some((count) => count < 1)) return false;
  const make = new TensorBuilder(rewriter);
  rewriter.replaceOp(op, [
    counts.reduce((current, count, dim) => repeated(current, dim, count, make), op.input),
  ]);
  return true;
});
