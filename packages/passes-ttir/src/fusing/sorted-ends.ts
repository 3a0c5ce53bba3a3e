import { boolAttr, FloatType, i32Attr, pattern, type Tensor } from '@shardform/ir-core';
import { i32Numbers, SliceStaticOp, SortOp, TopKOp } from '@shardform/dialect-ttir';

/** The number of first elements along a dimension that a slice takes, with all of the others; `null` for other slices. */
function firstOnes(slice: SliceStaticOp, along: number): number | null {
  const [begins, ends, steps] = [i32Numbers(slice.begins), i32Numbers(slice.ends), i32Numbers(slice.step)];
  const takesFirst = slice.input.type.shape.every(
    (size, dim) => begins[dim] === 0 && steps[dim] === 1 && (dim === along || ends[dim] === size),
  );
  return takesFirst ? ends[along]! : null;
}

/** The slice that is the only user of a result; `null` for a result without users, `undefined` for one with others. */
function onlySlice(result: Tensor): SliceStaticOp | null | undefined {
  if (result.users().length === 0) return null;
  const [user] = result.users();
  return result.hasOneUse && user instanceof SliceStaticOp ? user : undefined;
}

/**
 * The first elements of what is sorted are the greatest or the least; of equal ones, the first come first. Integers are
 * sorted whole, since the library compares few of their digits.
 */
export const sortedEnds = pattern(SortOp, 'ttir-fuse-sort-slice', (op, rewriter) => {
  const { values, indices } = op;
  const slices = [onlySlice(values), onlySlice(indices)];
  const { rank, elementType } = op.input.type;
  if (!(elementType instanceof FloatType)) return false;
  const dim = ((op.dim?.number ?? -1) + rank) % rank;
  const counts = slices.flatMap((slice) => (slice ? [firstOnes(slice, dim)] : []));
  const [k] = counts;
  if (slices.includes(undefined) || k === undefined || k === null || counts.some((count) => count !== k))
    return false;
  const sized = (of: Tensor): Tensor['type'] =>
    of.type.withShape(of.type.shape.map((size, d) => (d === dim ? k : size)));
  const top = rewriter.create(
    TopKOp,
    {
      inputTensor: op.input,
      k: i32Attr(k),
      dim: i32Attr(dim),
      largest: boolAttr(op.descending?.value === 1n),
      sorted: boolAttr(true),
    },
    [sized(values), sized(indices)],
  );
  for (const [i, slice] of slices.entries()) {
    if (slice) rewriter.replaceOp(slice, [top.getResult(i)]);
  }
  rewriter.eraseOp(op);
  return true;
});
