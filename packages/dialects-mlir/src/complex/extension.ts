import { ArrayAttr, ComplexType, type Extension } from '@shardform/ir-core';
import { materializeConstant } from '../arith/constant-op.ts';
import { arithDialect } from '../arith/extension.ts';
import { complexOps, ConstantOp } from './ops.ts';

/** Complex numbers. */
export const complexDialect: Extension = {
  name: 'dialects-mlir/complex',
  get requires() {
    return [arithDialect];
  },
  dialects: [
    {
      name: 'complex',
      documentation: async () => (await import('../docs/complex-documentation.ts')).complexDocumentation,
      inlining: { isLegalToInlineOp: () => true },
      materializeConstant: (value, type, location) =>
        value instanceof ArrayAttr && type instanceof ComplexType
          ? ConstantOp.create({ value }, [type], { location })
          : materializeConstant(value, type, location),
    },
  ],
  ops: complexOps,
};
