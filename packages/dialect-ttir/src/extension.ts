import {
  type AnyOpClass,
  type AttrClass,
  DenseElementsAttr,
  type Extension,
  RankedTensorType,
} from '@shardform/ir-core';
import { ttcoreDialect } from '@shardform/dialect-ttcore';
import { ttirCanonicalizations } from './canonicalize/index.ts';
import * as attrs from './attrs/index.ts';
import * as ops from './ops/index.ts';
import { MemTxType, SemaphoreType } from './types/synchronization-types.ts';

/** The TTIR dialect: tensor operations of one device, and between the devices of a mesh. */
export const ttirDialect: Extension = {
  name: 'dialect-ttir',
  get requires() {
    return [ttcoreDialect];
  },
  dialects: [
    {
      name: 'ttir',
      inlining: { isLegalToInlineOp: () => true },
      documentation: async () => (await import('./docs/ttir-documentation.ts')).ttirDocumentation,
      materializeConstant(value, type, location) {
        if (!(value instanceof DenseElementsAttr) || !(type instanceof RankedTensorType)) return null;
        return ops.materializeElements(value, type, location);
      },
    },
  ],
  ops: Object.values(ops).filter(
    (item): item is typeof item & AnyOpClass => typeof item === 'function' && 'definition' in item,
  ),
  attrs: Object.values(attrs).filter(
    (item): item is typeof item & AttrClass => typeof item === 'function' && 'mnemonic' in item,
  ),
  types: [MemTxType, SemaphoreType],
  canonicalizations: ttirCanonicalizations,
};
