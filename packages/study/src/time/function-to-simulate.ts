import { type FuncOp, programEntry } from '@shardform/dialect-func';
import type { ModuleOp } from '@shardform/ir-core';
import { functionOf } from '@shardform/passes-dist';

/** Returns the entry function of a program, which may be in a nested device module; `null` if there is none. */
export function functionToSimulate(module: ModuleOp): FuncOp | null {
  return programEntry(module) ?? functionOf(module, '');
}
