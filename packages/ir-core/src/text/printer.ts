import { checkInterruptAfter, STEPS_PER_OPERATION } from '../budget/budget.ts';
import type { AnyOpClass } from '../definition/define-op.ts';
import { implicitTerminatorOf } from '../definition/implicit-terminator.ts';
import { DYNAMIC } from '../ir/dynamic.ts';
import type { Attribute, Type } from '../ir/attribute.ts';
import type { Block } from '../ir/block.ts';
import type { Location } from '../ir/location.ts';
import type { Operation } from '../ir/operation.ts';
import type { Region } from '../ir/region.ts';
import type { Value } from '../ir/value.ts';
import type { AliasTable } from './aliases.ts';
import { isBareIdentifier, quoteString } from './string-literal.ts';
import { TextBuffer } from './text-buffer.ts';
import { defaultPrintOptions, type PrintOptions, type ValueNaming } from './print-options.ts';

/**
 * Writes MLIR's text. Printers of attributes, types and operations get this object; whole modules are
 * printed by `printOp` in `print.ts`, which prepares names and aliases.
 */
export class Printer {
  readonly options: PrintOptions;
  readonly #names: ValueNaming | null;
  readonly #aliases: AliasTable | null;
  readonly #typeTexts = new Map<Type, string>();
  readonly #distinctNumbers = new Map<Attribute, number>();
  readonly #resources = new Map<string, Set<string>>();
  readonly #text = new TextBuffer();
  #lineStart = '\n';
  #defaultDialect = 'builtin';

  constructor(
    options: PrintOptions = defaultPrintOptions,
    names: ValueNaming | null = null,
    aliases: AliasTable | null = null,
  ) {
    this.options = options;
    this.#names = names;
    this.#aliases = aliases;
  }

  // ---- text

  write(text: string): void {
    this.#text.write(text);
  }

  /** Ends the line and indents the next one. */
  newline(): void {
    this.#text.write(this.#lineStart);
  }

  indented(body: () => void): void {
    const outer = this.#lineStart;
    this.#lineStart += '  ';
    body();
    this.#lineStart = outer;
  }

  /** All that was written so far. */
  text(): string {
    return this.#text.toString();
  }

  /** Returns what `body` writes, instead of writing it. */
  capture(body: () => void): string {
    return this.#text.capture(body);
  }

  /** @internal The text of an operation by itself. */
  operationText(op: Operation): string {
    this.#distinctNumbers.clear();
    return this.capture(() => this.printOperation(op));
  }

  /** Bytes as upper-case hexadecimal digits. */
  writeHex(bytes: Uint8Array): void {
    this.#text.writeHex(bytes);
  }

  /** A string literal. */
  writeString(text: string): void {
    this.write(quoteString(text));
  }

  writeKeywordOrString(text: string): void {
    this.write(isBareIdentifier(text) ? text : quoteString(text));
  }

  /** `@name`, quoted where needed. */
  writeSymbolName(name: string): void {
    if (name === '') this.write('@<<INVALID EMPTY SYMBOL>>');
    else this.write(isBareIdentifier(name) ? `@${name}` : `@${quoteString(name)}`);
  }

  /** `2x?x`: sizes, each followed by an x. */
  writeShape(shape: readonly number[]): void {
    for (const size of shape) this.write(size === DYNAMIC ? '?x' : `${size}x`);
  }

  /** Elements separated by `, `. */
  writeList<T>(items: readonly T[], write: (item: T) => void): void {
    items.forEach((item, i) => {
      if (i > 0) this.write(', ');
      write(item);
    });
  }

  /** `#dialect.body`, or `#dialect<body>` where the body is not a mnemonic with balanced angle brackets. */
  writeDialectSymbol(sigil: '#' | '!', dialect: string, body: string): void {
    this.write(isPrettySymbol(body) ? `${sigil}${dialect}.${body}` : `${sigil}${dialect}<${body}>`);
  }

  /** Writes an attribute or type of a dialect from its mnemonic and what `body` writes after it. */
  printDialectSymbol(sigil: '#' | '!', mnemonic: string, body: () => void): void {
    const dot = mnemonic.indexOf('.');
    const text = mnemonic.slice(dot + 1) + this.capture(body);
    this.writeDialectSymbol(sigil, mnemonic.slice(0, dot), text);
  }

  // ---- types and attributes

  printType(type: Type): void {
    let text = this.#typeTexts.get(type);
    if (text === undefined) {
      text = this.#aliases?.textOf(type) ?? this.capture(() => type.print(this));
      this.#typeTexts.set(type, text);
    }
    this.#text.write(text);
  }

  printTypes(types: readonly Type[]): void {
    for (let i = 0; i < types.length; i++) {
      if (i > 0) this.write(', ');
      this.printType(types[i]!);
    }
  }

  /** `(A, B) -> C`. */
  printFunctionType(inputs: readonly Type[], results: readonly Type[]): void {
    this.write('(');
    this.printTypes(inputs);
    this.write(') -> ');
    this.printResultTypes(results);
  }

  /** One type bare unless it is a function type, others in parentheses. */
  printResultTypes(results: readonly Type[]): void {
    if (results.length === 1 && !results[0]!.isFunctionType) {
      this.printType(results[0]!);
      return;
    }
    this.write('(');
    this.printTypes(results);
    this.write(')');
  }

  printAttribute(attribute: Attribute): void {
    // Only types say that they are types.
    if (attribute.isType) {
      // The condition has checked the kind.
      this.printType(attribute as Type);
      return;
    }
    const alias = this.#aliases?.textOf(attribute);
    if (alias !== undefined && alias !== null) {
      this.write(alias);
      return;
    }
    attribute.print(this);
  }

  /** Writes an attribute whose mnemonic the context implies: its alias, or what `body` writes. */
  printStripped(attribute: Attribute, body: () => void): void {
    const alias = this.#aliases?.textOf(attribute);
    if (alias !== undefined && alias !== null) this.write(alias);
    else body();
  }

  /** Resources that were printed by key, by dialect: their contents follow the program. */
  get mentionedResources(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#resources;
  }

  mentionResource(dialect: string, key: string): void {
    let keys = this.#resources.get(dialect);
    if (keys === undefined) this.#resources.set(dialect, (keys = new Set<string>()));
    keys.add(key);
  }

  /** The number of a distinct attribute: they are counted in the order of printing, from 0. */
  distinctNumber(attribute: Attribute): number {
    let number = this.#distinctNumbers.get(attribute);
    if (number === undefined) this.#distinctNumbers.set(attribute, (number = this.#distinctNumbers.size));
    return number;
  }

  /** `{a = 1 : i32, b}`. */
  printAttrDict(entries: readonly (readonly [string, Attribute])[]): void {
    this.write('{');
    entries.forEach(([name, attribute], i) => {
      if (i > 0) this.write(', ');
      this.writeKeywordOrString(name);
      if (attribute.isUnit) return;
      this.write(' = ');
      this.printAttribute(attribute);
    });
    this.write('}');
  }

  /** ` {a = 1 : i32}`, or nothing when no entry is left after `elided`. */
  printOptionalAttrDict(
    entries: readonly (readonly [string, Attribute])[],
    elided: readonly string[] = [],
    keyword = '',
  ): void {
    const kept = elided.length === 0 ? entries : entries.filter(([name]) => !elided.includes(name));
    if (kept.length === 0) return;
    this.write(keyword === '' ? ' ' : ` ${keyword} `);
    this.printAttrDict(kept);
  }

  /** `loc(...)`, by alias where there is one. */
  printLocation(location: Location): void {
    this.write('loc(');
    this.printNestedLocation(location);
    this.write(')');
  }

  /** A location inside another one, without `loc` around it. */
  printNestedLocation(location: Location): void {
    const resolved = location.resolved();
    const alias = this.#aliases?.textOf(resolved);
    if (alias !== undefined && alias !== null) this.write(alias);
    else resolved.printBody(this);
  }

  /** ` loc(...)` after an operation or argument, when locations are printed. */
  printTrailingLocation(location: Location): void {
    if (!this.options.debugInfo) return;
    this.write(' ');
    this.printLocation(location);
  }

  // ---- values, blocks, operations

  printOperand(value: Value): void {
    this.#text.write(this.#names === null ? '<<UNKNOWN SSA VALUE>>' : this.#names.operand(value));
  }

  printOperands(values: readonly Value[]): void {
    for (let i = 0; i < values.length; i++) {
      if (i > 0) this.#text.write(', ');
      this.printOperand(values[i]!);
    }
  }

  printSuccessor(block: Block): void {
    this.write(this.#names === null ? '^INVALIDBLOCK' : this.#names.block(block));
  }

  /** `%arg0: type loc(...)`. */
  printArgument(argument: Value, attributes: readonly (readonly [string, Attribute])[] = []): void {
    this.printOperand(argument);
    this.write(': ');
    this.printType(argument.type);
    this.printOptionalAttrDict(attributes);
    if (!this.options.debugInfo) return;
    this.write(' loc(');
    argument.location.resolved().printBody(this);
    this.write(')');
  }

  /** One operation with its results, without the end of line. */
  printOperation(op: Operation): void {
    checkInterruptAfter(STEPS_PER_OPERATION);
    if (op.resultCount > 0 && this.#names !== null) {
      this.write(this.#names.results(op));
      this.write(' = ');
    }
    this.printBody(op);
    // Asked for only when printed: most operations make theirs when they are asked.
    if (this.options.debugInfo) this.printTrailingLocation(op.location);
  }

  /** Prints what stands between an operation's results and its location. */
  protected printBody(op: Operation): void {
    const { definition } = op;
    const outer = this.#defaultDialect;
    if (!this.options.generic && definition.isRegistered) {
      // The constructor of a declared operation is its class.
      const opClass = op.constructor as unknown as AnyOpClass;
      const format = opClass.print === undefined ? definition.assemblyFormat() : null;
      if (opClass.print !== undefined || format !== null) {
        const { name, dialect } = definition;
        this.write(dialect === outer ? name.slice(dialect.length + 1) : name);
        this.#defaultDialect = definition.spec.defaultDialect ?? '';
        // The class prints operations of its own declaration, of which this is one.
        if (opClass.print !== undefined) opClass.print(this, op as never);
        else format!.print(this, op);
        this.#defaultDialect = outer;
        return;
      }
    }
    this.#defaultDialect = '';
    this.printGeneric(op);
    this.#defaultDialect = outer;
  }

  /** The generic form, from the quoted name to the function type. */
  printGeneric(op: Operation): void {
    this.writeString(op.name);
    this.write('(');
    this.printOperands(op.operandValues());
    this.write(')');
    if (op.successors.length > 0) {
      this.write('[');
      this.writeList(op.successors, (block) => this.printSuccessor(block));
      this.write(']');
    }
    const inherent = op.definition.attrNames
      .map((name, i) => [name, op.properties[i] ?? null] as const)
      .filter((entry): entry is readonly [string, Attribute] => entry[1] !== null)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    if (!op.definition.isRegistered && inherent[0] !== undefined) {
      this.write(' <');
      this.printAttribute(inherent[0][1]);
      this.write('>');
    } else if (inherent.length > 0) {
      this.write(' <');
      this.printAttrDict(inherent);
      this.write('>');
    }
    if (op.regions.length > 0) {
      this.write(' (');
      this.writeList(op.regions, (region) =>
        this.printRegion(region, { entryArguments: true, terminators: true, emptyBlock: true }),
      );
      this.write(')');
    }
    this.printOptionalAttrDict(op.sortedDiscardable());
    this.write(' : ');
    this.printFunctionType(op.operandTypes(), op.resultTypes());
  }

  /**
   * A region in braces.
   *
   * @param show whether the entry block shows its arguments in a label, whether a terminator without
   *   operands or attributes, which parsing would add, is written, and whether an entry block without
   *   operations has a label.
   */
  printRegion(
    region: Region,
    show: {
      readonly entryArguments: boolean;
      readonly terminators: boolean;
      readonly emptyBlock?: boolean;
    } = {
      entryArguments: true,
      terminators: true,
    },
  ): void {
    this.write('{');
    const implicit = show.terminators ? null : implicitTerminatorOf(region.parent.definition);
    region.blocks.forEach((block, i) => {
      const showsArguments = show.entryArguments && block.arguments.length > 0;
      const hasLabel = i > 0 || showsArguments || (show.emptyBlock === true && block.isEmpty);
      if (hasLabel) this.#printBlockLabel(block);
      this.indented(() => {
        for (let op = block.firstOp; op !== null; op = op.next) {
          if (op === block.lastOp && implicit === op.name && isBareTerminator(op)) break;
          this.newline();
          this.printOperation(op);
        }
      });
    });
    this.newline();
    this.write('}');
  }

  #printBlockLabel(block: Block): void {
    this.newline();
    this.printSuccessor(block);
    if (block.arguments.length > 0) {
      this.write('(');
      this.writeList(block.arguments, (argument) => this.printArgument(argument));
      this.write(')');
    }
    this.write(':');
    if (block.isEntry) return;
    const predecessors = block.predecessors().map((predecessor) => this.#names?.block(predecessor) ?? '');
    if (predecessors.length === 0) this.write('  // no predecessors');
    else if (predecessors.length === 1) this.write(`  // pred: ${predecessors[0]}`);
    else this.write(`  // ${predecessors.length} preds: ${predecessors.join(', ')}`);
  }
}

function isBareTerminator(op: Operation): boolean {
  return op.operands.length === 0 && op.sortedAttrs().length === 0;
}

/** Returns true if a body may follow `dialect.`: a name, alone or with one balanced pair of angle brackets. */
function isPrettySymbol(body: string): boolean {
  const name = /^[A-Za-z][A-Za-z0-9._]*/.exec(body);
  if (name === null) return false;
  const rest = body.slice(name[0].length);
  if (rest === '') return true;
  if (!rest.startsWith('<') || !rest.endsWith('>')) return false;
  const stack: string[] = [];
  for (let i = 0; i < rest.length; i++) {
    const character = rest[i]!;
    if (character === '"') {
      for (i++; i < rest.length && rest[i] !== '"'; i++) if (rest[i] === '\\') i++;
      continue;
    }
    if (character === '-' && rest[i + 1] === '>') {
      i++;
      continue;
    }
    const opener = '<([{'.indexOf(character);
    if (opener >= 0) {
      if (i > 0 && stack.length === 0) return false;
      stack.push('>)]}'[opener]!);
    } else if ('>)]}'.includes(character) && stack.pop() !== character) return false;
  }
  return stack.length === 0;
}
