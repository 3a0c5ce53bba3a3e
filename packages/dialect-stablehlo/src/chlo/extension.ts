import type { AnyOpClass, Extension } from '@shardform/ir-core';
import { stablehloDialect } from '../extension.ts';
import { areCompatibleTypes } from '../inference/compatible-types.ts';
import * as enums from './enums.ts';
import * as ops from './index.ts';
import { RaggedDotDimensionNumbersAttr } from './ragged-dot-dimension-numbers-attr.ts';

/** CHLO: operations of clients that stand for several of StableHLO, such as arithmetic that broadcasts. */
export const chloDialect: Extension = {
  name: 'dialect-stablehlo/chlo',
  get requires() {
    return [stablehloDialect];
  },
  dialects: [
    {
      name: 'chlo',
      checksDeclaredOnly: true,
      documentation: async () => (await import('./docs/chlo-documentation.ts')).chloDocumentation,
      inlining: { isLegalToInlineOp: () => true, isLegalToInlineRegion: () => true },
      unknownAttrMessage: () => 'unknown chlo attribute',
      isCompatibleResultType: areCompatibleTypes,
    },
  ],
  ops: Object.values(ops).filter((item): item is typeof item & AnyOpClass => 'definition' in item),
  attrs: [...Object.values(enums), RaggedDotDimensionNumbersAttr],
};
