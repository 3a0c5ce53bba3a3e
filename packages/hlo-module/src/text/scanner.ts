import { HloError } from '../hlo-error.ts';
import { unescapeText } from './escapes.ts';

/** Character codes of names: letters, digits, `_`, `-` and `.`. */
const isNameCode = new Uint8Array(128);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.') {
  isNameCode[char.charCodeAt(0)] = 1;
}

const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const SLASH = 47;
const STAR = 42;
const PLUS = 43;
const COMMA = 44;
const MINUS = 45;
const QUOTE = 34;
const BACKSLASH = 92;

/** Codes that open and close a group, by the opening one. */
const closing = new Map([...['()', '[]', '{}']].map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]));
const closers = new Set(closing.values());

/** The deepest nesting of tuples, braces and computations. XLA's own modules have less than ten levels. */
export const DEEPEST_NESTING = 256;

/** Reads tokens of a text; each reader of a part of the grammar moves it on. */
export class Scanner {
  readonly text: string;
  position: number;
  #depth = 0;
  #line = 1;
  #lineStart = 0;

  constructor(text: string, position = 0) {
    this.text = text;
    this.position = position;
  }

  /** Stops with an error at a position, the present one by default. */
  fail(message: string, at = this.position): never {
    let line = 1;
    let start = 0;
    for (let next = this.text.indexOf('\n'); next >= 0 && next < at; next = this.text.indexOf('\n', start)) {
      line++;
      start = next + 1;
    }
    throw new HloError(message, line, Math.max(at - start, 0) + 1);
  }

  /** Returns the line of the present position. Positions have to grow from call to call. */
  line(): number {
    for (;;) {
      const next = this.text.indexOf('\n', this.#lineStart);
      if (next < 0 || next >= this.position) return this.#line;
      this.#line++;
      this.#lineStart = next + 1;
    }
  }

  /** Calls a reader one level deeper. */
  nested<T>(read: () => T): T {
    if (++this.#depth > DEEPEST_NESTING) this.fail(`nested deeper than ${DEEPEST_NESTING} levels`);
    const result = read();
    this.#depth--;
    return result;
  }

  /** Moves behind white space and comments, and returns the code of the next character; -1 at the end. */
  peek(): number {
    const { text } = this;
    let at = this.position;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === SPACE || code === LINE_FEED || code === CARRIAGE_RETURN || code === TAB) at++;
      else if (code === SLASH && text.charCodeAt(at + 1) === STAR) {
        const end = text.indexOf('*/', at + 2);
        if (end < 0) this.fail("comment without its end, '*/'", at);
        at = end + 2;
      } else if (code === SLASH && text.charCodeAt(at + 1) === SLASH) {
        const end = text.indexOf('\n', at);
        at = end < 0 ? text.length : end;
      } else {
        this.position = at;
        return at < text.length ? code : -1;
      }
    }
  }

  /** Whether the next token begins with a text, which is not consumed. */
  sees(expected: string): boolean {
    this.peek();
    return this.text.startsWith(expected, this.position);
  }

  /** Consumes a text if it comes next. */
  take(expected: string): boolean {
    if (!this.sees(expected)) return false;
    this.position += expected.length;
    return true;
  }

  /** Consumes a text if it comes right here, without white space before it. */
  takeNext(expected: string): boolean {
    if (!this.text.startsWith(expected, this.position)) return false;
    this.position += expected.length;
    return true;
  }

  /** Consumes a text, which has to come next. */
  expect(expected: string, where: string): void {
    if (!this.take(expected)) this.fail(`expected '${expected}' ${where}, found ${this.found()}`);
  }

  /** The next token, for messages. */
  found(): string {
    if (this.peek() < 0) return 'the end of the text';
    const end = this.#nameEnd();
    const token = this.text.slice(
      this.position,
      Math.min(Math.max(end, this.position + 1), this.position + 40),
    );
    return `'${token}'`;
  }

  #nameEnd(): number {
    const { text } = this;
    let end = this.position;
    while (isNameCode[text.charCodeAt(end)] === 1) end++;
    return end;
  }

  /** Consumes a name or keyword; an empty string if none comes next. */
  takeWord(): string {
    this.peek();
    const start = this.position;
    this.position = this.#nameEnd();
    return this.text.slice(start, this.position);
  }

  /** Consumes a name or keyword. */
  word(what: string): string {
    const word = this.takeWord();
    return word === '' ? this.fail(`expected ${what}, found ${this.found()}`) : word;
  }

  /** Consumes a name with or without `%`. */
  name(what: string): string {
    this.take('%');
    return this.word(what);
  }

  /** Consumes the characters of a number or of a word for one; an empty string if none comes next. */
  takeNumber(): string {
    this.peek();
    const { text } = this;
    const start = this.position;
    let end = start;
    for (
      let code = text.charCodeAt(end);
      isNameCode[code] === 1 || code === PLUS;
      code = text.charCodeAt(++end)
    );
    this.position = end;
    return text.slice(start, end);
  }

  /** Consumes a whole number. */
  integer(what: string): number {
    this.peek();
    const { text } = this;
    const start = this.position;
    let at = start;
    if (text.charCodeAt(at) === MINUS) at++;
    const first = at;
    let value = 0;
    for (let digit = text.charCodeAt(at) - 48; digit >= 0 && digit <= 9; digit = text.charCodeAt(++at) - 48) {
      value = value * 10 + digit;
    }
    if (at === first) this.fail(`expected ${what}, found ${this.found()}`);
    if (value > Number.MAX_SAFE_INTEGER)
      this.fail(`${what} is above the largest one that is read, 2^53 - 1`, start);
    this.position = at;
    return first > start && value !== 0 ? -value : value;
  }

  /** Consumes elements between two texts, separated by commas. */
  list<T>(open: string, close: string, what: string, read: () => T): T[] {
    this.expect(open, `before ${what}`);
    const elements: T[] = [];
    if (this.take(close)) return elements;
    do elements.push(read());
    while (this.take(','));
    this.expect(close, `after ${what}`);
    return elements;
  }

  /** Consumes `{0,1}`. */
  integers(what: string): number[] {
    return this.list('{', '}', what, () => this.integer(what));
  }

  /** Whether a quoted text comes next. */
  seesQuote(): boolean {
    return this.peek() === QUOTE;
  }

  /** Consumes a quoted text and returns it without quotes and escapes. */
  quoted(what: string): string {
    if (!this.seesQuote()) this.fail(`expected ${what} between quotes, found ${this.found()}`);
    const start = this.position + 1;
    const end = this.#quoteEnd(this.position);
    this.position = end;
    const content = this.text.slice(start, end - 1);
    return content.includes('\\') ? unescapeText(content) : content;
  }

  /** The position behind the quoted text that begins at a position. */
  #quoteEnd(start: number): number {
    const { text } = this;
    for (let at = start + 1; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) return at + 1;
    }
    return this.fail('text without its closing quote', start);
  }

  /** Consumes a group in braces, brackets or parentheses and returns it as written, with them. */
  group(what: string): string {
    this.peek();
    const from = this.position;
    const open: number[] = [];
    const { text } = this;
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) at = this.#quoteEnd(at) - 1;
      else if (closing.has(code)) open.push(closing.get(code)!);
      else if (closers.has(code)) {
        if (open.pop() !== code) this.fail(`unbalanced '${text[at]}' in ${what}`, at);
        if (open.length === 0) {
          this.position = at + 1;
          return text.slice(from, at + 1);
        }
      }
    }
    return this.fail(`${what} without its end`, from);
  }

  /** Consumes a value of any form up to the comma, line end or closing bracket behind it, and returns it as written. */
  rawValue(what: string): string {
    this.peek();
    const { text } = this;
    const start = this.position;
    while (this.position < text.length) {
      const code = text.charCodeAt(this.position);
      if (code === QUOTE) this.position = this.#quoteEnd(this.position);
      else if (closing.has(code)) this.group(what);
      else if (code === COMMA || code === LINE_FEED || closers.has(code)) break;
      else this.position++;
    }
    const value = text.slice(start, this.position).trimEnd();
    return value === '' ? this.fail(`expected ${what}, found ${this.found()}`) : value;
  }

  /** Consumes a value of any form up to the space, comma or closing bracket behind it, and returns it as written. */
  rawWord(what: string): string {
    this.peek();
    const { text } = this;
    const start = this.position;
    while (this.position < text.length) {
      const code = text.charCodeAt(this.position);
      if (code === QUOTE) this.position = this.#quoteEnd(this.position);
      else if (closing.has(code)) this.group(what);
      else if (code === COMMA || code <= SPACE || closers.has(code)) break;
      else this.position++;
    }
    const value = text.slice(start, this.position);
    return value === '' ? this.fail(`expected ${what}, found ${this.found()}`) : value;
  }

  /** Consumes `true` or `false`. */
  boolean(what: string): boolean {
    this.peek();
    const start = this.position;
    const word = this.takeWord();
    if (word === 'true' || word === '1') return true;
    if (word === 'false' || word === '0') return false;
    this.position = start;
    return this.fail(`expected 'true' or 'false' for ${what}, found ${this.found()}`);
  }
}
