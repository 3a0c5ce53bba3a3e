import * as stablehlo from '@shardform/dialect-stablehlo';
import type { Operation } from '@shardform/ir-core';
import { AsyncDoneOp, AsyncStartOp, AsyncUpdateOp } from './ops/async-ops.ts';

/** Returns whether an operation starts what another one waits for, in either dialect. */
export function isAsyncStart(op: Operation | null): op is AsyncStartOp | stablehlo.AsyncStartOp {
  return op instanceof AsyncStartOp || op instanceof stablehlo.AsyncStartOp;
}

/** Returns whether an operation hands on what an asynchronous one computes. */
export function isAsyncEnd(op: Operation): op is AsyncUpdateOp | AsyncDoneOp | stablehlo.AsyncDoneOp {
  return op instanceof AsyncUpdateOp || op instanceof AsyncDoneOp || op instanceof stablehlo.AsyncDoneOp;
}
