import { translateBracket } from './posix-bracket.ts';
import { PosixRegexError } from './posix-regex-error.ts';

/** A POSIX extended regular expression in JavaScript's notation. */
export interface TranslatedRegex {
  /** Equivalent JavaScript source for the flags `` (none) or `i`; groups keep their numbers. */
  readonly source: string;
  /** How many groups it captures. */
  readonly groups: number;
  /** Whether POSIX (longest match) and JavaScript (first match) could disagree on the length. */
  readonly ambiguous: boolean;
}

/** Line boundaries: `^` and `$` recognize only `\n`, unlike JavaScript's own anchors. */
export const lineStart = '(?<![^\\n])';
/** See {@link lineStart}. */
export const lineEnd = '(?![^\\n])';

const largestRepetition = 255;

/** `text` with everything escaped that JavaScript's notation gives a meaning. */
export function escapeLiteral(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** The position of an expression in the enclosing one. */
export interface RegexContext {
  /** How many groups the larger expression has opened before, with the one around this if there is one. */
  readonly groupsBefore: number;
  /** Whether the last of those groups encloses this expression. */
  readonly enclosed: boolean;
}

const alone: RegexContext = { groupsBefore: 0, enclosed: false };

const neverMatches = '(?!)';

class Translator {
  private at = 0;
  private groups = 0;
  private readonly closed = new Set<number>();
  private ambiguous = false;
  private readonly text: string;
  private readonly context: RegexContext;

  constructor(text: string, context: RegexContext) {
    this.text = text;
    this.context = context;
  }

  translate(): TranslatedRegex {
    const source = this.alternatives(false);
    return { source, groups: this.groups, ambiguous: this.ambiguous };
  }

  private alternatives(nested: boolean): string {
    const branches: string[] = [];
    do {
      branches.push(this.branch(nested));
    } while (this.take('|'));
    if (branches.length > 1) this.ambiguous = true;
    return branches.join('|');
  }

  private branch(nested: boolean): string {
    let source = '';
    while (this.at < this.text.length && this.text[this.at] !== '|') {
      if (nested && this.text[this.at] === ')') break;
      source += this.piece();
    }
    if (source === '') throw new PosixRegexError('empty (sub)expression');
    return source;
  }

  private piece(): string {
    const start = this.at;
    const atom = this.atom();
    const repetition = this.repetition();
    if (repetition === '') return atom;
    if (this.text[start] === '^') throw new PosixRegexError('repetition-operator operand invalid');
    if (this.text[start] === '(') this.ambiguous = true;
    if (this.startsRepetition()) throw new PosixRegexError('repetition-operator operand invalid');
    // JavaScript refuses to repeat an assertion and a backreference's digits would run together.
    return /^(?:\(\?[<=!]|\\\d)/.test(atom) ? `(?:${atom})${repetition}` : atom + repetition;
  }

  private atom(): string {
    const character = this.text.charAt(this.at++);
    switch (character) {
      case '(':
        return this.group();
      case ')':
        throw new PosixRegexError('parentheses not balanced');
      case '^':
        return lineStart;
      case '$':
        return lineEnd;
      case '.':
        return '[^\\n]';
      case '[': {
        const bracket = translateBracket(this.text, this.at - 1);
        this.at = bracket.end;
        return bracket.source;
      }
      case '\\':
        return this.escape();
      case '*':
      case '+':
      case '?':
        throw new PosixRegexError('repetition-operator operand invalid');
      case '{':
        if (this.isDigit()) throw new PosixRegexError('repetition-operator operand invalid');
        return '\\{';
      default:
        return escapeLiteral(character);
    }
  }

  private group(): string {
    if (this.at >= this.text.length) throw new PosixRegexError('parentheses not balanced');
    const group = ++this.groups;
    const inside = this.text[this.at] === ')' ? '' : this.alternatives(true);
    if (!this.take(')')) throw new PosixRegexError('parentheses not balanced');
    this.closed.add(group);
    return `(${inside})`;
  }

  private escape(): string {
    if (this.at >= this.text.length) throw new PosixRegexError('trailing backslash (\\)');
    const character = this.text.charAt(this.at++);
    if (character < '1' || character > '9') return escapeLiteral(character);
    if (!this.closed.has(Number(character))) throw new PosixRegexError('invalid backreference number');
    return this.backreference(Number(character));
  }

  /** LLVM checks the number against this expression alone, then counts it in the larger one. */
  private backreference(number: number): string {
    const { groupsBefore, enclosed } = this.context;
    const closedBefore = enclosed ? groupsBefore - 1 : groupsBefore;
    const isClosed = number <= closedBefore || this.closed.has(number - groupsBefore);
    return isClosed ? `(?:\\${number})` : neverMatches;
  }

  private startsRepetition(): boolean {
    const character = this.text[this.at];
    if (character === '{') return /\d/.test(this.text.charAt(this.at + 1));
    return character === '*' || character === '+' || character === '?';
  }

  private repetition(): string {
    if (!this.startsRepetition()) return '';
    const character = this.text.charAt(this.at++);
    if (character !== '{') return character;
    const least = this.count();
    let most: number | null = least;
    if (this.take(',')) {
      most = this.isDigit() ? this.count() : null;
      if (most !== null && most < least) throw new PosixRegexError('invalid repetition count(s)');
    }
    if (!this.take('}')) {
      const closes = this.text.includes('}', this.at);
      throw new PosixRegexError(closes ? 'invalid repetition count(s)' : 'braces not balanced');
    }
    return most === least ? `{${least}}` : `{${least},${most ?? ''}}`;
  }

  private count(): number {
    let digits = '';
    while (this.isDigit()) digits += this.text.charAt(this.at++);
    const count = Number(digits);
    if (digits === '' || count > largestRepetition) throw new PosixRegexError('invalid repetition count(s)');
    return count;
  }

  private isDigit(): boolean {
    return /\d/.test(this.text.charAt(this.at));
  }

  private take(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }
}

/**
 * Translates a POSIX extended regular expression (as LLVM's `Regex` reads it, with newline-sensitive
 * matching and backreferences) to JavaScript.
 *
 * @throws PosixRegexError with the wording LLVM prints after "invalid regex: ".
 */
export function translatePosixRegex(text: string, context = alone): TranslatedRegex {
  return new Translator(text, context).translate();
}
