import * as ttir from '@shardform/dialect-ttir';
import { sharedWith } from './shared-spec.ts';
import { defineOp, type OpReport, optionalAttr, stringAttr } from '@shardform/ir-core';
import { checks } from '@shardform/dialect-ttir';
import { Matmul1dConfigAttr } from '../attrs/index.ts';
import { computeConfig, matmulConfig } from '../constraints.ts';
import { tileElements } from '../traits.ts';
import { linearProblems } from '../verify/index.ts';

/** Product of the last two dimensions; those before are broadcast. A transposed operand has them exchanged. */
export class MatmulOp extends defineOp('ttnn.matmul', {
  ...sharedWith(ttir.MatmulOp),
  attrs: {
    ...sharedWith(ttir.MatmulOp).attrs,
    matmul_program_config: optionalAttr(matmulConfig),
    activation: optionalAttr(stringAttr),
    compute_config: optionalAttr(computeConfig),
  },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.matmulProblems(this), report);
  }
}

/** Matrix product with bias. */
export class LinearOp extends defineOp('ttnn.linear', {
  ...sharedWith(ttir.LinearOp),
  attrs: {
    ...sharedWith(ttir.LinearOp).attrs,
    matmul_program_config: optionalAttr(matmulConfig),
    activation: optionalAttr(stringAttr),
    compute_config: optionalAttr(computeConfig),
  },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(linearProblems(this), report);
  }
}

/** Matrix products of the blocks that a mask selects. */
export class SparseMatmulOp extends defineOp('ttnn.sparse_matmul', {
  ...sharedWith(ttir.SparseMatmulOp),
  attrs: {
    ...sharedWith(ttir.SparseMatmulOp).attrs,
    program_config: optionalAttr(Matmul1dConfigAttr.constraint),
    compute_config: optionalAttr(computeConfig),
  },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.sparseMatmulProblems(this), report);
  }
}
