import { SymbolRefAttr } from '../builtin/attrs/basic-attrs.ts';
import { symbolTable } from '../definition/traits.ts';
import type { Attribute } from './attribute.ts';
import type { Operation } from './operation.ts';
import { perState } from './per-state.ts';
import { AttributeReplacer, walkAttribute } from './sub-attributes.ts';
import { mayBeUnknownSymbolTable, symbolName } from './symbol-table.ts';

/** A reference to a symbol in an attribute of an operation. */
export interface SymbolUse {
  readonly user: Operation;
  readonly ref: SymbolRefAttr;
}

const NO_REFS: readonly SymbolRefAttr[] = [];
const refsByAttribute = new WeakMap<Attribute, readonly SymbolRefAttr[]>();

/** The symbol references in an attribute, also inside others. */
function symbolRefsIn(attribute: Attribute): readonly SymbolRefAttr[] {
  if (attribute instanceof SymbolRefAttr) return [attribute];
  let refs = refsByAttribute.get(attribute);
  if (refs === undefined) {
    if (attribute.subAttributes().length === 0) return NO_REFS;
    const found: SymbolRefAttr[] = [];
    walkAttribute(attribute, (part) => {
      if (part instanceof SymbolRefAttr) found.push(part);
    });
    refs = found.length === 0 ? NO_REFS : found;
    refsByAttribute.set(attribute, refs);
  }
  return refs;
}

/** The references of the only attribute of an operation that has some; `null` if several have. */
function onlyRefs({ properties, discardable }: Operation): readonly SymbolRefAttr[] | null {
  let only = NO_REFS;
  for (const attribute of properties) {
    const refs = attribute === null ? NO_REFS : symbolRefsIn(attribute);
    if (refs.length === 0) continue;
    if (only.length > 0) return null;
    only = refs;
  }
  for (const attribute of discardable?.values() ?? []) {
    const refs = symbolRefsIn(attribute);
    if (refs.length === 0) continue;
    if (only.length > 0) return null;
    only = refs;
  }
  return only;
}

/** Visits the references in the op's attributes, in the order of their names. */
function visitRefs(op: Operation, visit: (use: SymbolUse) => void): void {
  // Most operations have none or one, and sorting costs more than looking.
  const only = onlyRefs(op);
  if (only !== null) {
    for (const ref of only) visit({ user: op, ref });
    return;
  }
  for (const [, attribute] of op.sortedAttrs()) {
    for (const ref of symbolRefsIn(attribute)) visit({ user: op, ref });
  }
}

/**
 * Visits the references made in the regions of `table` that are meant in the table's own name space: those in
 * nested symbol tables are not.
 *
 * @returns false when an undeclared operation may hold references with another meaning; the visit stops.
 */
export function walkSymbolUses(table: Operation, visit: (use: SymbolUse) => void): boolean {
  return walkNameSpace(table, (op) => visitRefs(op, visit));
}

/** Visits the operations in whose attributes {@link walkSymbolUses} finds references. */
function walkNameSpace(table: Operation, visit: (op: Operation) => void): boolean {
  const work = [...table.regions];
  for (let region = work.pop(); region !== undefined; region = work.pop()) {
    for (const block of region.blocks) {
      for (let op = block.firstOp; op !== null; op = op.next) {
        if (mayBeUnknownSymbolTable(op)) return false;
        visit(op);
        if (!op.hasTrait(symbolTable)) work.push(...op.regions);
      }
    }
  }
  return true;
}

/** Returns the references made by `op` itself and, unless it is a symbol table, in its regions. See above. */
export function symbolUsesOf(op: Operation): SymbolUse[] | null {
  if (mayBeUnknownSymbolTable(op)) return null;
  const uses: SymbolUse[] = [];
  visitRefs(op, (use) => uses.push(use));
  if (!op.hasTrait(symbolTable) && !walkSymbolUses(op, (use) => uses.push(use))) return null;
  return uses;
}

/** Returns the references of {@link symbolUsesOf}, each once, whoever makes them. */
export const symbolRefsOf = /* @__PURE__ */ perState((op: Operation): ReadonlySet<SymbolRefAttr> | null => {
  if (mayBeUnknownSymbolTable(op)) return null;
  const refs = new Set<SymbolRefAttr>();
  // Attributes are interned, and those of many operations are the same few.
  const seen = new Set<Attribute>();
  const add = (attribute: Attribute): void => {
    if (seen.has(attribute)) return;
    seen.add(attribute);
    for (const ref of symbolRefsIn(attribute)) refs.add(ref);
  };
  const visit = ({ properties, discardable }: Operation): void => {
    for (const attribute of properties) if (attribute !== null) add(attribute);
    if (discardable !== null) for (const attribute of discardable.values()) add(attribute);
  };
  visit(op);
  return op.hasTrait(symbolTable) || walkNameSpace(op, visit) ? refs : null;
});

/** A name space together with what a symbol is called in it. */
interface SymbolScope {
  readonly table: Operation;
  readonly path: readonly string[];
}

/** The name spaces in which a symbol has a name, from its own outwards to `limit`. */
function scopesOf(symbol: Operation, limit: Operation): SymbolScope[] {
  const scopes: SymbolScope[] = [];
  let path: readonly string[] = [requiredName(symbol)];
  let table = symbol.parentOp;
  while (table?.hasTrait(symbolTable) === true) {
    scopes.push({ table, path });
    if (table === limit) break;
    const name = symbolName(table);
    if (name === null) break;
    path = [name, ...path];
    table = table.parentOp;
  }
  return scopes;
}

function requiredName(symbol: Operation): string {
  const name = symbolName(symbol);
  if (name === null) throw new Error(`'${symbol.name}' defines no symbol`);
  return name;
}

function startsWith(ref: SymbolRefAttr, path: readonly string[]): boolean {
  if (ref.root !== path[0] || ref.nested.length + 1 < path.length) return false;
  for (let i = 1; i < path.length; i++) if (ref.nested[i - 1] !== path[i]) return false;
  return true;
}

/**
 * Returns the references to a symbol, or into it, within `limit`: an operation around the symbol, by default its symbol
 * table. `null` when undeclared operations may hold more.
 */
export function usesOfSymbol(
  symbol: Operation,
  limit: Operation | null = symbol.parentOp,
): SymbolUse[] | null {
  if (limit === null) return [];
  const uses: SymbolUse[] = [];
  for (const { table, path } of scopesOf(symbol, limit)) {
    const known = walkSymbolUses(table, (use) => {
      if (startsWith(use.ref, path)) uses.push(use);
    });
    if (!known) return null;
  }
  return uses;
}

/** Returns true if nothing within `limit` refers to the symbol. */
export function isSymbolUnused(symbol: Operation, limit: Operation | null = symbol.parentOp): boolean {
  return usesOfSymbol(symbol, limit)?.length === 0;
}

/**
 * Makes references to a symbol, and those into it, name another one of the same table.
 *
 * @returns false, with nothing changed, when undeclared operations may hold more references.
 */
export function replaceSymbolUses(
  symbol: Operation,
  newName: string,
  limit: Operation | null = symbol.parentOp,
): boolean {
  if (limit === null) return true;
  const scopes = scopesOf(symbol, limit);
  const users = scopes.map(({ table, path }) => {
    const found = new Set<Operation>();
    const known = walkSymbolUses(table, ({ user, ref }) => {
      if (startsWith(ref, path)) found.add(user);
    });
    return known ? found : null;
  });
  if (users.includes(null)) return false;
  scopes.forEach(({ path }, i) => {
    const replacer = new AttributeReplacer((attribute) =>
      attribute instanceof SymbolRefAttr && startsWith(attribute, path)
        ? withName(attribute, path.length - 1, newName)
        : attribute,
    );
    for (const user of users[i] ?? []) replacer.applyToAttributes(user);
  });
  return true;
}

function withName(ref: SymbolRefAttr, index: number, name: string): SymbolRefAttr {
  const names = [ref.root, ...ref.nested];
  names[index] = name;
  return SymbolRefAttr.get(names[0]!, names.slice(1));
}

/**
 * Returns the users of each symbol of a table: the users directly in the table's name space, each once, in program
 * order of the walk. One walk answers for all symbols.
 */
export function symbolUsersIn(table: Operation): Map<string, Operation[]> {
  const users = new Map<string, Set<Operation>>();
  walkSymbolUses(table, ({ user, ref }) => {
    let set = users.get(ref.root);
    if (set === undefined) users.set(ref.root, (set = new Set()));
    set.add(user);
  });
  return new Map([...users].map(([name, set]) => [name, [...set]]));
}
