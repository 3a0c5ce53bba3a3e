import { ModuleOp, type Operation } from '@shardform/ir-core';

/** Returns the outermost operation around one: the module of its version of the program. */
export function rootOf(op: Operation): Operation {
  let root = op;
  while (root.parentOp !== null) root = root.parentOp;
  return root;
}

/** Returns the outermost module around an operation; `null` outside of modules. */
export function moduleAround(op: Operation): ModuleOp | null {
  const root = rootOf(op);
  return root instanceof ModuleOp ? root : null;
}
