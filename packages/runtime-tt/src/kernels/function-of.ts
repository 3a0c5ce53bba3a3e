import { FuncOp } from '@shardform/dialect-func';
import { type Operation, type SymbolRefAttr, SymbolTables } from '@shardform/ir-core';
import { ExecutionError } from '@shardform/runtime-sim';

/** Returns the function that an operation names. @throws ExecutionError when there is none. */
export function functionOf(op: Operation, symbol: SymbolRefAttr): FuncOp {
  const found = new SymbolTables().lookupNearest(op, symbol);
  if (found instanceof FuncOp && !found.isDeclaration) return found;
  throw new ExecutionError(op, `'${op.name}' op calls '@${symbol.root}', which is no function of the module`);
}
