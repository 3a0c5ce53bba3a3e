import type { Operation } from '@shardform/ir-core';
import { FuncOp } from './func-op.ts';

/** Returns the function that is around an operation most closely; `null` outside of functions. */
export function enclosingFunction(op: Operation): FuncOp | null {
  for (let at = op.parentOp; at !== null; at = at.parentOp) if (at instanceof FuncOp) return at;
  return null;
}
