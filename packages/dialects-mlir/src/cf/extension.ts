import type { Extension } from '@shardform/ir-core';
import { arithDialect } from '../arith/extension.ts';
import { AssertOp } from './assert-op.ts';
import { branchInterfaces, BranchOp, CondBranchOp } from './branch-ops.ts';
import { branchPatterns } from './patterns/branches.ts';
import { switchPatterns } from './patterns/switches.ts';
import { switchInterfaces, SwitchOp } from './switch-op.ts';

/** Branches among the blocks of a region. */
export const cfDialect: Extension = {
  name: 'dialects-mlir/cf',
  get requires() {
    return [arithDialect];
  },
  dialects: [
    {
      name: 'cf',
      documentation: async () => (await import('../docs/control-flow-documentation.ts')).cfDocumentation,
      inlining: {
        isLegalToInlineOp: () => true,
        isLegalToInlineRegion: () => true,
        isLegalToInlineCall: () => true,
        handleTerminator: () => undefined,
        handleBlockTerminator: () => undefined,
      },
    },
  ],
  ops: [AssertOp, BranchOp, CondBranchOp, SwitchOp],
  interfaces: [...branchInterfaces, ...switchInterfaces],
  canonicalizations: [...branchPatterns, ...switchPatterns],
};
