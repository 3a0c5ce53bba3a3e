import { dialectOf } from '../builtin/dialect-of.ts';
import { checkInterruptAfter, STEPS_PER_OPERATION } from '../budget/budget.ts';
import { type Attribute, isInstance, Type } from '../ir/attribute.ts';
import type { Context } from '../ir/context.ts';
import { Location } from '../ir/location.ts';
import type { Operation } from '../ir/operation.ts';
import type { Value } from '../ir/value.ts';
import type { PrintOptions } from './print-options.ts';
import { Printer } from './printer.ts';

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

  /** @internal */
  add(attribute: Attribute, text: string, isTrailing: boolean): void {
    this.#texts.set(attribute, text);
    (isTrailing ? this.trailing : this.leading).push(attribute);
  }
}

/**
 * Prints an operation without writing anything and assigns the aliases that dialects suggest, nested attributes before
 * those that contain them. What is only needed by locations of operations is printed after the module.
 */
export function collectAliases(root: Operation, context: Context | null, options: PrintOptions): AliasTable {
  const table = new AliasTable();
  if (options.localScope || context === null) return table;
  const found = new AliasFinder(options, context);
  new Collector(options, found).printOperation(root);
  found.addTo(table);
  return table;
}

interface Found {
  readonly attribute: Attribute;
  readonly name: string;
  /** Depth of aliases nested in it: what is nested has to be printed before. */
  readonly depth: number;
  deferrable: boolean;
}

/** An attribute whose parts are known. */
interface Visited {
  readonly depth: number;
  readonly children: readonly Attribute[];
  /** Whether it, and so its parts, precede the module. */
  isNeeded: boolean;
}

/** MLIR's order: nested attributes first, then types, then by name; equal names stay in the order of printing. */
function compareAliases(a: Found, b: Found): number {
  if (a.depth !== b.depth) return a.depth - b.depth;
  const [aIsType, bIsType] = [isInstance(Type, a.attribute), isInstance(Type, b.attribute)];
  if (aIsType !== bIsType) return aIsType ? -1 : 1;
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/** Finds the attributes that are printed and have aliases. */
class AliasFinder {
  readonly #options: PrintOptions;
  readonly #context: Context;
  readonly #found = new Map<Attribute, Found>();
  readonly #visited = new Map<Attribute, Visited>();

  constructor(options: PrintOptions, context: Context) {
    this.#options = options;
    this.#context = context;
  }

  /** Returns the depth of aliases in and at the attribute. */
  visit(attribute: Attribute, deferrable: boolean): number {
    const known = this.#visited.get(attribute);
    if (known !== undefined) {
      if (!deferrable && known.depth > 0) this.#markNeeded(attribute, known);
      return known.depth;
    }
    const children = partsOf(attribute, this.#options);
    let depth = 0;
    for (const child of children) {
      checkInterruptAfter(STEPS_PER_OPERATION);
      depth = Math.max(depth, this.visit(child, deferrable));
    }
    const name = this.#nameOf(attribute);
    if (name !== null) depth++;
    this.#visited.set(attribute, { depth, children, isNeeded: !deferrable });
    if (name !== null) this.#found.set(attribute, { attribute, name, depth, deferrable });
    return depth;
  }

  addTo(table: AliasTable): void {
    const counts = new Map<string, number>();
    const ordered = [...this.#found.values()].sort(compareAliases);
    for (const { attribute, name, deferrable } of ordered) {
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      const separator = /[0-9]$/.test(name) ? '_' : '';
      const sigil = isInstance(Type, attribute) ? '!' : '#';
      table.add(attribute, `${sigil}${name}${count === 0 ? '' : `${separator}${count}`}`, deferrable);
    }
  }

  #markNeeded(attribute: Attribute, visited: Visited): void {
    if (visited.isNeeded) return;
    visited.isNeeded = true;
    const found = this.#found.get(attribute);
    if (found !== undefined) found.deferrable = false;
    for (const child of visited.children) {
      const known = this.#visited.get(child);
      if (known !== undefined) this.#markNeeded(child, known);
    }
  }

  #nameOf(attribute: Attribute): string | null {
    if (isInstance(Location, attribute)) return 'loc';
    for (const dialect of this.#context.dialectsNaming(dialectOf(attribute))) {
      const name = dialect.suggestAlias?.(attribute) ?? null;
      if (name !== null) return name;
    }
    return null;
  }
}

/** The attributes and types that an attribute's text mentions, found by printing it. */
function partsOf(attribute: Attribute, options: PrintOptions): Attribute[] {
  const parts: Attribute[] = [];
  const probe = new PartsPrinter(options, parts);
  if (isInstance(Location, attribute)) attribute.printBody(probe);
  else attribute.print(probe);
  return parts;
}

/** Notes the attributes that are handed to it and doesn't go into them. */
class PartsPrinter extends Printer {
  readonly #parts: Attribute[];

  constructor(options: PrintOptions, parts: Attribute[]) {
    super(options);
    this.#parts = parts;
  }

  override write(): void {
    // Nothing is written.
  }

  override printType(type: Type): void {
    this.#parts.push(type);
  }

  override printAttribute(attribute: Attribute): void {
    this.#parts.push(attribute);
  }

  override printStripped(attribute: Attribute): void {
    this.#parts.push(attribute);
  }

  override printNestedLocation(location: Location): void {
    this.#parts.push(location.resolved());
  }
}

/** Prints operations for the attributes that their texts mention. */
class Collector extends Printer {
  readonly #finder: AliasFinder;

  constructor(options: PrintOptions, finder: AliasFinder) {
    super(options);
    this.#finder = finder;
  }

  override printOperation(op: Operation): void {
    checkInterruptAfter(STEPS_PER_OPERATION);
    // The location counts first, although it stands last.
    if (this.options.debugInfo) this.#finder.visit(op.location.resolved(), true);
    this.printBody(op);
  }

  override printType(type: Type): void {
    this.#finder.visit(type, false);
  }

  override printAttribute(attribute: Attribute): void {
    this.#finder.visit(attribute, false);
  }

  override printStripped(attribute: Attribute): void {
    this.#finder.visit(attribute, false);
  }

  override printLocation(location: Location): void {
    this.#finder.visit(location.resolved(), false);
  }

  // Locations of arguments print in place, but MLIR names them all the same.
  override printArgument(
    argument: Value & { readonly location: Location },
    attributes: readonly (readonly [string, Attribute])[] = [],
  ): void {
    this.printType(argument.type);
    if (this.options.debugInfo) this.#finder.visit(argument.location.resolved(), false);
    this.printOptionalAttrDict(attributes);
  }

  // MLIR looks at the regions of a generic operation before its types and attributes.
  override printGeneric(op: Operation): void {
    for (const region of op.regions) this.printRegion(region);
    for (const { value } of op.operands) this.printType(value.type);
    for (const { type } of op.results) this.printType(type);
    for (const [, attribute] of op.sortedAttrs()) this.printAttribute(attribute);
  }

  override write(): void {
    // Nothing is written.
  }

  override newline(): void {
    // Nothing is written.
  }

  override printOperand(): void {
    // Values have no aliases.
  }

  override printOperands(): void {
    // Values have no aliases.
  }

  override printSuccessor(): void {
    // Blocks have no aliases.
  }
}
