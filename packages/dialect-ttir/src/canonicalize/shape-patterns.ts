import { DenseArrayAttr, i64, pattern, type RewritePattern } from '@shardform/ir-core';
import { i32Array } from '../constraints.ts';
import { EmbeddingOp } from '../ops/indexing-ops.ts';
import { PermuteOp, ReshapeOp, ReverseOp, TransposeOp } from '../ops/shape-ops.ts';

/** An exchange of two dimensions is a permutation. */
const transposeToPermute = pattern(TransposeOp, 'ttir-transpose-to-permute', (op, rewriter) => {
  const { rank } = op.input.type;
  const dims = [op.dim0.number, op.dim1.number].map((dim) => (dim < 0 ? dim + rank : dim));
  const order = Array.from({ length: rank }, (_, d) => d);
  [order[dims[0]!], order[dims[1]!]] = [dims[1]!, dims[0]!];
  const permutation = DenseArrayAttr.get(i64, order);
  rewriter.replaceOpWith(op, PermuteOp, { input: op.input, permutation }, op.resultTypes());
  return true;
});

/** Leading dimensions of size one that are added before a permutation and removed after it need not be added. */
const permuteWithoutUnits = pattern(ReshapeOp, 'ttir-permute-without-units', (op, rewriter) => {
  const permute = op.input.definingOp;
  if (!(permute instanceof PermuteOp) || !permute.result.hasOneUse) return false;
  const leading = permute.input.definingOp;
  if (!(leading instanceof ReshapeOp)) return false;
  const [permuted, shape] = [permute.result.type.shape, op.result.type.shape];
  const units = permuted.length - shape.length;
  if (units <= 0 || permuted.slice(0, units).some((size) => size !== 1)) return false;
  const permutation = permute.permutation.numbers();
  if (permuted.slice(units).join() !== shape.join()) return false;
  if (permutation.slice(0, units).some((dim) => dim >= units)) return false;
  const kept = permute.input.type.shape.slice(units);
  const reshaped = rewriter.create(ReshapeOp, { input: leading.input, shape: i32Array(kept) }, [
    permute.input.type.withShape(kept),
  ]);
  const order = permutation.slice(units).map((dim) => dim - units);
  rewriter.replaceOpWith(
    op,
    PermuteOp,
    { input: reshaped.result, permutation: DenseArrayAttr.get(i64, order) },
    op.resultTypes(),
  );
  return true;
});

/** Reversing twice leaves those dimensions that are reversed once. */
const reverseOnce = pattern(ReverseOp, 'ttir-reverse-once', (op, rewriter) => {
  const inner = op.input.definingOp;
  if (!(inner instanceof ReverseOp)) return false;
  const [outer, before] = [op.dimensions.numbers(), inner.dimensions.numbers()];
  const once = Array.from({ length: op.input.type.rank }, (_, d) => d).filter(
    (d) => outer.includes(d) !== before.includes(d),
  );
  const dimensions = DenseArrayAttr.get(i64, once);
  rewriter.replaceOpWith(op, ReverseOp, { input: inner.input, dimensions }, op.resultTypes());
  return true;
});

/** Reversing nothing. */
const reverseNothing = pattern(ReverseOp, 'ttir-reverse-nothing', (op, rewriter) => {
  if (op.dimensions.numbers().length > 0) return false;
  rewriter.replaceOp(op, [op.input]);
  return true;
});

/** Between reshapes, rows are looked up without dimensions of size one. */
const embeddingWithoutUnits = pattern(EmbeddingOp, 'ttir-embedding-without-units', (op, rewriter) => {
  const users = op.result.users();
  if (!(op.input.definingOp instanceof ReshapeOp) || users.length === 0) return false;
  if (!users.every((user) => user instanceof ReshapeOp)) return false;
  const kept = op.input.type.shape.filter((size) => size !== 1);
  const shape = kept.length === 0 ? [1] : kept;
  if (shape.length === op.input.type.rank) return false;
  const input = rewriter.create(ReshapeOp, { input: op.input, shape: i32Array(shape) }, [
    op.input.type.withShape(shape),
  ]).result;
  const rows = op.result.type.withShape([...shape, op.result.type.dimSize(-1)]);
  const looked = rewriter.create(EmbeddingOp, { input, weight: op.weight }, [rows]).result;
  const back = i32Array(op.result.type.shape);
  rewriter.replaceOpWith(op, ReshapeOp, { input: looked, shape: back }, op.resultTypes());
  return true;
});

/** Simplifications of operations that move elements. */
export const shapePatterns: readonly RewritePattern[] = [
  transposeToPermute,
  permuteWithoutUnits,
  reverseOnce,
  reverseNothing,
  embeddingWithoutUnits,
];
