import { type Attribute, isInstance, Type } from '../ir/attribute.ts';
import type { Context } from '../ir/context.ts';
import { Location } from '../ir/location.ts';
import type { Operation } from '../ir/operation.ts';
import { Printer } from './printer.ts';
import type { PrintOptions } from './print-options.ts';

/** Names at the head or foot of a file for attributes, types and locations. */
export class AliasTable {
  readonly #texts = new Map<Attribute, string>();
  /** Aliases that must precede the module, and those that may follow it, in printing order. */
  readonly leading: Attribute[] = [];
  readonly trailing: Attribute[] = [];

  /** The alias of an attribute, or `null`. */
  textOf(attribute: Attribute): string | null {
    return this.#texts.get(attribute) ?? null;
  }

  get isEmpty(): boolean {
    return this.#texts.size === 0;
  }

  /** @internal */
  add(attribute: Attribute, text: string, isTrailing: boolean): void {
    this.#texts.set(attribute, text);
    (isTrailing ? this.trailing : this.leading).push(attribute);
  }
}

/**
 * Walks an operation as it will be printed and names what dialects want to have named, nested parts before
 * the whole. Locations not needed by anything before the module are printed after it.
 */
export function collectAliases(root: Operation, context: Context | null, options: PrintOptions): AliasTable {
  const table = new AliasTable();
  if (options.localScope) return table;
  const suggestions = [...(context?.dialects.values() ?? [])].flatMap(({ suggestAlias }) =>
    suggestAlias === undefined ? [] : [suggestAlias],
  );
  new Collector(table, suggestions, options).run(root);
  return table;
}

interface Found {
  readonly attribute: Attribute;
  readonly name: string;
  /** Depth of aliases nested in it: what is nested has to be printed before. */
  readonly depth: number;
  deferrable: boolean;
}

/** MLIR's order: nested parts first, then types, then by name; equal names stay in the order of printing. */
function compareAliases(a: Found, b: Found): number {
  if (a.depth !== b.depth) return a.depth - b.depth;
  const [aIsType, bIsType] = [isInstance(Type, a.attribute), isInstance(Type, b.attribute)];
  if (aIsType !== bIsType) return aIsType ? -1 : 1;
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/** A printer that notes what is printed. */
class Collector {
  readonly #table: AliasTable;
  readonly #suggestions: readonly ((attribute: Attribute) => string | null)[];
  readonly #options: PrintOptions;
  readonly #found = new Map<Attribute, Found>();
  readonly #visited = new Map<Attribute, { depth: number; children: readonly Attribute[] }>();

  constructor(
    table: AliasTable,
    suggestions: readonly ((attribute: Attribute) => string | null)[],
    options: PrintOptions,
  ) {
    this.#table = table;
    this.#suggestions = suggestions;
    this.#options = options;
  }

  run(root: Operation): void {
    this.#visitOp(root);
    const counts = new Map<string, number>();
    const ordered = [...this.#found.values()].sort(compareAliases);
    for (const { attribute, name, deferrable } of ordered) {
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      const separator = /[0-9]$/.test(name) ? '_' : '';
      const sigil = isInstance(Type, attribute) ? '!' : '#';
      this.#table.add(attribute, `${sigil}${name}${count === 0 ? '' : `${separator}${count}`}`, deferrable);
    }
  }

  #visitOp(op: Operation): void {
    if (this.#options.debugInfo) this.#visit(op.location.resolved(), true);
    for (const [, attribute] of op.sortedAttrs()) this.#visit(attribute, false);
    for (const operand of op.operands) this.#visit(operand.value.type, false);
    for (const result of op.results) this.#visit(result.type, false);
    for (const region of op.regions) {
      for (const block of region.blocks) {
        for (const argument of block.arguments) {
          this.#visit(argument.type, false);
          // Locations of arguments print in place, but MLIR names them all the same, and first.
          if (this.#options.debugInfo) this.#visit(argument.location.resolved(), false);
        }
        for (let inner = block.firstOp; inner !== null; inner = inner.next) this.#visitOp(inner);
      }
    }
  }

  /** Returns the depth of aliases in and at the attribute. */
  #visit(attribute: Attribute, deferrable: boolean): number {
    const known = this.#visited.get(attribute);
    if (known !== undefined) {
      if (!deferrable) this.#markNeeded(attribute);
      return known.depth;
    }
    const children = childrenOf(attribute, this.#options);
    let depth = 0;
    for (const child of children) depth = Math.max(depth, this.#visit(child, deferrable));
    const name = this.#nameOf(attribute);
    this.#visited.set(attribute, { depth: name === null ? depth : depth + 1, children });
    if (name === null) return depth;
    this.#found.set(attribute, { attribute, name, depth: depth + 1, deferrable });
    return depth + 1;
  }

  #markNeeded(attribute: Attribute): void {
    const found = this.#found.get(attribute);
    if (found !== undefined) {
      if (!found.deferrable) return;
      found.deferrable = false;
    }
    for (const child of this.#visited.get(attribute)?.children ?? []) this.#markNeeded(child);
  }

  #nameOf(attribute: Attribute): string | null {
    if (isInstance(Location, attribute)) return 'loc';
    for (const suggest of this.#suggestions) {
      const name = suggest(attribute);
      if (name !== null) return name;
    }
    return null;
  }
}

/** The attributes and types that an attribute's text mentions, found by printing it. */
function childrenOf(attribute: Attribute, options: PrintOptions): Attribute[] {
  const children: Attribute[] = [];
  const probe = new ProbePrinter(options, children);
  if (isInstance(Location, attribute)) attribute.printBody(probe);
  else attribute.print(probe);
  return children;
}

/** Notes the attributes that are handed to it and doesn't go into them. */
class ProbePrinter extends Printer {
  readonly #children: Attribute[];

  constructor(options: PrintOptions, children: Attribute[]) {
    super(options);
    this.#children = children;
  }

  override printType(type: Type): void {
    this.#children.push(type);
  }

  override printAttribute(attribute: Attribute): void {
    this.#children.push(attribute);
  }

  override printNestedLocation(location: Location): void {
    this.#children.push(location.resolved());
  }
}
