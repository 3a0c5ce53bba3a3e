import type { Extension } from '@shardform/ir-core';
import { DequantizeCastOp, QuantizeCastOp, StorageCastOp } from './cast-ops.ts';
import { AnyQuantizedType, CalibratedQuantizedType } from './other-types.ts';
import { UniformQuantizedType } from './uniform-type.ts';

/** Types of numbers that are stored as integers, and conversions between them. */
export const quantDialect: Extension = {
  name: 'dialects-mlir/quant',
  dialects: [
    {
      name: 'quant',
      documentation: async () => (await import('../docs/small-dialects-documentation.ts')).quantDocumentation,
      inlining: { isLegalToInlineOp: () => true },
      unknownTypeMessage: (mnemonic) => `unknown quantized type ${mnemonic}`,
    },
  ],
  types: [AnyQuantizedType, CalibratedQuantizedType, UniformQuantizedType],
  ops: [DequantizeCastOp, QuantizeCastOp, StorageCastOp],
};
