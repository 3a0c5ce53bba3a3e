import {
  boolAttr as bool,
  defineOp,
  type OpReport,
  optional,
  optionalAttr,
  pure,
  storedDefaultAttr,
  stringAttr,
} from '@shardform/ir-core';
import { boolAttr, checks, i64IntegerAttr } from '@shardform/dialect-ttir';
import { Matmul1dConfigAttr } from '../attrs/index.ts';
import { computeConfig, matmulConfig, tensor } from '../constraints.ts';
import { tileElements } from '../traits.ts';
import { linearProblems } from '../verify/index.ts';

/** Product of the last two dimensions; those before are broadcast. A transposed operand has them exchanged. */
export class MatmulOp extends defineOp('ttnn.matmul', {
  summary: 'matrix product',
  operands: { a: tensor, b: tensor },
  attrs: {
    transpose_a: storedDefaultAttr(boolAttr, () => bool(false)),
    transpose_b: storedDefaultAttr(boolAttr, () => bool(false)),
    matmul_program_config: optionalAttr(matmulConfig),
    activation: optionalAttr(stringAttr),
    compute_config: optionalAttr(computeConfig),
  },
  results: { result: tensor },
  traits: [tileElements, pure],
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.matmulProblems(this), report);
  }
}

/** Matrix product with bias. */
export class LinearOp extends defineOp('ttnn.linear', {
  summary: 'matrix product with bias',
  operands: { a: tensor, b: tensor, bias: optional(tensor) },
  attrs: {
    transpose_a: storedDefaultAttr(boolAttr, () => bool(false)),
    transpose_b: storedDefaultAttr(boolAttr, () => bool(false)),
    matmul_program_config: optionalAttr(matmulConfig),
    activation: optionalAttr(stringAttr),
    compute_config: optionalAttr(computeConfig),
  },
  results: { result: tensor },
  traits: [tileElements, pure],
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(linearProblems(this), report);
  }
}

/** Matrix products of the blocks that a mask selects. */
export class SparseMatmulOp extends defineOp('ttnn.sparse_matmul', {
  summary: 'matrix products of the blocks that a mask selects',
  operands: { a: tensor, b: tensor, sparsity: tensor },
  attrs: {
    is_input_a_sparse: storedDefaultAttr(boolAttr, () => bool(false)),
    is_input_b_sparse: storedDefaultAttr(boolAttr, () => bool(true)),
    nnz: optionalAttr(i64IntegerAttr),
    program_config: optionalAttr(Matmul1dConfigAttr.constraint),
    compute_config: optionalAttr(computeConfig),
  },
  results: { result: tensor },
  traits: [tileElements, pure],
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.sparseMatmulProblems(this), report);
  }
}
