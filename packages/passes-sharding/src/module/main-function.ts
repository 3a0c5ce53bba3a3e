import { FuncOp } from '@shardform/dialect-func';
import type { ModuleOp } from '@shardform/ir-core';

/** Returns the function where the program starts: `@main`, or the only one. `null` when that is not clear. */
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

/**
 * Returns the functions whose results' shardings are those of what they return: the main one, or, in a module of
 * several programs without a main one, all that are public.
 */
export function entryFunctions(module: ModuleOp): FuncOp[] {
  const main = mainFunction(module);
  if (main !== null) return [main];
  return [...module.body].filter((op): op is FuncOp => op instanceof FuncOp && op.isPublic);
}
