/**
 * Kinds of tokens. Punctuation is its own kind. `bare`: identifier or keyword; `at`: `@name` or
 * `@"name"`; `hash`, `exclamation`, `percent`, `caret`: sigil and identifier; `file-metadata` is `{-#`.
 */
export type TokenKind =
  | 'eof'
  | 'error'
  | 'bare'
  | 'at'
  | 'hash'
  | 'exclamation'
  | 'percent'
  | 'caret'
  | 'integer'
  | 'float'
  | 'string'
  | Punctuation;

/** Punctuation of MLIR's text. */
export type Punctuation =
  | '->'
  | '::'
  | ':'
  | ','
  | '...'
  | '='
  | '>'
  | '<'
  | '{'
  | '}'
  | '('
  | ')'
  | '['
  | ']'
  | '-'
  | '+'
  | '*'
  | '?'
  | '|'
  | '/'
  | '{-#'
  | '#-}';

const [DIGIT, LETTER, DOLLAR, DOT, HYPHEN] = [1, 2, 4, 8, 16];

// Character classes by code; 0 for everything else, including all beyond ASCII.
const CLASS = new Uint8Array(128);
for (let code = 48; code <= 57; code++) CLASS[code] = DIGIT;
for (let code = 65; code <= 90; code++) CLASS[code] = LETTER;
for (let code = 97; code <= 122; code++) CLASS[code] = LETTER;
CLASS[95] = LETTER;
CLASS[36] = DOLLAR;
CLASS[46] = DOT;
CLASS[45] = HYPHEN;

/** Characters that are a token, whatever follows. */
const SINGLE: (Punctuation | undefined)[] = [];
for (const kind of [',', '(', ')', '[', ']', '}', '<', '>', '=', '+', '*', '?', '|', '/'] as const) {
  SINGLE[kind.charCodeAt(0)] = kind;
}

const IDENTIFIER = DIGIT | LETTER | DOLLAR | DOT;
const SUFFIX = IDENTIFIER | HYPHEN;

function classOf(code: number): number {
  return code < 128 ? CLASS[code]! : 0;
}

/**
 * Reads MLIR's tokens one at a time. The current token is `kind` and the text from `start` to `end`; there
 * are no token objects, because a module has millions of tokens.
 */
export class Lexer {
  readonly text: string;
  kind: TokenKind = 'eof';
  start = 0;
  end = 0;
  /** End of the token before the current one. */
  previousEnd = 0;
  /** The message of an `error` token. */
  error = '';
  /** The offset of the error. */
  errorOffset = 0;

  constructor(text: string) {
    this.text = text;
    this.advance();
  }

  /** The text of the current token. */
  get spelling(): string {
    return this.text.slice(this.start, this.end);
  }

  /** Continues reading at `offset`; the next token becomes current. */
  reset(offset: number): void {
    this.end = offset;
    this.advance();
  }

  /** Reads the next token. */
  advance(): void {
    const { text } = this;
    this.previousEnd = this.end;
    let at = this.end;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === 32 || code === 10 || code === 9 || code === 13 || code === 0) at++;
      else if (code === 47 && text.charCodeAt(at + 1) === 47) {
        const newline = text.indexOf('\n', at);
        at = newline < 0 ? text.length : newline;
      } else break;
    }
    this.start = at;
    if (at >= text.length) {
      this.kind = 'eof';
      this.end = at;
      return;
    }
    const code = text.charCodeAt(at);
    const characterClass = classOf(code);
    if (characterClass === LETTER) {
      this.end = skip(text, at + 1, IDENTIFIER);
      this.kind = 'bare';
    } else if (characterClass === DIGIT) this.#number(at);
    else this.#symbol(code, at);
  }

  #symbol(code: number, at: number): void {
    const { text } = this;
    const next = text.charCodeAt(at + 1);
    const single = SINGLE[code];
    if (single !== undefined) this.#token(single, at, 1);
    else if (code === 34) this.#string(at, 'string', at);
    else if (code === 37) this.#prefixed('percent', at, 'invalid SSA name');
    else if (code === 64) this.#atIdentifier(at);
    else if (code === 58) this.#token(next === 58 ? '::' : ':', at, next === 58 ? 2 : 1);
    else if (code === 45) this.#token(next === 62 ? '->' : '-', at, next === 62 ? 2 : 1);
    else if (code === 33) this.#prefixed('exclamation', at, 'invalid type identifier');
    else if (code === 94) this.#prefixed('caret', at, 'invalid block name');
    else if (text.startsWith('{-#', at)) this.#token('{-#', at, 3);
    else if (code === 123) this.#token('{', at, 1);
    else if (text.startsWith('#-}', at)) this.#token('#-}', at, 3);
    else if (code === 35) this.#prefixed('hash', at, 'invalid attribute name');
    else if (text.startsWith('...', at)) this.#token('...', at, 3);
    else if (code === 46) this.#fail('expected three consecutive dots for an ellipsis', at + 1);
    else this.#fail('unexpected character', at);
  }

  #token(kind: TokenKind, at: number, length: number): void {
    this.kind = kind;
    this.end = at + length;
  }

  #fail(message: string, offset: number): void {
    this.kind = 'error';
    this.error = message;
    this.errorOffset = offset;
    this.end = offset + 1;
  }

  /** `suffix-id ::= digit+ | (letter | [$._-]) (letter | [$._-] | digit)*` */
  #prefixed(kind: TokenKind, at: number, message: string): void {
    const { text } = this;
    const first = classOf(text.charCodeAt(at + 1));
    if (first === 0) {
      this.#fail(message, at);
      return;
    }
    this.end = skip(text, at + 2, first === DIGIT ? DIGIT : SUFFIX);
    this.kind = kind;
  }

  #atIdentifier(at: number): void {
    const { text } = this;
    const code = text.charCodeAt(at + 1);
    if (code === 34) this.#string(at + 1, 'at', at);
    else if (classOf(code) === LETTER) {
      this.end = skip(text, at + 2, IDENTIFIER);
      this.kind = 'at';
    } else this.#fail("@ identifier expected to start with letter or '_'", at + 1);
  }

  #string(quote: number, kind: TokenKind, start: number): void {
    const { text } = this;
    let at = quote + 1;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code >= 10 && code <= 12) break;
      if (code === 34) {
        this.kind = kind;
        this.start = start;
        this.end = at + 1;
        return;
      }
      if (code !== 92) continue;
      const length = escapeLength(text, at + 1);
      if (length === 0) {
        this.#fail('unknown escape in string literal', at);
        return;
      }
      at += length;
    }
    this.#fail("expected '\"' in string literal", at);
  }

  #number(at: number): void {
    const { text } = this;
    if (
      text.charCodeAt(at) === 48 &&
      text.charCodeAt(at + 1) === 120 &&
      isHexDigit(text.charCodeAt(at + 2))
    ) {
      let end = at + 3;
      while (isHexDigit(text.charCodeAt(end))) end++;
      this.kind = 'integer';
      this.end = end;
      return;
    }
    let end = skip(text, at + 1, DIGIT);
    if (text.charCodeAt(end) !== 46) {
      this.kind = 'integer';
      this.end = end;
      return;
    }
    end = skip(text, end + 1, DIGIT);
    const exponent = text.charCodeAt(end);
    if (exponent === 101 || exponent === 69) {
      const sign = text.charCodeAt(end + 1);
      const digits = sign === 43 || sign === 45 ? end + 2 : end + 1;
      if (classOf(text.charCodeAt(digits)) === DIGIT) end = skip(text, digits + 1, DIGIT);
    }
    this.kind = 'float';
    this.end = end;
  }
}

function skip(text: string, at: number, classes: number): number {
  while ((classOf(text.charCodeAt(at)) & classes) !== 0) at++;
  return at;
}

function isHexDigit(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 97 && code <= 102) || (code >= 65 && code <= 70);
}

/** The number of characters that an escape has after its backslash, or 0. */
function escapeLength(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === 34 || code === 92 || code === 110 || code === 116) return 1;
  return isHexDigit(code) && isHexDigit(text.charCodeAt(at + 1)) ? 2 : 0;
}
