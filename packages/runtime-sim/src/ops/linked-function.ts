import { FuncOp } from '@shardform/dialect-func';
import { ModuleOp, type Operation } from '@shardform/ir-core';

/**
 * Returns the function that a declaration stands for: one with a body and the same name in another module of the program,
 * as a linker finds it; the function itself where it has a body, `null` for none.
 */
export function linkedFunction(func: FuncOp): FuncOp | null {
  if (!func.isDeclaration) return func;
  let root: Operation = func;
  while (root.parentOp !== null) root = root.parentOp;
  const name = func.symName.value;
  let found: FuncOp | null = null;
  root.walkOf(ModuleOp, (module) => {
    for (const op of module.body)
      if (op instanceof FuncOp && !op.isDeclaration && op.symName.value === name) found ??= op;
  });
  return found;
}
