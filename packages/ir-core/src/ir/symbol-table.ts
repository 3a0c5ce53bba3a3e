import { StringAttr, SymbolRefAttr } from '../builtin/attrs/basic-attrs.ts';
import { symbolTable } from '../definition/traits.ts';
import type { Operation } from './operation.ts';

/** The visibility of a symbol: to anyone, to operations of the same table, or to those of tables around it. */
export type SymbolVisibility = 'public' | 'private' | 'nested';

const SYMBOL_NAME = 'sym_name';
const VISIBILITY = 'sym_visibility';

/** Returns the name of the symbol that an operation defines, or `null`. */
export function symbolName(op: Operation): string | null {
  const name = op.getAttr(SYMBOL_NAME);
  return name instanceof StringAttr ? name.value : null;
}

/** Renames a symbol; its uses stay. */
export function setSymbolName(op: Operation, name: string): void {
  op.setAttr(SYMBOL_NAME, StringAttr.get(name));
}

/** `public` for symbols that don't say. */
export function symbolVisibility(op: Operation): SymbolVisibility {
  const visibility = op.getAttr(VISIBILITY);
  if (!(visibility instanceof StringAttr)) return 'public';
  return visibility.value === 'private' || visibility.value === 'nested' ? visibility.value : 'public';
}

/** Sets the visibility of a symbol; `public` is stored as no attribute. */
export function setSymbolVisibility(op: Operation, visibility: SymbolVisibility): void {
  op.setAttr(VISIBILITY, visibility === 'public' ? null : StringAttr.get(visibility));
}

/**
 * Returns the closest operation, `from` included, whose region is a name space for symbols. `null` where there is none,
 * or where an undeclared operation in between may be one.
 */
export function nearestSymbolTable(from: Operation): Operation | null {
  for (let op: Operation | null = from; op !== null; op = op.parentOp) {
    if (op.hasTrait(symbolTable)) return op;
    if (mayBeUnknownSymbolTable(op)) return null;
  }
  return null;
}

/** Returns true if nothing is known of the names in the op's region. */
export function mayBeUnknownSymbolTable(op: Operation): boolean {
  return !op.definition.isRegistered && op.regions.length === 1;
}

/**
 * Returns the symbol that a name or reference stands for in a table: `@a::@b` is looked up as `b` in the table `a`.
 * O(symbols); {@link SymbolTable} and {@link SymbolTables} look up in O(1).
 */
export function lookupSymbol(table: Operation, symbol: string | SymbolRefAttr): Operation | null {
  return resolveSymbol(table, symbol, findInBody);
}

/** Returns the symbol that a name or reference stands for at `from`, looked up in the nearest symbol table. */
export function lookupNearestSymbol(from: Operation, symbol: string | SymbolRefAttr): Operation | null {
  const table = nearestSymbolTable(from);
  return table === null ? null : lookupSymbol(table, symbol);
}

function findInBody(table: Operation, name: string): Operation | null {
  const block = table.regions[0]?.blocks[0];
  if (block === undefined) return null;
  // References are interned, and so are names: one comparison a symbol.
  const wanted = StringAttr.get(name);
  for (let op = block.firstOp; op !== null; op = op.next) if (op.getAttr(SYMBOL_NAME) === wanted) return op;
  return null;
}

function resolveSymbol(
  table: Operation,
  symbol: string | SymbolRefAttr,
  find: (table: Operation, name: string) => Operation | null,
): Operation | null {
  if (typeof symbol === 'string') return find(table, symbol);
  let op = find(table, symbol.root);
  for (const name of symbol.nested) {
    if (op?.hasTrait(symbolTable) !== true) return null;
    op = find(op, name);
  }
  return op;
}

/**
 * The symbols of one operation by name, for many look-ups and for inserting under unique names. Symbols that
 * are added, removed or renamed by other means are not noticed.
 */
export class SymbolTable {
  readonly op: Operation;
  readonly #symbols = new Map<string, Operation>();
  #conflicts = 0;

  /** @throws when `op` is no symbol table. */
  constructor(op: Operation) {
    if (!op.hasTrait(symbolTable)) throw new Error(`'${op.name}' is no symbol table`);
    this.op = op;
    for (const symbol of op.regions[0]?.blocks[0] ?? []) {
      const name = symbolName(symbol);
      if (name !== null && !this.#symbols.has(name)) this.#symbols.set(name, symbol);
    }
  }

  lookup(name: string): Operation | null {
    return this.#symbols.get(name) ?? null;
  }

  /** The symbols in the order in which they entered the table. */
  symbols(): IterableIterator<Operation> {
    return this.#symbols.values();
  }

  /**
   * Adds a symbol under its own name or, where that is taken, under `name_0`, `name_1`, …; numbers are
   * counted on for the whole table. A detached op is inserted before `anchor`, or at the end of the table.
   *
   * @returns the name.
   */
  insert(symbol: Operation, anchor: Operation | null = null): string {
    if (symbol.parent === null) {
      const block = this.op.getRegion(0).entry;
      block.insertBefore(symbol, anchor ?? block.terminator);
    }
    const name = symbolName(symbol);
    if (name === null) throw new Error(`'${symbol.name}' has no symbol name`);
    const present = this.#symbols.get(name);
    if (present === symbol) return name;
    const unique = present === undefined ? name : this.uniqueName(name);
    this.#symbols.set(unique, symbol);
    if (unique !== name) setSymbolName(symbol, unique);
    return unique;
  }

  /** A name made from `base` that no symbol of the table has; every call counts on. */
  uniqueName(base: string): string {
    let name: string;
    do name = `${base}_${this.#conflicts++}`;
    while (this.#symbols.has(name));
    return name;
  }

  /** Takes a symbol out of the table; the operation stays where it is. */
  remove(symbol: Operation): void {
    const name = symbolName(symbol);
    if (name !== null && this.#symbols.get(name) === symbol) this.#symbols.delete(name);
  }

  /** Takes a symbol out of the table and erases the operation. */
  erase(symbol: Operation): void {
    this.remove(symbol);
    symbol.erase();
  }

  /** Renames a symbol; references to it are the caller's business. @throws when the name is taken. */
  rename(symbol: Operation, name: string): void {
    const present = this.#symbols.get(name);
    if (present === symbol) return;
    if (present !== undefined) throw new Error(`symbol '${name}' is defined already`);
    this.remove(symbol);
    setSymbolName(symbol, name);
    this.#symbols.set(name, symbol);
  }
}

/** The symbol tables of a program, each built when first asked for. */
export class SymbolTables {
  readonly #tables = new Map<Operation, SymbolTable>();

  /** The table of an operation with the trait `symbolTable`. */
  table(op: Operation): SymbolTable {
    let table = this.#tables.get(op);
    if (table === undefined) this.#tables.set(op, (table = new SymbolTable(op)));
    return table;
  }

  lookup(table: Operation, symbol: string | SymbolRefAttr): Operation | null {
    return resolveSymbol(table, symbol, (op, name) => this.table(op).lookup(name));
  }

  lookupNearest(from: Operation, symbol: string | SymbolRefAttr): Operation | null {
    const table = nearestSymbolTable(from);
    return table === null ? null : this.lookup(table, symbol);
  }

  /** Forgets the table of an operation that is erased or changed by other means. */
  invalidate(op: Operation): void {
    this.#tables.delete(op);
  }
}
