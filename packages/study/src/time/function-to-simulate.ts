import { type FuncOp, programEntry } from '@shardform/dialect-func';
import type { ModuleOp } from '@shardform/ir-core';
import { functionOf } from '@shardform/passes-dist';

/**
 * Returns the function that a simulation of a program starts with: its entry, which may be in a nested device module.
 * `null` if it has none with a body.
 */
export function functionToSimulate(module: ModuleOp): FuncOp | null {
  const entry = programEntry(module);
  return entry === null || entry.isDeclaration ? functionOf(module, '') : entry;
}
