import type { Extension } from '@shardform/ir-core';
import { callInterfaces, funcInlining } from './call-interfaces.ts';
import { CallOp } from './ops/call-op.ts';
import { FuncOp } from './ops/func-op.ts';
import { ReturnOp } from './ops/return-op.ts';

/** Functions, calls and returns. */
export const funcDialect: Extension = {
  name: 'dialect-func',
  dialects: [{ name: 'func', inlining: funcInlining }],
  ops: [CallOp, FuncOp, ReturnOp],
  interfaces: callInterfaces,
};
