import { ParseFailure, note, type Diagnostic } from '../diagnostic/diagnostic.ts';
import { SymbolRefAttr } from '../builtin/attrs/basic-attrs.ts';
import type { DistinctAttr } from '../builtin/attrs/distinct-attr.ts';
import { type Attribute, isInstance, type Type } from '../ir/attribute.ts';
import type { Block } from '../ir/block.ts';
import type { Context } from '../ir/context.ts';
import { Location, ParsedLoc, type SourceText } from '../ir/location.ts';
import type { Value } from '../ir/value.ts';
import { Lexer, type Punctuation, type TokenKind } from './lexer.ts';
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
import { unescapeString } from './string-literal.ts';
import { SymbolScopes } from './symbol-scopes.ts';

/** The brackets around a list. */
export type Delimiter = 'paren' | 'square' | 'angle' | 'brace' | 'none';

const BRACKETS = { paren: ['(', ')'], square: ['[', ']'], angle: ['<', '>'], brace: ['{', '}'] } as const;

/**
 * Reads MLIR's text: tokens, and everything that attributes, types and operations are made of. Hand-written
 * parsers of dialects get this object. Failures throw a {@link ParseFailure}, which the operation parser
 * catches and reports.
 */
export class Parser {
  readonly context: Context;
  readonly source: SourceText;
  readonly lexer: Lexer;
  /** Names of values and blocks in scope. */
  readonly scopes: SymbolScopes;
  readonly attributeAliases = new Map<string, Attribute>();
  readonly typeAliases = new Map<string, Type>();
  /** Tensor types by the words that stand for them in this text. */
  readonly tensorTypes = new Map<string, Type>();
  /** Contents of the file's resource section, by `dialect/key`. */
  readonly resources = new Map<string, Uint8Array>();
  /** Distinct attributes by the number that the text gives them. */
  readonly distinctAttributes = new Map<bigint, DistinctAttr>();
  /** Aliases that were used as locations before they were defined. */
  readonly #deferred = new Map<Location, { readonly alias: string; readonly offset: number }>();
  /** The default dialect of the innermost operation: its operations need no prefix. */
  defaultDialect = 'builtin';
  /** The operation whose custom text is being read, for messages. */
  customOp: string | null = null;
  /** Depth of nested regions, attributes and types; a limit keeps the call stack in bounds. */
  depth = 0;

  constructor(source: SourceText, context: Context) {
    this.context = context;
    this.source = source;
    this.lexer = new Lexer(source.text);
    this.scopes = new SymbolScopes(this);
  }

  // ---- tokens

  get kind(): TokenKind {
    return this.lexer.kind;
  }

  get spelling(): string {
    return this.lexer.spelling;
  }

  /** Offset of the current token. */
  get offset(): number {
    return this.lexer.start;
  }

  at(kind: TokenKind): boolean {
    return this.lexer.kind === kind;
  }

  /** Whether the current token is the identifier `keyword`. */
  atKeyword(keyword: string): boolean {
    const { lexer } = this;
    return (
      lexer.kind === 'bare' &&
      lexer.end - lexer.start === keyword.length &&
      lexer.text.startsWith(keyword, lexer.start)
    );
  }

  advance(): void {
    this.lexer.advance();
  }

  /** Consumes the token if it is of this kind. */
  accept(kind: TokenKind): boolean {
    if (this.lexer.kind !== kind) return false;
    this.lexer.advance();
    return true;
  }

  acceptKeyword(keyword: string): boolean {
    if (!this.atKeyword(keyword)) return false;
    this.lexer.advance();
    return true;
  }

  /** Consumes punctuation. `context` follows the message: `expected ':' in dictionary`. */
  expect(kind: Punctuation, context = ''): void {
    if (!this.accept(kind)) this.failToken(`expected '${kind}'${context}`);
  }

  expectKeyword(keyword: string, context = ''): void {
    if (!this.acceptKeyword(keyword)) this.fail(`expected '${keyword}'${context}`);
  }

  // ---- failures

  /**
   * Stops at the current token or at `offset`. Messages of an operation's own parser name the operation, as
   * MLIR's do; those about types, attributes and values use {@link Parser.failSyntax}.
   */
  fail(message: string, offset: number = this.lexer.start, notes: readonly Diagnostic[] = []): never {
    return this.failSyntax(this.#aboutOp(message), offset, notes);
  }

  /** Reports what {@link Parser.fail} would stop at; another complaint has to follow. */
  report(message: string, offset: number = this.lexer.start): void {
    this.context.diagnostics.error(this.locationAt(offset), this.#aboutOp(message));
  }

  #aboutOp(message: string): string {
    return this.customOp === null ? message : `custom op '${this.customOp}' ${message}`;
  }

  /** Like {@link Parser.fail}; the operation is not named, and the end of the text is its last character. */
  failSyntax(message: string, offset: number = this.#lastOffset(), notes: readonly Diagnostic[] = []): never {
    const { lexer } = this;
    // Of a text that the lexer could not read, its own complaint says more.
    const isLexical = lexer.kind === 'error' && offset >= lexer.start;
    return this.failAt(
      this.locationAt(isLexical ? lexer.errorOffset : offset),
      isLexical ? lexer.error : message,
      notes,
    );
  }

  /** Stops for want of a token, which is missing after the previous one. The operation is not named. */
  failToken(message: string): never {
    const { lexer } = this;
    return this.failSyntax(message, lexer.kind === 'error' ? lexer.start : endBefore(lexer.text, this.#lastOffset()));
  }

  #lastOffset(): number {
    const { kind, start } = this.lexer;
    return kind === 'eof' ? Math.max(0, start - 1) : start;
  }

  /** Stops at the place of `location`; the message is not prefixed. */
  failAt(location: Location, message: string, notes: readonly Diagnostic[] = []): never {
    throw new ParseFailure({ severity: 'error', message, location, notes });
  }

  locationAt(offset: number, end: number = offset + 1): ParsedLoc {
    return new ParsedLoc(this.source, offset, end);
  }

  noteAt(offset: number, message: string): Diagnostic {
    return note(this.locationAt(offset), message);
  }

  /** Runs `parse` one level deeper; deep nesting is an error of the text, not of the process. */
  nested<T>(parse: () => T): T {
    if (++this.depth > 800) this.fail('nesting is too deep (more than 800 levels)');
    try {
      return parse();
    } finally {
      this.depth--;
    }
  }

  /** Runs `parse` with messages that don't name the operation around it. */
  outsideOp<T>(parse: () => T): T {
    const { customOp } = this;
    this.customOp = null;
    const result = parse();
    this.customOp = customOp;
    return result;
  }

  // ---- words and numbers

  parseOptionalKeyword(): string | null {
    if (this.lexer.kind !== 'bare') return null;
    const keyword = this.lexer.spelling;
    this.lexer.advance();
    return keyword;
  }

  parseKeyword(context = ''): string {
    return this.parseOptionalKeyword() ?? this.fail(`expected valid keyword${context}`);
  }

  parseOptionalString(): string | null {
    if (this.lexer.kind !== 'string') return null;
    const { text, start, end } = this.lexer;
    const value = unescapeString(text.slice(start + 1, end - 1));
    this.lexer.advance();
    return value;
  }

  parseString(): string {
    return this.parseOptionalString() ?? this.fail('expected string');
  }

  parseKeywordOrString(): string {
    return (
      this.parseOptionalKeyword() ?? this.parseOptionalString() ?? this.fail('expected valid keyword or string')
    );
  }

  /** `-5`, `0x1F`, `true`, `false`. */
  parseOptionalInteger(): bigint | null {
    if (this.acceptKeyword('true')) return 1n;
    if (this.acceptKeyword('false')) return 0n;
    const { lexer } = this;
    if (lexer.kind === '-') {
      lexer.advance();
      if ((lexer.kind as TokenKind) !== 'integer') this.fail('expected integer value');
      return -this.#takeInteger();
    }
    return lexer.kind === 'integer' ? this.#takeInteger() : null;
  }

  #takeInteger(): bigint {
    const value = BigInt(this.lexer.spelling);
    this.lexer.advance();
    return value;
  }

  parseInteger(): bigint {
    return this.parseOptionalInteger() ?? this.fail('expected integer value');
  }

  /** An integer that a number holds exactly. */
  parseNumber(): number {
    const { offset, lexer } = this;
    if (lexer.kind === 'integer' && lexer.end - lexer.start < 15) {
      const small = Number(lexer.spelling);
      lexer.advance();
      return small;
    }
    const value = Number(this.parseInteger());
    if (!Number.isSafeInteger(value)) this.fail('integer value too large', offset);
    return value;
  }

  parseOptionalSymbolName(): string | null {
    if (this.lexer.kind !== 'at') return null;
    const { text, start, end } = this.lexer;
    const name = text[start + 1] === '"' ? unescapeString(text.slice(start + 2, end - 1)) : text.slice(start + 1, end);
    this.lexer.advance();
    return name;
  }

  parseSymbolName(): string {
    return this.parseOptionalSymbolName() ?? this.fail("expected valid '@'-identifier for symbol name");
  }

  parseOptionalSymbolRef(): SymbolRefAttr | null {
    return parseOptionalSymbolRef(this);
  }

  // ---- lists

  /** `element (',' element)*` between brackets; with brackets the list may be empty. */
  parseList<T>(delimiter: Delimiter, element: () => T, context = ''): T[] {
    const items: T[] = [];
    if (delimiter !== 'none') {
      const [open, close] = BRACKETS[delimiter];
      this.expect(open, context);
      if (this.accept(close)) return items;
      do items.push(element());
      while (this.accept(','));
      this.expect(close, context);
      return items;
    }
    do items.push(element());
    while (this.accept(','));
    return items;
  }

  // ---- attributes and types

  /** @param type the type that the context gives to a number, string or dense literal. */
  parseAttribute(type: Type | null = null): Attribute {
    return parseAttribute(this, type);
  }

  parseOptionalAttribute(type: Type | null = null): Attribute | null {
    return parseOptionalAttribute(this, type);
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
    const attribute = this.attributeAliases.get(deferred.alias);
    if (attribute === undefined) return this.fail('operation location alias was never defined', deferred.offset);
    if (!isInstance(Location, attribute)) {
      return this.fail(`expected location, but found '${String(attribute)}'`, deferred.offset);
    }
    return attribute;
  }

  // ---- parts of operations

  parseOptionalOperand(): UnresolvedOperand | null {
    return parseOptionalOperand(this);
  }

  parseOperand(): UnresolvedOperand {
    return this.parseOptionalOperand() ?? this.failToken('expected SSA operand');
  }

  /** Operands separated by commas, possibly none. */
  parseOperandList(delimiter: Delimiter = 'none'): UnresolvedOperand[] {
    if (delimiter === 'none' && !this.at('percent')) return [];
    return this.parseList(delimiter, () => this.parseOperand());
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

  /** Like {@link Parser.resolveAll}; appends to `values`. */
  resolveInto(
    values: Value[],
    operands: readonly UnresolvedOperand[],
    types: readonly Type[],
    offset: number,
  ): void {
    this.#checkTypeCount(operands, types, offset);
    for (let i = 0; i < operands.length; i++) values.push(this.resolve(operands[i]!, types[i]!));
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

/** The end of what stands before `offset`, blank space and comments left out, where anything does. */
function endBefore(text: string, offset: number): number {
  let end = offset;
  for (;;) {
    while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\t')) end--;
    if (end === 0) return offset;
    if (text[end - 1] !== '\n' && text[end - 1] !== '\r') return end;
    end--;
    const comment = text.indexOf('//', text.lastIndexOf('\n', end - 1) + 1);
    if (comment >= 0 && comment < end) end = comment;
  }
}
