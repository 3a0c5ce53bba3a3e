import type { IntegerAttr, Tensor } from '@shardform/ir-core';
import { broadcastShapes } from '../broadcast.ts';
import { commas, isOn, type Problems } from './problems.ts';
import { lastOf } from '@shardform/ir-core';

/** The operands and attributes that matrix products have in common. */
export interface MatrixProduct {
  readonly a: Tensor;
  readonly b: Tensor;
  readonly result: Tensor;
  readonly transposeA: IntegerAttr | null;
  readonly transposeB: IntegerAttr | null;
}

/** The shape of an operand as a matrix: a vector is a row or a column. */
function matrix(
  shape: readonly number[],
  isTransposed: boolean,
  vector: 'row' | 'column',
): readonly number[] {
  if (shape.length === 1) return vector === 'row' ? [1, shape[0]!] : [shape[0]!, 1];
  return isTransposed ? [...shape.slice(0, -2), lastOf(shape), shape.at(-2)!] : shape;
}

/** Problems of the operands; the shape of their product is returned, empty for a single number. */
export function* productShape(op: MatrixProduct): Generator<string, readonly number[], void> {
  const { shape: a } = op.a.type;
  const { shape: b } = op.b.type;
  if (a.length === 0) yield 'Input A must be at least a 1D tensor';
  if (b.length === 0) yield 'Input B must be at least a 1D tensor';
  const left = matrix(a, isOn(op.transposeA), 'row');
  const right = matrix(b, isOn(op.transposeB), 'column');
  if (left.at(-1) !== right.at(-2))
    yield `Input A[-1](${lastOf(left)}) and B[-2](${right.at(-2)!}) must have matching inner dimensions`;
  const [leftBatch, rightBatch] = [left.slice(0, -2), right.slice(0, -2)];
  const batch = broadcastShapes(leftBatch, rightBatch);
  if (batch === null)
    yield `Batch dimensions of input A(${commas(leftBatch)}) and B(${commas(rightBatch)}) are not broadcast compatible`;
  const shape = [...(batch ?? [])];
  if (a.length > 1) shape.push(left.at(-2)!);
  if (b.length > 1) shape.push(lastOf(right));
  return shape;
}

/** The result has the expected shape; a single number is a tensor of one element. */
export function* productResultProblems(expected: readonly number[], actual: readonly number[]): Problems {
  if (expected.length === 0) {
    if (actual.length < 1) yield 'Scalar output is not supported, output must be at least a 1D tensor';
    if (actual.length > 1 || actual[0] !== 1) yield 'Scalar output must be a 1D tensor of size 1';
    return;
  }
  if (expected.length !== actual.length)
    yield `Output shape rank(${actual.length}) must match the expected output shape rank(${expected.length})`;
  for (const [i, size] of expected.entries()) {
    if (actual[i] !== size)
      yield `Output shape dimension[${i}](${actual[i]!}) doesn't match the expected output shape dimension[${i}](${size})`;
  }
}

/** A product of matrices. */
export function* matmulProblems(op: MatrixProduct): Problems {
  yield* productResultProblems(yield* productShape(op), op.result.type.shape);
}

/** Returns the shape of a product to which a bias was added. */
export function* biasedShape(
  product: readonly number[],
  bias: Tensor | null,
): Generator<string, readonly number[], void> {
  if (bias === null) return product;
  const { shape } = bias.type;
  if (shape.length < 1) yield 'Bias must be at least a 1D tensor';
  const joined = broadcastShapes(product, shape);
  if (joined === null)
    yield `Bias shape(${commas(shape)}) is not broadcast compatible with the matmul output shape(${commas(product)})`;
  return joined ?? product;
}

/** A product of matrices with a bias. */
export function* linearProblems(op: MatrixProduct & { readonly bias: Tensor | null }): Problems {
  const expected = yield* biasedShape(yield* productShape(op), op.bias);
  yield* productResultProblems(expected, op.result.type.shape);
}

/** Products of those blocks that a mask selects. */
export function* sparseMatmulProblems(op: {
  readonly a: Tensor;
  readonly b: Tensor;
  readonly sparsity: Tensor;
  readonly result: Tensor;
  readonly nnz: IntegerAttr | null;
  readonly isInputASparse: IntegerAttr | null;
  readonly isInputBSparse: IntegerAttr | null;
}): Problems {
  if (op.nnz !== null && op.nnz.number <= 0) yield 'nnz must be greater than 0 when set';
  const { shape: a } = op.a.type;
  const { shape: b } = op.b.type;
  const { shape: sparsity } = op.sparsity.type;
  if (a.length < 4) yield 'Input A must be at least a 4D tensor';
  if (b.length !== 4) yield 'Input B must be a 4D tensor [1, E, K, N]';
  if (sparsity.length !== 4) yield 'Sparsity tensor must be a 4D tensor';
  const [isASparse, isBSparse] = [isOn(op.isInputASparse), isOn(op.isInputBSparse)];
  if (!isASparse && !isBSparse) yield 'At least one of is_input_a_sparse or is_input_b_sparse must be true';
  const [, experts, inner, columns] = b;
  const rows = a.at(-2);
  if (b[0] !== 1) yield 'Input B first dimension must be 1';
  if (a.at(-1) !== inner) yield 'Input A inner dimension must match Input B K dimension';
  if (sparsity.at(-1) !== experts)
    yield 'Sparsity tensor last dimension must match number of experts in Input B';
  const mode = `${isASparse ? 'sparse' : 'dense'}-${isBSparse ? 'sparse' : 'dense'} mode`;
  const product = [experts, rows, columns];
  const [expected, text] = !isBSparse
    ? [[a[0], ...product], '[A, E, M, N]']
    : isASparse
      ? [[1, ...product], '[1, E, M, N]']
      : [[a[0], a[1], 1, ...product], '[A, B, 1, E, M, N]'];
  const { shape } = op.result.type;
  if (shape.length !== expected.length) yield `Output must be ${expected.length}D for ${mode}`;
  if (expected.some((size, i) => size !== shape[i])) yield `Output shape must be ${text} for ${mode}`;
}
