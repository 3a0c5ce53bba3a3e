import { pattern } from '@shardform/ir-core';
import { i32Numbers } from '@shardform/dialect-ttir';
import { ConcatOp, SliceStaticOp } from '../ops/shape-ops.ts';

/** A part of joined tensors that is exactly one of them is that one. */
export const sliceOfConcat = pattern(SliceStaticOp, 'ttnn-slice-of-concat', (op, rewriter) => {
  const concat = op.input.definingOp;
  if (!(concat instanceof ConcatOp) || i32Numbers(op.step).some((step) => step !== 1)) return false;
  const { shape, rank } = op.input.type;
  const along = concat.dim.number < 0 ? concat.dim.number + rank : concat.dim.number;
  const [begins, ends] = [i32Numbers(op.begins), i32Numbers(op.ends)];
  const isWhole = shape.every((size, d) => d === along || (begins[d] === 0 && ends[d] === size));
  if (!isWhole) return false;
  let at = 0;
  for (const input of concat.inputs) {
    const size = input.type.shape[along]!;
    if (at === begins[along] && at + size === ends[along] && input.type === op.result.type) {
      rewriter.replaceOp(op, [input]);
      return true;
    }
    at += size;
  }
  return false;
});
