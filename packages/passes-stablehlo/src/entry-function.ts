import type { ModuleOp, PassRun } from '@shardform/ir-core';
import { FuncOp } from '@shardform/dialect-func';

/**
 * Returns the function that a program begins with: the only one, or `main`. Reports and returns `null` where there is
 * none.
 */
export function entryFunction(module: ModuleOp, pass: Pick<PassRun, 'opError'>): FuncOp | null {
  const functions = [...module.body].filter((op) => op instanceof FuncOp);
  const main = functions.find(({ symName }) => symName.value === 'main');
  if (functions.length > 1 && main === undefined) {
    pass.opError(
      module,
      'must have no more than one function or a `main` function to clearly identify which function will be refined',
    );
    return null;
  }
  return main ?? functions[0] ?? null;
}
