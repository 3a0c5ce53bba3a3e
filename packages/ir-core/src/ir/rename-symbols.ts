import { SymbolRefAttr } from '../builtin/attrs/basic-attrs.ts';
import type { Operation } from './operation.ts';
import { AttributeReplacer } from './sub-attributes.ts';
import { setSymbolName, symbolName } from './symbol-table.ts';

/** Returns the names of the symbols of a program, those of nested tables, too. */
export function symbolsIn(root: Operation): Set<string> {
  const names = new Set<string>();
  root.walk((op) => {
    const name = symbolName(op);
    if (name !== null) names.add(name);
  }, 'pre');
  return names;
}

/**
 * Gives symbols and all references to them other names, in nested tables, too: what has one name has one name afterwards.
 *
 * @param names new names by old ones; symbols that it lacks keep theirs.
 */
export function renameSymbols(root: Operation, names: ReadonlyMap<string, string>): void {
  const nameOf = (name: string): string => names.get(name) ?? name;
  const replacer = new AttributeReplacer((attribute) =>
    attribute instanceof SymbolRefAttr
      ? SymbolRefAttr.get(nameOf(attribute.root), attribute.nested.map(nameOf))
      : attribute,
  );
  root.walk((op) => {
    const name = symbolName(op);
    if (name !== null && names.has(name)) setSymbolName(op, nameOf(name));
    replacer.applyToAttributes(op);
  }, 'pre');
}
