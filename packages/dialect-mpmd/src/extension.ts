import type { Extension } from '@shardform/ir-core';
import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { mpmdAttrs } from './attrs/index.ts';
import { mpmdCanonicalizations } from './canonicalize.ts';
import { mpmdCallInterfaces } from './interfaces/calls.ts';
import { mpmdDataFlow } from './interfaces/data-flow.ts';
import { mpmdOps } from './ops/index.ts';
import { MeshTensorType } from './types/mesh-tensor-type.ts';

/** Shardy's MPMD dialect. */
export const mpmdDialect: Extension = {
  name: 'dialect-mpmd',
  get requires() {
    return [funcDialect, stablehloDialect, sdyDialect];
  },
  dialects: [
    {
      name: 'mpmd',
      documentation: async () => (await import('./docs/mpmd-documentation.ts')).mpmdDocumentation,
      // As upstream's generated code has it.
      unknownTypeMessage: (mnemonic) => `unknown  type \`${mnemonic}\` in dialect \`mpmd\``,
      // Calls are inlined by a pass of their own, which keeps their attributes.
      inlining: {
        isLegalToInlineCall: () => false,
        isLegalToInlineOp: () => true,
        isLegalToInlineRegion: () => true,
      },
    },
  ],
  ops: mpmdOps,
  attrs: mpmdAttrs,
  types: [MeshTensorType],
  interfaces: [...mpmdCallInterfaces, ...mpmdDataFlow],
  canonicalizations: mpmdCanonicalizations,
};
