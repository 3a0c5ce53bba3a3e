import type { SymbolRefAttr } from '../builtin/attrs/basic-attrs.ts';
import { symbol, symbolTable } from '../definition/traits.ts';
import type { Operation } from '../ir/operation.ts';
import { symbolName, SymbolTables, symbolVisibility } from '../ir/symbol-table.ts';
import { symbolRefsOf } from '../ir/symbol-uses.ts';
import { definePass, type PassRun } from '../pass/pass.ts';

/** MLIR's `symbol-dce`. */
export const symbolDce = /* @__PURE__ */ definePass({
  name: 'symbol-dce',
  className: 'SymbolDCE',
  summary: 'Eliminate dead symbols',
  statistics: { "num-dce'd": "Number of symbols DCE'd" },
  description:
    'Erases symbols that are not public and that no public symbol and no other operation refers to, directly ' +
    'or through other symbols.',
  run(op, pass) {
    if (!op.hasTrait(symbolTable)) {
      // Two blanks, as upstream prints it.
      pass.opError(op, ' was scheduled to run under SymbolDCE, but does not define a symbol table');
      return;
    }
    const isHidden = op.parent === null || !isSymbol(op) || symbolVisibility(op) === 'private';
    const live = new LiveSymbols(pass);
    if (!live.visitTable(op, isHidden)) {
      pass.fail();
      return;
    }
    op.walk((table) => {
      if (table.regions.length === 0 || !table.hasTrait(symbolTable)) return;
      for (const block of table.regions[0]?.blocks ?? []) {
        for (const inner of block) {
          if (!isSymbol(inner) || live.has(inner)) continue;
          inner.erase();
          pass.count("num-dce'd");
        }
      }
    });
  },
});

/** Operations that may define a symbol and do. */
function isSymbol(op: Operation): boolean {
  return op.hasTrait(symbol) && symbolName(op) !== null;
}

class LiveSymbols {
  readonly #pass: PassRun;
  readonly #live = new Set<Operation>();
  readonly #tables = new SymbolTables();

  constructor(pass: PassRun) {
    this.#pass = pass;
  }

  has(op: Operation): boolean {
    return this.#live.has(op);
  }

  /**
   * Marks the symbols of a table that matter and what they refer to.
   *
   * @param isHidden whether nothing outside can see the table's symbols.
   */
  visitTable(table: Operation, isHidden: boolean): boolean {
    const work: Operation[] = [];
    for (const block of table.regions[0]?.blocks ?? []) {
      for (const op of block) {
        if (!isSymbol(op)) work.push(op);
        else if (!isDiscardable(op, isHidden)) this.#mark(op, work);
      }
    }
    for (let op = work.pop(); op !== undefined; op = work.pop()) {
      if (op.hasTrait(symbolTable)) {
        const isInnerHidden = isHidden || !isSymbol(op) || symbolVisibility(op) === 'private';
        if (!this.visitTable(op, isInnerHidden)) return false;
      }
      const refs = symbolRefsOf(op);
      if (refs === null) {
        const message =
          "operation contains potentially unknown symbol table, meaning that we can't reliable compute symbol uses";
        this.#pass.context.diagnostics.error(op.location, message);
        return false;
      }
      for (const ref of refs) this.#markReferenced(table, ref, work);
    }
    return true;
  }

  /** Marks the symbols that every component of a nested reference names. */
  #markReferenced(table: Operation, ref: SymbolRefAttr, work: Operation[]): void {
    const found: Operation[] = [];
    let scope = table;
    for (const name of [ref.root, ...ref.nested]) {
      const op = scope.hasTrait(symbolTable) ? this.#tables.table(scope).lookup(name) : null;
      if (op === null) return;
      found.push(op);
      scope = op;
    }
    for (const op of found) this.#mark(op, work);
  }

  #mark(op: Operation, work: Operation[]): void {
    if (this.#live.has(op)) return;
    this.#live.add(op);
    work.push(op);
  }
}

function isDiscardable(op: Operation, isHidden: boolean): boolean {
  const visibility = symbolVisibility(op);
  return visibility === 'private' || (isHidden && visibility === 'nested');
}
