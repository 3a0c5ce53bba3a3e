import type { SymbolRefAttr } from '../builtin/attrs/basic-attrs.ts';
import type { DistinctAttr } from '../builtin/attrs/distinct-attr.ts';
import { type Attribute, isInstance, type Type } from '../ir/attribute.ts';
import type { Block } from '../ir/block.ts';
import type { Context } from '../ir/context.ts';
import { Location, type SourceText } from '../ir/location.ts';
import type { Operation } from '../ir/operation.ts';
import type { Value } from '../ir/value.ts';
import { AliasScope } from './alias-scope.ts';
import { parseAttribute, parseOptionalAttribute, parseOptionalSymbolRef } from './parse-attribute.ts';
import { parseAttrDict } from './parse-dictionary.ts';
import { parseLocationInstance } from './parse-location.ts';
import {
  parseArgument,
  parseOptionalOperand,
  parseOptionalRegion,
  parseRegion,
  parseSuccessor,
} from './parse-region.ts';
import { parseFunctionType, parseOptionalType, parseType } from './parse-type.ts';
import type { ParsedArgument, ParsedOp, ParsedRegion, UnresolvedOperand } from './parsed-op.ts';
import type { Recovery } from './recovery.ts';
import { SharedLists } from './shared-lists.ts';
import { SymbolScopes } from './symbol-scopes.ts';
import { type Delimiter, TokenReader } from './token-reader.ts';

/**
 * Hears what a name stands for: one value, or several of which a use has the number behind `#`. `offset` is where the
 * text defines it.
 */
export type NameListener = (name: string, values: readonly Value[], offset: number) => void;

/**
 * Hears of each operation that was read, inner ones first: where its name stands, and where its text ends. The text
 * may give it another location.
 */
export type OperationListener = (op: Operation, nameOffset: number, end: number) => void;

/**
 * Reads MLIR's text: tokens, and everything that attributes, types and operations are made of. Hand-written
 * parsers of dialects get this object. Failures throw a {@link ParseFailure}, which the operation parser
 * catches and reports.
 */
export class Parser extends TokenReader {
  /** Names of values and blocks in scope. */
  readonly scopes: SymbolScopes;
  readonly attributeAliases = new AliasScope<Attribute>(this);
  readonly typeAliases = new AliasScope<Type>(this);
  /** Tensor types by the words that stand for them in this text. */
  readonly tensorTypes = new Map<string, Type>();
  /** @internal Inherent attributes of the operations that were read. */
  readonly sharedLists = new SharedLists();
  /** Keys of resources in the context's table, by the `dialect/key` that the text calls them. */
  readonly #resourceKeys = new Map<string, string>();
  /** Values for tools in the file's resource section, by `tool/key`, as they are spelt or quoted. */
  readonly externalResources = new Map<string, string>();
  /** Distinct attributes by the number that the text gives them. */
  readonly distinctAttributes = new Map<bigint, DistinctAttr>();
  /** Aliases that were used as locations before they were defined. */
  readonly #deferred = new Map<Location, { readonly alias: string; readonly offset: number }>();
  /** Told of each name that the text gives to values, percent sign included; `null` when nobody asks. */
  onName: NameListener | null = null;
  /** Told of each operation; `null` when nobody asks. */
  onOperation: OperationListener | null = null;
  /** Goes on after errors; `null` when the first one ends the text. */
  recovery: Recovery | null = null;
  /** The default dialect of the innermost operation: its operations need no prefix. */
  defaultDialect = 'builtin';

  constructor(source: SourceText, context: Context) {
    super(source, context);
    this.scopes = new SymbolScopes(this);
  }

  // ---- attributes and types

  /** The key under which the context keeps a resource of this text. */
  resourceKey(dialect: string, key: string): string {
    const name = `${dialect}/${key}`;
    let known = this.#resourceKeys.get(name);
    if (known === undefined) {
      known = this.context.resources.declare(dialect, key);
      this.#resourceKeys.set(name, known);
    }
    return known;
  }

  /** @param type the type that the context gives to a number, string or dense literal. */
  parseAttribute(type: Type | null = null): Attribute {
    return parseAttribute(this, type);
  }

  parseOptionalAttribute(type: Type | null = null): Attribute | null {
    return parseOptionalAttribute(this, type);
  }

  parseOptionalSymbolRef(): SymbolRefAttr | null {
    return parseOptionalSymbolRef(this);
  }

  /** `{name = attr, ...}` if there is one. */
  parseOptionalAttrDict(): (readonly [string, Attribute])[] {
    return this.at('{') ? parseAttrDict(this) : [];
  }

  parseType(): Type {
    return parseType(this);
  }

  parseOptionalType(): Type | null {
    return parseOptionalType(this);
  }

  parseFunctionType(): { readonly inputs: Type[]; readonly results: Type[] } {
    return parseFunctionType(this);
  }

  /** `:` and a type. */
  parseColonType(): Type {
    this.expect(':');
    return this.parseType();
  }

  parseTypeList(): Type[] {
    return this.parseList('none', () => this.parseType());
  }

  /** `loc(...)` if there is one. @param context says in messages where it stands. */
  parseOptionalLocation(context = ' in location'): Location | null {
    if (!this.acceptKeyword('loc')) return null;
    this.expect('(', context);
    const location = parseLocationInstance(this);
    this.expect(')', context);
    return location;
  }

  /** Stands for a location alias that is defined further down; see {@link Parser.resolveDeferred}. */
  deferredLocation(alias: string, offset: number): Location {
    const location = this.locationAt(offset);
    this.#deferred.set(location, { alias, offset });
    return location;
  }

  get hasDeferredLocations(): boolean {
    return this.#deferred.size > 0;
  }

  /** The location that a deferred alias turned out to be; other locations as they are. */
  resolveDeferred(location: Location): Location {
    const deferred = this.#deferred.get(location);
    if (deferred === undefined) return location;
    const attribute = this.attributeAliases.use(deferred.alias);
    if (attribute === undefined)
      return this.fail('operation location alias was never defined', deferred.offset);
    if (!isInstance(Location, attribute)) {
      return this.fail(`expected location, but found '${String(attribute)}'`, deferred.offset);
    }
    return attribute;
  }

  // ---- operands, regions and successors

  parseOptionalOperand(): UnresolvedOperand | null {
    return parseOptionalOperand(this);
  }

  parseOperand(): UnresolvedOperand {
    return this.parseOptionalOperand() ?? this.failToken('expected SSA operand');
  }

  /** Operands separated by commas, possibly none. */
  parseOperandList(delimiter: Delimiter = 'none'): UnresolvedOperand[] {
    if (delimiter === 'none' && !this.at('percent')) return [];
    return this.parseList(
      delimiter,
      () => this.parseOperand(),
      delimiter === 'none' ? '' : ' in operand list',
    );
  }

  /** The value of a name; a placeholder when it is defined later. */
  resolve(operand: UnresolvedOperand, type: Type): Value {
    return this.scopes.use(operand, type);
  }

  /** Resolves operands against as many types. */
  resolveAll(operands: readonly UnresolvedOperand[], types: readonly Type[], offset: number): Value[] {
    this.#checkTypeCount(operands, types, offset);
    return operands.map((operand, i) => this.resolve(operand, types[i]!));
  }

  #checkTypeCount(operands: readonly UnresolvedOperand[], types: readonly Type[], offset: number): void {
    if (operands.length === types.length) return;
    this.fail(
      `number of operands and types do not match: got ${operands.length} operands and ${types.length} types`,
      offset,
    );
  }

  /** `%name: type {attrs} loc(...)`. */
  parseArgument(allow: { readonly type: boolean; readonly attributes: boolean }): ParsedArgument {
    return parseArgument(this, allow);
  }

  /** A region in braces. `args` become the entry block's arguments. */
  parseRegion(state: ParsedOp, args: readonly ParsedArgument[] = []): ParsedRegion {
    return parseRegion(this, state, args);
  }

  parseOptionalRegion(state: ParsedOp, args: readonly ParsedArgument[] = []): ParsedRegion | null {
    return parseOptionalRegion(this, state, args);
  }

  parseSuccessor(): Block {
    return parseSuccessor(this);
  }
}
