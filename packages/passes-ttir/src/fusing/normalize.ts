import {
  DenseArrayAttr,
  f32,
  FloatAttr,
  i64,
  inversePermutation,
  type Operation,
  pattern,
  type RewritePattern,
  type Tensor,
  type Value,
} from '@shardform/ir-core';
import {
  AbsOp,
  BroadcastOp,
  ClampScalarOp,
  ClampTensorOp,
  DivOp,
  i32Numbers,
  MultiplyOp,
  PowOp,
  RepeatInterleaveOp,
  ReshapeOp,
  RmsNormOp,
  SqrtOp,
  SumOp,
  TensorBuilder,
  tensorOf,
  TypecastOp,
} from '@shardform/dialect-ttir';
import { conformed } from './rms-norm.ts';
import { eitherWay, lookThrough, numberOf } from './values.ts';

/** The value behind casts, reshapes and repetitions. */
function source(value: Value): Value {
  return lookThrough(value, TypecastOp, ReshapeOp, BroadcastOp, RepeatInterleaveOp);
}

/** Returns true if all elements equal a number up to `tolerance`. */
function isAbout(value: Value, expected: number, tolerance: number): boolean {
  const number = numberOf(source(value));
  return number !== null && Math.abs(number - expected) / Math.max(Math.abs(expected), 1) <= tolerance;
}

/** What a number may change by when it is rounded to bf16. */
const BF16_ROUNDING = 2 ** -9;

/** A greater bound of the divisor is more than protection from a division by zero. */
const MAX_GUARD = 1e-3;

/** A value and its lower bound, zero without one; `null` for one that is too great. */
function unguarded(value: Value): { value: Value; bound: number } | null {
  const clamp = source(value).definingOp;
  if (!(clamp instanceof ClampTensorOp || clamp instanceof ClampScalarOp)) return { value, bound: 0 };
  const bound = clamp instanceof ClampTensorOp ? numberOf(source(clamp.min)) : Number(clamp.min.value);
  return bound !== null && bound >= 0 && bound <= MAX_GUARD ? { value: clamp.input, bound } : null;
}

/** The operand of a square root. */
function rooted(value: Value): Value | null {
  const op = source(value).definingOp;
  if (op instanceof SqrtOp) return op.input;
  return op instanceof PowOp && isAbout(op.rhs, 0.5, 1e-3) ? op.lhs : null;
}

/** The operand of a square. */
function squared(value: Value): Value | null {
  const op = source(value).definingOp;
  if (op instanceof PowOp) return isAbout(op.rhs, 2, 1e-3) ? op.lhs : null;
  return op instanceof MultiplyOp && op.lhs === op.rhs ? op.lhs : null;
}

interface Length {
  readonly of: Value;
  readonly dim: number;
  readonly bound: number;
}

/** A Euclidean length over one dimension. */
function lengthOf(value: Value): Length | null {
  const guarded = unguarded(value);
  const sum = guarded && rooted(guarded.value);
  const reduction = sum && source(sum).definingOp;
  if (!guarded || !(reduction instanceof SumOp) || reduction.dimArg?.elements.length !== 1) return null;
  const square = squared(reduction.input);
  if (square === null) return null;
  const absolute = source(square);
  const of = absolute.definingOp instanceof AbsOp ? source(absolute.definingOp.input) : absolute;
  const { rank } = reduction.input.type;
  return { of, dim: (i32Numbers(reduction.dimArg)[0]! + rank) % rank, bound: guarded.bound };
}

/** A multiplication with a weight per element of the normalized dimension, if that is the only use. */
function weighting(op: MultiplyOp, size: number): { op: MultiplyOp; weight: Tensor } | null {
  const [user] = op.result.users();
  if (!op.result.hasOneUse || !(user instanceof MultiplyOp)) return null;
  const weight = tensorOf(source(user.lhs === op.result ? user.rhs : user.lhs));
  return weight.type.elementCount === size && weight !== op.result ? { op: user, weight } : null;
}

/** `x / |x| * sqrt(n)`, where `|x|` is the length over a dimension of `n` elements: a root mean square. */
const normalize = pattern(MultiplyOp, 'ttir-fuse-normalize', (op, rewriter) => {
  for (const [quotient, scale] of eitherWay(op)) {
    const division: Operation | null = lookThrough(quotient, TypecastOp).definingOp;
    if (!(division instanceof DivOp)) continue;
    const x = tensorOf(source(division.lhs));
    const length = lengthOf(division.rhs);
    if (length?.of !== x || length.dim >= x.type.rank) return false;
    const { dim } = length;
    const size = x.type.dimSize(dim);
    if (size <= 1 || !isAbout(scale, Math.sqrt(size), BF16_ROUNDING)) return false;
    const weighted = weighting(op, size);
    const target = weighted?.op ?? op;
    if (target.result.type.elementCount !== x.type.elementCount) return false;
    rewriter.setInsertionPoint(target);
    const build = new TensorBuilder(rewriter);
    const weight = weighted && conformed(weighted.weight, x.type.withShape([size]), rewriter);
    const order = [...x.type.shape.map((_, d) => d).filter((d) => d !== dim), dim];
    const isLast = dim === x.type.rank - 1;
    const input = isLast ? x : build.permute(x, order);
    const args = {
      input,
      weight,
      normalizedShape: DenseArrayAttr.get(i64, [size]),
      epsilon: FloatAttr.get(length.bound ** 2 / size, f32),
    };
    const norm = rewriter.create(RmsNormOp, args, [input.type]).result;
    const result = isLast ? norm : build.permute(norm, inversePermutation(order));
    rewriter.replaceOp(target, [conformed(result, target.result.type, rewriter)]);
    return true;
  }
  return false;
});

/** Normalizations of vectors to a length. */
export const normalizePatterns: readonly RewritePattern[] = [normalize];
