import {
  DenseArrayAttr,
  f32,
  FloatAttr,
  i64,
  lastOf,
  type Operation,
  pattern,
  type RankedTensorType,
  type Rewriter,
  type RewritePattern,
  type Tensor,
  type Type,
  type Value,
} from '@shardform/ir-core';
import {
  AddOp,
  BroadcastOp,
  FullOp,
  i32Numbers,
  MeanOp,
  MultiplyOp,
  PermuteOp,
  PowOp,
  RepeatInterleaveOp,
  ReshapeOp,
  RmsNormOp,
  RsqrtOp,
  TensorBuilder,
  tensorOf,
  TypecastOp,
} from '@shardform/dialect-ttir';
import { eitherWay, isFloatCast, isNumber, lookThrough } from './values.ts';

/** Returns true if a reshape keeps the last dimension, up to dimensions of size one behind it. */
function keepsLast(op: ReshapeOp): boolean {
  const [from, to] = [op.input.type.shape, op.result.type.shape];
  const trimmed = to.findLast((size) => size !== 1) ?? 1;
  return from.at(-1) === trimmed;
}

/** Returns true if an operation leaves the last dimension alone, or makes it from a single number. */
function isTransparent(op: Operation, size: number): boolean {
  if (op instanceof TypecastOp) return isFloatCast(op);
  if (op instanceof ReshapeOp) return op.input.type.rank === 0 || keepsLast(op);
  if (op instanceof BroadcastOp) return op.result.type.shape.at(-1) === size;
  return (
    op instanceof RepeatInterleaveOp &&
    (op.dim.number + op.input.type.rank) % op.input.type.rank !== op.input.type.rank - 1
  );
}

/**
 * Returns the value behind the operations that a normalization over the last dimension, of `size` elements, ignores.
 */
function source(value: Value, size: number): Value {
  const { definingOp: op } = value;
  return op !== null && isTransparent(op, size) ? source(op.getOperand(0), size) : value;
}

/** The operand of a square. */
function squared({ definingOp: op }: Value): Value | null {
  if (op instanceof MultiplyOp) return op.lhs === op.rhs ? op.lhs : null;
  return op instanceof PowOp && isNumber(op.rhs, 2) ? op.lhs : null;
}

/** `x` and epsilon of `mean(x^2) + epsilon`, over the last dimension. */
function meanSquare(value: Value, size: number): { x: Value; epsilon: number } | null {
  const sum = source(value, size).definingOp;
  if (!(sum instanceof AddOp)) return null;
  for (const [left, right] of eitherWay(sum)) {
    const [mean, constant] = [left.definingOp, right.definingOp];
    if (!(mean instanceof MeanOp) || !(constant instanceof FullOp) || mean.dimArg === null) continue;
    const { rank } = mean.input.type;
    if (
      i32Numbers(mean.dimArg)
        .map((dim) => (dim + rank) % rank)
        .join() !== String(rank - 1)
    )
      return null;
    const x = squared(mean.input);
    if (x === null || !(constant.fillValue instanceof FloatAttr)) return null;
    return { x: source(x, size), epsilon: constant.fillValue.value };
  }
  return null;
}

/** `x * rsqrt(mean(x^2) + epsilon)`. */
function normalized({ definingOp: op }: Value, size: number): { x: Value; epsilon: number } | null {
  if (!(op instanceof MultiplyOp)) return null;
  for (const [factor, other] of eitherWay(op)) {
    const root = source(factor, size).definingOp;
    if (!(root instanceof RsqrtOp)) continue;
    const found = meanSquare(root.input, size);
    return found !== null && found.x === source(other, size) ? found : null;
  }
  return null;
}

/** The element type before the casts that the operands of an operation come from; `null` unless it is one. */
function typeBeforeCasts(op: Operation): Type | null {
  const types = op.operandValues().flatMap((operand) => {
    const cast = lookThrough(operand, ReshapeOp, PermuteOp).definingOp;
    return cast instanceof TypecastOp ? [cast.input.type.elementType] : [];
  });
  return new Set(types).size === 1 ? types[0]! : null;
}

/** The value in the format that casts before its operation came from; other users see it rounded to that format. */
function uncast(value: Tensor, rewriter: Rewriter): Tensor {
  const op = value.definingOp;
  const type = op && typeBeforeCasts(op);
  if (op === null || type === null || type === value.type.elementType) return value;
  return rewriter.atSavedPoint(() => {
    rewriter.setInsertionPointAfter(op);
    const build = new TensorBuilder(rewriter);
    const converted = build.typecast(value, type);
    const restored = build.typecast(converted, value.type.elementType);
    const own: readonly (Operation | null)[] = [converted.definingOp, restored.definingOp];
    rewriter.replaceUsesIf(value, restored, ({ owner }) => !own.includes(owner));
    return converted;
  });
}

/** Returns the value with the shape and element type of another. */
export function conformed(value: Tensor, type: RankedTensorType, rewriter: Rewriter): Tensor {
  const isShaped = value.type.shape.join() === type.shape.join();
  const build = new TensorBuilder(rewriter);
  const shaped = isShaped ? value : build.reshape(value, type.shape);
  return shaped.type.elementType === type.elementType ? shaped : build.typecast(shaped, type.elementType);
}

/** A normalization in its parts. */
interface Normalization {
  readonly x: Tensor;
  readonly epsilon: number;
  readonly gamma: Tensor;
}

/** `x * rsqrt(mean(x^2) + epsilon) * gamma`, over the last dimension. */
function normalization(op: MultiplyOp): Normalization | null {
  const size = op.result.type.shape.at(-1);
  if (size === undefined) return null;
  for (const [product, factor] of eitherWay(op)) {
    const found = normalized(lookThrough(product, TypecastOp), size);
    if (found === null) continue;
    const gamma = tensorOf(source(factor, size));
    const { shape } = gamma.type;
    if (shape.at(-1) !== size || shape.slice(0, -1).some((other) => other !== 1)) return null;
    const x = tensorOf(found.x);
    if (x.type.shape.at(-1) !== size || x.type.elementCount !== op.result.type.elementCount) return null;
    return { x, epsilon: found.epsilon, gamma };
  }
  return null;
}

/** Replaces an operation by the normalization, in the shape and format of its result. */
function replaceByNorm(
  op: MultiplyOp | TypecastOp,
  { x, epsilon, gamma }: Normalization,
  rewriter: Rewriter,
): boolean {
  const size = lastOf(x.type.shape);
  const build = new TensorBuilder(rewriter);
  const weight = gamma.type.rank === 1 ? gamma : build.reshape(gamma, [size]);
  const args = {
    input: x,
    weight,
    normalizedShape: DenseArrayAttr.get(i64, [size]),
    epsilon: FloatAttr.get(epsilon, f32),
  };
  const norm = rewriter.create(RmsNormOp, args, [x.type]).result;
  rewriter.replaceOp(op, [conformed(norm, op.result.type, rewriter)]);
  return true;
}

/** `x * rsqrt(mean(x^2) + epsilon) * gamma`, over the last dimension and in the number format of `gamma`. */
const inFormatOfWeight = pattern(MultiplyOp, 'ttir-fuse-rms-norm', (op, rewriter) => {
  const found = normalization(op);
  if (found === null) return false;
  const { elementType } = found.gamma.type;
  let { x } = found;
  const isCast = x.type.elementType !== elementType;
  if (isCast && (x.definingOp === null || typeBeforeCasts(x.definingOp) !== elementType)) return false;
  if (isCast) x = uncast(x, rewriter);
  return replaceByNorm(op, { ...found, x }, rewriter);
});

/** The same in f32 between casts from and to the format of `x`: the library computes it so by itself. */
const inFormatOfInput = pattern(TypecastOp, 'ttir-fuse-rms-norm-in-casts', (op, rewriter) => {
  const product = op.input.definingOp;
  if (!(product instanceof MultiplyOp) || !isFloatCast(op) || !op.input.hasOneUse) return false;
  const found = normalization(product);
  if (found?.x.type.elementType !== op.result.type.elementType) return false;
  return replaceByNorm(op, found, rewriter);
});

/** Root mean square normalizations. */
export const rmsNorm: readonly RewritePattern[] = [inFormatOfWeight, inFormatOfInput];
