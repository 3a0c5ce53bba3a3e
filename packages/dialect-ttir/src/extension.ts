import { type AnyOpClass, DenseElementsAttr, type Extension, RankedTensorType } from '@shardform/ir-core';
import { ttcoreDialect } from '@shardform/dialect-ttcore';
import { ttirCanonicalizations } from './canonicalize/index.ts';
import * as ops from './ops/index.ts';

/** The TTIR dialect: tensor operations of one device, and between the devices of a mesh. */
export const ttirDialect: Extension = {
  name: 'dialect-ttir',
  requires: [ttcoreDialect],
  dialects: [
    {
      name: 'ttir',
      materializeConstant(value, type, location) {
        if (!(value instanceof DenseElementsAttr) || !(type instanceof RankedTensorType)) return null;
        return ops.materializeElements(value, type, location);
      },
    },
  ],
  ops: Object.values(ops).filter((item): item is typeof item & AnyOpClass => 'definition' in item),
  canonicalizations: ttirCanonicalizations,
};
