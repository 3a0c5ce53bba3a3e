import { boolAttr, pattern, product, type RewritePattern, type Value } from '@shardform/ir-core';
import { i32Array, tensorType } from '../constraints.ts';
import { Conv3dOp } from '../ops/convolution-ops.ts';
import { LinearOp, MatmulOp } from '../ops/matmul-ops.ts';
import { ReshapeOp } from '../ops/shape-ops.ts';
import { tripleOf } from '../verify/index.ts';

/** Without bias. */
const linearToMatmul = pattern(LinearOp, 'ttir-linear-to-matmul', (op, rewriter) => {
  if (op.bias !== null) return false;
  const { a, b, transposeA, transposeB } = op;
  rewriter.replaceOpWith(op, MatmulOp, { a, b, transposeA, transposeB }, op.resultTypes());
  return true;
});

/** The dimensions of the longer shape that are the first of the shorter one; `null` where the others differ. */
function mergedDims(longer: readonly number[], shorter: readonly number[]): readonly number[] | null {
  const count = longer.length - shorter.length + 1;
  if (count <= 1 || longer.slice(count).join() !== shorter.slice(1).join()) return null;
  const dims = longer.slice(0, count);
  const size = product(dims);
  return size > 0 && size === shorter[0] ? dims : null;
}

function shapeOf(value: Value): readonly number[] {
  return tensorType(value.type).shape;
}

/** Batches need not be merged before a product of matrices when they are split again after it. */
const matmulOfUnmerged = pattern(MatmulOp, 'ttir-matmul-of-unmerged', (op, rewriter) => {
  const [split] = op.result.users();
  const [mergedA, mergedB] = [op.a.definingOp, op.b.definingOp];
  if (!op.result.hasOneUse || !(split instanceof ReshapeOp)) return false;
  if (!(mergedA instanceof ReshapeOp) || !(mergedB instanceof ReshapeOp)) return false;
  // What is merged in a matrix are rows or columns, which may look alike.
  if ([op.a, op.b].some((operand) => shapeOf(operand).length < 3)) return false;
  const [a, b] = [mergedA.input, mergedB.input];
  const dims = [
    mergedDims(shapeOf(split.result), shapeOf(op.result)),
    mergedDims(shapeOf(a), shapeOf(op.a)),
    mergedDims(shapeOf(b), shapeOf(op.b)),
  ];
  const [batch] = dims;
  if (!batch || dims.some((others) => others?.join() !== batch.join())) return false;
  if (new Set([a, b, split.result].map((value) => shapeOf(value).length)).size !== 1) return false;
  const { transposeA, transposeB } = op;
  rewriter.replaceOpWith(split, MatmulOp, { a, b, transposeA, transposeB }, split.resultTypes());
  return true;
});

/** Returns true if the result at each position depends on the channels of that position only. */
function isPointwise(op: Conv3dOp): boolean {
  const dims = [op.batchDim, op.depthDim, op.heightDim, op.widthDim, op.channelDim];
  if (dims.some((dim, i) => dim !== null && dim.number !== i) || op.groups.number !== 1) return false;
  const window = op.weight.type.shape.slice(2);
  const [stride, padding] = [tripleOf(op.stride), tripleOf(op.padding)];
  if (typeof stride === 'string' || typeof padding === 'string' || window.length !== 3) return false;
  return [...window, ...stride].every((size) => size === 1) && padding.every((size) => size === 0);
}

/** Such a convolution is a product of matrices. */
const pointwiseToMatmul = pattern(Conv3dOp, 'ttir-pointwise-to-matmul', (op, rewriter) => {
  if (!isPointwise(op)) return false;
  const reshaped = (value: Value, shape: readonly number[]): Value =>
    rewriter.create(ReshapeOp, { input: value, shape: i32Array(shape) }, [
      tensorType(value.type).withShape(shape),
    ]).result;
  // Verified: weights of linear layers are matrices.
  const [outputs, inputs] = op.weight.type.shape as [number, number];
  const rows = op.input.type.elementCount / inputs;
  const matrices = {
    a: reshaped(op.input, [rows, inputs]),
    b: reshaped(op.weight, [outputs, inputs]),
    transposeA: boolAttr(false),
    transposeB: boolAttr(true),
  };
  const type = op.result.type.withShape([rows, outputs]);
  const product =
    op.bias === null
      ? rewriter.create(MatmulOp, matrices, [type])
      : rewriter.create(LinearOp, { ...matrices, bias: reshaped(op.bias, [outputs]) }, [type]);
  const shape = i32Array(op.result.type.shape);
  rewriter.replaceOpWith(op, ReshapeOp, { input: product.result, shape }, op.resultTypes());
  return true;
});

/** Simplifications of products of matrices and of convolutions. */
export const matmulPatterns: readonly RewritePattern[] = [
  linearToMatmul,
  matmulOfUnmerged,
  pointwiseToMatmul,
];
