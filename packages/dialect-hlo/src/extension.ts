import type { Extension } from '@shardform/ir-core';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import * as ops from './ops/index.ts';

/** Operations of XLA's HLO that StableHLO does not have. */
export const hloDialect: Extension = {
  name: 'dialect-hlo',
  get requires() {
    return [stablehloDialect];
  },
  dialects: [
    {
      name: 'hlo',
      documentation: async () => (await import('./docs/hlo-documentation.ts')).hloDocumentation,
      // Operations compute the same wherever they stand.
      inlining: { isLegalToInlineOp: () => true, isLegalToInlineRegion: () => true },
    },
  ],
  ops: Object.values(ops),
};
