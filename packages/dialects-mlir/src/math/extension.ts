import type { Extension } from '@shardform/ir-core';
import { materializeConstant } from '../arith/constant-op.ts';
import { arithDialect } from '../arith/extension.ts';
import { mathOps } from './ops.ts';

/** Mathematical functions of floats and integers. */
export const mathDialect: Extension = {
  name: 'dialects-mlir/math',
  get requires() {
    return [arithDialect];
  },
  dialects: [
    {
      name: 'math',
      documentation: async () => (await import('../docs/math-documentation.ts')).mathDocumentation,
      inlining: { isLegalToInlineOp: () => true },
      materializeConstant,
    },
  ],
  ops: mathOps,
};
