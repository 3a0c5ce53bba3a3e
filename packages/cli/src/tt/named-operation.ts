import { type ModuleOp, type Operation, ValueNames } from '@shardform/ir-core';
import { locationOf } from '@shardform/inspect';

/** What an operation is called in tables. */
export interface OperationNames {
  /** Of its first result: `%4`. */
  readonly name: string;
  /** Without columns: `step.mlir:12`; `null` if unknown. */
  readonly place: string | null;
}

/** Returns rows about operations of a module with the names of values in the program's text. */
export function namedRows<R extends { readonly operation: Operation }>(
  rows: readonly R[],
  module: ModuleOp,
): (R & OperationNames)[] {
  const names = new ValueNames(module, true);
  return rows.map((row) => {
    const [first] = row.operation.results;
    const name = first === undefined ? '' : names.operand(first);
    return { ...row, name, place: locationOf(row.operation) };
  });
}
