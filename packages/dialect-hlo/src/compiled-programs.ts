import { CallOp } from '@shardform/dialect-func';
import type { Operation } from '@shardform/ir-core';
import { hloAttributes } from './attributes.ts';

/** Returns whether an operation calls a function whose operations are one kernel. */
export function isFusionCall(op: Operation): op is CallOp {
  return op instanceof CallOp && op.hasAttr(hloAttributes.fusionKind);
}

/** Returns whether operations of a program are the kernels of a compiler, in the order in which they are executed. */
export function isScheduled(op: Operation): boolean {
  let at: Operation = op;
  while (at.parentOp !== null) at = at.parentOp;
  return at.hasAttr(hloAttributes.isScheduled);
}

/** Returns whether a module is the program that XLA made for each of several devices. */
export function isDeviceProgramOfHlo(module: Operation): boolean {
  return module.hasAttr(hloAttributes.isPartitioned);
}
