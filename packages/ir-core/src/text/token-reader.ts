import { checkInterruptAfter } from '../budget/budget.ts';
import { currentBudget } from '../budget/budget.ts';
import { type Diagnostic, note, ParseFailure } from '../diagnostic/diagnostic.ts';
import type { Context } from '../ir/context.ts';
import { type Location, ParsedLoc, type SourceText } from '../ir/location.ts';
import { Lexer, type Punctuation, type TokenKind } from './lexer.ts';
import { unescapeString } from './string-literal.ts';

/** Of those of an operation, about as many as reading an element takes. */
const STEPS_PER_ELEMENT = 10;

/** The brackets around a list. */
export type Delimiter = 'paren' | 'square' | 'angle' | 'brace' | 'none';

const BRACKETS = { paren: ['(', ')'], square: ['[', ']'], angle: ['<', '>'], brace: ['{', '}'] } as const;

/** Reads tokens and what is made of few of them, and stops where they are wrong. */
export class TokenReader {
  readonly context: Context;
  readonly source: SourceText;
  readonly lexer: Lexer;
  /** The operation whose custom text is being read, for messages. */
  customOp: string | null = null;
  /** Depth of nested regions, attributes and types; a limit keeps the call stack in bounds. */
  depth = 0;
  /** The largest depth since an alias definition began. */
  deepest = 0;
  /** Characters that the aliases used so far stand for. */
  aliasText = 0;
  readonly #mostLevels = currentBudget().limits.nesting;

  constructor(source: SourceText, context: Context) {
    this.context = context;
    this.source = source;
    this.lexer = new Lexer(source.text);
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

  /** Returns true if the current token is the identifier `keyword`. */
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
    return this.failSyntax(
      message,
      lexer.kind === 'error' ? lexer.start : endBefore(lexer.text, this.#lastOffset()),
    );
  }

  #lastOffset(): number {
    const { kind, start } = this.lexer;
    return kind === 'eof' ? Math.max(0, start - 1) : start;
  }

  /** Stops at `location`; the message is not prefixed. */
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
    this.checkDepth(1);
    this.depth++;
    try {
      return parse();
    } finally {
      this.depth--;
    }
  }

  /** Fails unless something may nest so many levels here. */
  checkDepth(levels: number): void {
    const depth = this.depth + levels;
    const most = this.#mostLevels;
    if (depth > most)
      this.failSyntax(
        `nesting is too deep: the limit is ${Math.floor(most / 2)} regions, or ${most} levels of attributes and types`,
      );
    if (depth > this.deepest) this.deepest = depth;
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
      this.parseOptionalKeyword() ??
      this.parseOptionalString() ??
      this.fail('expected valid keyword or string')
    );
  }

  /** `-5`, `0x1F`, `true`, `false`; `true` is an integer of one bit, whose sign is that bit: -1. */
  parseOptionalInteger(): bigint | null {
    if (this.acceptKeyword('true')) return -1n;
    if (this.acceptKeyword('false')) return 0n;
    const { lexer } = this;
    if (lexer.kind === '-') {
      lexer.advance();
      // `advance` has changed the kind, which the type checker doesn't see.
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
    const value = this.parseInteger();
    if (BigInt.asIntN(64, value) !== value) this.fail('integer value too large', offset);
    if (!Number.isSafeInteger(Number(value)))
      this.fail(
        `${value} is beyond ${Number.MAX_SAFE_INTEGER}, the largest number that is supported`,
        offset,
      );
    return Number(value);
  }

  parseOptionalSymbolName(): string | null {
    if (this.lexer.kind !== 'at') return null;
    const { text, start, end } = this.lexer;
    const name =
      text[start + 1] === '"' ? unescapeString(text.slice(start + 2, end - 1)) : text.slice(start + 1, end);
    this.lexer.advance();
    return name;
  }

  parseSymbolName(): string {
    return this.parseOptionalSymbolName() ?? this.fail("expected valid '@'-identifier for symbol name");
  }

  // ---- lists

  /** `element (',' element)*` between brackets; with brackets the list may be empty. */
  parseList<T>(delimiter: Delimiter, element: () => T, context = ''): T[] {
    if (delimiter === 'none') return this.#elements(element);
    const [open, close] = BRACKETS[delimiter];
    this.expect(open, context);
    if (this.accept(close)) return [];
    const items = this.#elements(element);
    this.expect(close, context);
    return items;
  }

  // Lists are short: as literals they are as large as needed, where a first `push` would make room for 17.
  #elements<T>(element: () => T): T[] {
    const first = element();
    if (!this.accept(',')) return [first];
    const items = [first, element()];
    while (this.accept(',')) {
      checkInterruptAfter(STEPS_PER_ELEMENT);
      items.push(element());
    }
    return items;
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
