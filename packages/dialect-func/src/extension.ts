import type { Extension } from '@shardform/ir-core';
import { CallOp } from './ops/call-op.ts';
import { FuncOp } from './ops/func-op.ts';
import { ReturnOp } from './ops/return-op.ts';

/** Functions, calls and returns. */
export const funcDialect: Extension = {
  name: 'dialect-func',
  dialects: [{ name: 'func' }],
  ops: [CallOp, FuncOp, ReturnOp],
};
