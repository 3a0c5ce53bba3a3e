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
  | '->' | '::' | ':' | ',' | '...' | '=' | '>' | '<' | '{' | '}' | '(' | ')' | '[' | ']'
  | '-' | '+' | '*' | '?' | '|' | '/' | '{-#' | '#-}';

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
  /** What is wrong with an `error` token. */
  error = '';
  /** Where it is wrong. */
  errorOffset = 0;

  constructor(text: string) {
    this.text = text;
    this.advance();
  }

  /** The text of the current token. */
  get spelling(): string {
    return this.text.slice(this.start, this.end);
  }

  /** Makes `offset` the place to read from; the next token becomes current. */
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
    switch (code) {
      case 37: // %
        return this.#prefixed('percent', at, 'invalid SSA name');
      case 35: // #
        if (text.charCodeAt(at + 1) === 45 && text.charCodeAt(at + 2) === 125) return this.#token('#-}', at, 3);
        return this.#prefixed('hash', at, 'invalid attribute name');
      case 33: // !
        return this.#prefixed('exclamation', at, 'invalid type identifier');
      case 94: // ^
        return this.#prefixed('caret', at, 'invalid block name');
      case 64: // @
        return this.#atIdentifier(at);
      case 34: // "
        return this.#string(at, 'string', at);
      case 44:
        return this.#token(',', at, 1);
      case 58:
        return text.charCodeAt(at + 1) === 58 ? this.#token('::', at, 2) : this.#token(':', at, 1);
      case 40:
        return this.#token('(', at, 1);
      case 41:
        return this.#token(')', at, 1);
      case 91:
        return this.#token('[', at, 1);
      case 93:
        return this.#token(']', at, 1);
      case 123:
        if (text.charCodeAt(at + 1) === 45 && text.charCodeAt(at + 2) === 35) return this.#token('{-#', at, 3);
        return this.#token('{', at, 1);
      case 125:
        return this.#token('}', at, 1);
      case 60:
        return this.#token('<', at, 1);
      case 62:
        return this.#token('>', at, 1);
      case 61:
        return this.#token('=', at, 1);
      case 45:
        return text.charCodeAt(at + 1) === 62 ? this.#token('->', at, 2) : this.#token('-', at, 1);
      case 43:
        return this.#token('+', at, 1);
      case 42:
        return this.#token('*', at, 1);
      case 63:
        return this.#token('?', at, 1);
      case 124:
        return this.#token('|', at, 1);
      case 47:
        return this.#token('/', at, 1);
      case 46:
        if (text.startsWith('...', at)) return this.#token('...', at, 3);
        return this.#fail('expected three consecutive dots for an ellipsis', at + 1);
      default:
        return this.#fail('unexpected character', at);
    }
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
    if (first === DIGIT) this.end = skip(text, at + 2, DIGIT);
    else if (first !== 0) this.end = skip(text, at + 2, SUFFIX);
    else return this.#fail(message, at);
    this.kind = kind;
  }

  #atIdentifier(at: number): void {
    const { text } = this;
    const code = text.charCodeAt(at + 1);
    if (code === 34) return this.#string(at + 1, 'at', at);
    if (classOf(code) !== LETTER) return this.#fail("@ identifier expected to start with letter or '_'", at + 1);
    this.end = skip(text, at + 2, IDENTIFIER);
    this.kind = 'at';
  }

  #string(quote: number, kind: TokenKind, start: number): void {
    const { text } = this;
    for (let at = quote + 1; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 34) {
        this.kind = kind;
        this.start = start;
        this.end = at + 1;
        return;
      }
      if (code >= 10 && code <= 12) return this.#fail("expected '\"' in string literal", at);
      if (code === 92) {
        const next = text.charCodeAt(at + 1);
        if (next === 34 || next === 92 || next === 110 || next === 116) at++;
        else if (isHexDigit(next) && isHexDigit(text.charCodeAt(at + 2))) at += 2;
        else return this.#fail('unknown escape in string literal', at);
      }
    }
    this.#fail("expected '\"' in string literal", text.length);
  }

  #number(at: number): void {
    const { text } = this;
    if (text.charCodeAt(at) === 48 && text.charCodeAt(at + 1) === 120 && isHexDigit(text.charCodeAt(at + 2))) {
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
