import {
  boolAttr as bool,
  defineOp,
  type OpReport,
  optional,
  optionalAttr,
  storedDefaultAttr,
} from '@shardform/ir-core';
import { boolAttr, i64ArrayAttr, i64IntegerAttr, tensor } from '../constraints.ts';
import { linearProblems, matmulProblems, sparseMatmulProblems, verifyFirst } from '../verify/index.ts';

/** Contraction along dimensions given by number. Result: batch, rest of `lhs`, rest of `rhs`. */
export class DotGeneralOp extends defineOp('ttir.dot_general', {
  summary: 'general dot product: contracts and batches dimensions',
  operands: { lhs: tensor, rhs: tensor },
  attrs: {
    batch_dims_lhs: i64ArrayAttr,
    contract_dims_lhs: i64ArrayAttr,
    batch_dims_rhs: i64ArrayAttr,
    contract_dims_rhs: i64ArrayAttr,
  },
  results: { result: tensor },
  effects: 'unknown',
  speculates: 'unknown',
}) {}

/** Product of the last two dimensions; those before are broadcast. A transposed operand has them exchanged. */
export class MatmulOp extends defineOp('ttir.matmul', {
  summary: 'matrix product',
  operands: { a: tensor, b: tensor },
  attrs: {
    transpose_a: storedDefaultAttr(boolAttr, () => bool(false)),
    transpose_b: storedDefaultAttr(boolAttr, () => bool(false)),
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(matmulProblems(this), report);
  }
}

/** Matrix product with bias. */
export class LinearOp extends defineOp('ttir.linear', {
  summary: 'matrix product with bias',
  operands: { a: tensor, b: tensor, bias: optional(tensor) },
  attrs: {
    transpose_a: storedDefaultAttr(boolAttr, () => bool(false)),
    transpose_b: storedDefaultAttr(boolAttr, () => bool(false)),
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(linearProblems(this), report);
  }
}

/** Matrix products of the blocks that a mask selects. */
export class SparseMatmulOp extends defineOp('ttir.sparse_matmul', {
  summary: 'sparse matrix product of the blocks that a mask selects',
  operands: { a: tensor, b: tensor, sparsity: tensor },
  attrs: {
    is_input_a_sparse: storedDefaultAttr(boolAttr, () => bool(false)),
    is_input_b_sparse: storedDefaultAttr(boolAttr, () => bool(true)),
    nnz: optionalAttr(i64IntegerAttr),
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(sparseMatmulProblems(this), report);
  }
}
