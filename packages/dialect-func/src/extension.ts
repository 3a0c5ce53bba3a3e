import { type Extension, SymbolRefAttr } from '@shardform/ir-core';
import { cfDialect } from '@shardform/dialects-mlir';
import { funcBytecode } from './bytecode.ts';
import { callInterfaces, callPatterns, funcInlining } from './call-interfaces.ts';
import { CallIndirectOp } from './ops/call-indirect-op.ts';
import { CallOp } from './ops/call-op.ts';
import { ConstantOp } from './ops/constant-op.ts';
import { FuncOp } from './ops/func-op.ts';
import { ReturnOp } from './ops/return-op.ts';

/** Functions, calls and returns. */
export const funcDialect: Extension = {
  name: 'dialect-func',
  get requires() {
    return [cfDialect];
  },
  dialects: [
    {
      name: 'func',
      documentation: async () => (await import('./docs/func-documentation.ts')).funcDocumentation,
      inlining: funcInlining,
      bytecode: funcBytecode,
      materializeConstant: (value, type, location) =>
        value instanceof SymbolRefAttr && value.isFlat
          ? ConstantOp.create({ value }, [type], { location })
          : null,
    },
  ],
  ops: [CallIndirectOp, CallOp, ConstantOp, FuncOp, ReturnOp],
  interfaces: callInterfaces,
  canonicalizations: callPatterns,
};
