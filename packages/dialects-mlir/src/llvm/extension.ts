import type { Extension } from '@shardform/ir-core';
import { LlvmAddOp, LlvmOverflowFlagsAttr } from './add-op.ts';

/**
 * The one operation of LLVM's dialect that StableHLO programs are known to hold where tensors are computed on
 * scalars by mistake: with it, what StableHLO has to say about them is heard.
 */
export const llvmDialect: Extension = {
  name: 'dialects-mlir/llvm',
  dialects: [
    {
      name: 'llvm',
      documentation: async () => (await import('../docs/small-dialects-documentation.ts')).llvmDocumentation,
      isPartial: true,
      inlining: { isLegalToInlineOp: () => true },
    },
  ],
  attrs: [LlvmOverflowFlagsAttr],
  ops: [LlvmAddOp],
};
