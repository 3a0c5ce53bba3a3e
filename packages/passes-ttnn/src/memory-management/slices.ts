import {
  f32,
  FloatAttr,
  inversePermutation,
  type Operation,
  pattern,
  type RewritePattern,
  type Rewriter,
  type Tensor,
  zip,
} from '@shardform/ir-core';
import { i32Array, i32Numbers } from '@shardform/dialect-ttir';
import { changedTensor, PermuteOp, RepeatOp, ReshapeOp, SliceStaticOp } from '@shardform/dialect-ttnn';

/** The range that is taken of a dimension. */
interface Cut {
  readonly begin: number;
  readonly end: number;
  readonly step: number;
}

const whole = (size: number): Cut => ({ begin: 0, end: size, step: 1 });
const sizeOf = ({ begin, end, step }: Cut): number => Math.ceil((end - begin) / step);

/** Returns the range that a slice takes of each dimension. */
function cutsOf(op: SliceStaticOp): readonly Cut[] {
  const { shape } = op.input.type;
  const [begins, ends, steps] = [op.begins, op.ends, op.step].map(i32Numbers);
  const counted = (index: number, d: number): number =>
    index < 0 ? index + op.input.type.dimSize(d) : index;
  return shape.map((_, d) => ({
    begin: counted(begins![d]!, d),
    end: counted(ends![d]!, d),
    step: steps![d]!,
  }));
}

function sliced(rewriter: Rewriter, input: Tensor, cuts: readonly Cut[]): Tensor {
  const type = changedTensor(input.type, { shape: cuts.map(sizeOf) });
  const list = (part: keyof Cut) => i32Array(cuts.map((cut) => cut[part]));
  const args = { input, begins: list('begin'), ends: list('end'), step: list('step') };
  return rewriter.create(SliceStaticOp, args, [type]).result;
}

/** Returns true if all users of an operation are slices. */
function isOnlySliced(op: Operation): boolean {
  return op.results.every((result) => result.users().every((user) => user instanceof SliceStaticOp));
}

/** Dimensions of a reshape that hold the same elements: of both shapes, how many from the one before. */
interface Group {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** The smallest groups of dimensions that a reshape keeps; `null` where a dimension of size one has no partner. */
function groupsOf(from: readonly number[], to: readonly number[]): readonly Group[] | null {
  const groups: Group[] = [];
  let [i, j] = [0, 0];
  while (i < from.length || j < to.length) {
    if (to[j] === 1 && from[i] !== 1) {
      groups.push({ from: [], to: [j++] });
      continue;
    }
    if (i >= from.length || j >= to.length) return null;
    const group = { from: [i], to: [j] };
    let [left, right] = [from[i++]!, to[j++]!];
    while (left !== right) {
      const isLeft = left < right;
      if (isLeft ? i >= from.length : j >= to.length) return null;
      if (isLeft) {
        left *= from[i]!;
        group.from.push(i++);
      } else {
        right *= to[j]!;
        group.to.push(j++);
      }
    }
    groups.push(group);
  }
  return groups;
}

function beforePermute(op: SliceStaticOp, source: PermuteOp, rewriter: Rewriter): boolean {
  const cuts = cutsOf(op);
  const permutation = source.permutation.numbers();
  const input = sliced(
    rewriter,
    source.input,
    inversePermutation(permutation).map((d) => cuts[d]!),
  );
  const args = { input, permutation: source.permutation, padValue: source.padValue ?? FloatAttr.get(0, f32) };
  rewriter.replaceOp(op, [rewriter.create(PermuteOp, args, op.resultTypes()).result]);
  return true;
}

/** What a slice of the dimensions that one was split into takes of that one; `null` where it is no range with a step. */
function cutOf({ to }: Group, shape: readonly number[], cuts: readonly Cut[]): Cut | null {
  const last = to.at(-1)!;
  if (to.length === 1) return cuts[last]!;
  const isWhole = to.every((d) => d === last || sizeOf(cuts[d]!) === shape[d]);
  const { begin } = cuts[last]!;
  const count = to.reduce((product, d) => product * shape[d]!, 1);
  return isWhole && sizeOf(cuts[last]!) === 1 ? { begin, end: count, step: shape[last]! } : null;
}

function beforeReshape(op: SliceStaticOp, source: ReshapeOp, rewriter: Rewriter): boolean {
  const [from, to] = [source.input.type.shape, source.result.type.shape];
  const cuts = cutsOf(op);
  const inner = from.map(whole);
  const groups = groupsOf(from, to);
  if (groups === null) return false;
  for (const group of groups) {
    if (group.from.length === 0 || group.to.every((d) => sizeOf(cuts[d]!) === to[d])) continue;
    const own = group.from.length === 1 ? cutOf(group, to, cuts) : null;
    if (own === null) return false;
    inner[group.from[0]!] = own;
  }
  const input = sliced(rewriter, source.input, inner);
  const args = { input, shape: i32Array(op.result.type.shape) };
  rewriter.replaceOp(op, [rewriter.create(ReshapeOp, args, op.resultTypes()).result]);
  return true;
}

function beforeRepeat(op: SliceStaticOp, source: RepeatOp, rewriter: Rewriter): boolean {
  const { shape } = source.result.type;
  const repeats = source.repeatDims.shape;
  const cuts = cutsOf(op);
  if (cuts.some((cut, d) => repeats[d] !== 1 && sizeOf(cut) !== shape[d])) return false;
  const input = sliced(
    rewriter,
    source.input,
    zip(source.input.type.shape, cuts).map(([size, cut], d) => (repeats[d] === 1 ? cut : whole(size))),
  );
  const args = { input, repeatDims: source.repeatDims };
  rewriter.replaceOp(op, [rewriter.create(RepeatOp, args, op.resultTypes()).result]);
  return true;
}

const sliceBefore = pattern(SliceStaticOp, 'ttnn-slice-before-moves', (op, rewriter) => {
  const source = op.input.definingOp;
  if (source === null || !isOnlySliced(source)) return false;
  if (source instanceof PermuteOp) return beforePermute(op, source, rewriter);
  if (source instanceof ReshapeOp) return beforeReshape(op, source, rewriter);
  return source instanceof RepeatOp && op.input.type.rank > 1 && beforeRepeat(op, source, rewriter);
});

/** Patterns that slice tensors before they are moved instead of after. */
export const slicePatterns: readonly RewritePattern[] = [sliceBefore];
