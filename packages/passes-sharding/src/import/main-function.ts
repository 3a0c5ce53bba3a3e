import { FuncOp } from '@shardform/dialect-func';
import type { ModuleOp } from '@shardform/ir-core';

/** The function where the program starts: `@main`, or the only one. `null` when that is not clear. */
export function mainFunction(module: ModuleOp): FuncOp | null {
  let only: FuncOp | null = null;
  let count = 0;
  for (const op of module.body) {
    if (!(op instanceof FuncOp)) continue;
    if (op.symName.value === 'main') return op;
    only = op;
    count++;
  }
  return count === 1 ? only : null;
}
