import { CallOp, FuncOp, programEntry } from '@shardform/dialect-func';
import { ShardingConstraintOp } from '@shardform/dialect-sdy';
import { type Location, type ModuleOp, type Operation, SymbolTable } from '@shardform/ir-core';

/** An operation among those of its name in a function, counted from 0 in the order of the text. */
export interface NumberedOperation {
  /** Such as `stablehlo.dot_general`. */
  readonly name: string;
  readonly number: number;
  /** The function that it calls; absent for what is no call. */
  readonly callee?: string;
}

/** Where an operation is executed: the calls that lead to it from the main function, and the operation in the function called last. */
export type CallPath = readonly NumberedOperation[];

/**
 * Finds the operations of a module in a copy of it whose calls were inlined. The module has unique locations, which copies
 * keep: the copies of an operation are in the order of the calls that lead to it.
 */
export class CallPaths {
  readonly #paths = new Map<Location, CallPath[]>();

  constructor(module: ModuleOp) {
    const main = programEntry(module);
    if (main !== null) this.#visit(main, [], new SymbolTable(module));
  }

  /** Returns the paths of the operations of an inlined copy of the module; none where it isn't known which call one is of. */
  ofCopies(inlined: ModuleOp): ReadonlyMap<Operation, CallPath> {
    const copies = new Map<Location, Operation[]>();
    inlined.walk((op) => {
      // Those of a plan are no copies.
      if (op instanceof ShardingConstraintOp) return;
      const known = copies.get(op.location);
      if (known === undefined) copies.set(op.location, [op]);
      else known.push(op);
    }, 'pre');
    const found = new Map<Operation, CallPath>();
    for (const [location, own] of copies) {
      const paths = this.#paths.get(location) ?? [];
      if (paths.length !== own.length) continue;
      for (const [i, op] of own.entries()) if (paths[i]?.at(-1)?.name === op.name) found.set(op, paths[i]);
    }
    return found;
  }

  #visit(func: FuncOp, calls: CallPath, symbols: SymbolTable): void {
    const counts = new Map<string, number>();
    func.walk((op) => {
      if (op === func) return;
      const number = counts.get(op.name) ?? 0;
      counts.set(op.name, number + 1);
      const callee = op instanceof CallOp ? symbols.lookup(op.callee.root) : null;
      const called = op instanceof CallOp ? { callee: op.callee.root } : {};
      const path = [...calls, { name: op.name, number, ...called }];
      const known = this.#paths.get(op.location);
      if (known === undefined) this.#paths.set(op.location, [path]);
      else known.push(path);
      if (callee instanceof FuncOp && !callee.isDeclaration) this.#visit(callee, path, symbols);
    }, 'pre');
  }
}
