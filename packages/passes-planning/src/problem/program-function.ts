import { type FuncOp, programEntry } from '@shardform/dialect-func';
import type { ModuleOp } from '@shardform/ir-core';
import { PlanningError } from './planning-error.ts';

/** Returns the function that a program begins with. @throws PlanningError if there is none. */
export function entryOf(module: ModuleOp): FuncOp {
  const func = programEntry(module);
  if (func === null) throw new PlanningError(null, 'the program has no function to begin with');
  return func;
}
