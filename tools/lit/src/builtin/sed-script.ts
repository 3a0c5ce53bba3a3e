import { compileGnuRegex } from './basic-regex.ts';
import { CommandFailure } from './text-input.ts';

/** The lines that a command applies to, counted from 1. */
export type SedAddress =
  | { readonly kind: 'line'; readonly number: number }
  | { readonly kind: 'last' }
  | { readonly kind: 'regex'; readonly regex: RegExp };

/** The action of a command on a line. */
export type SedAction =
  | { readonly kind: 'delete' | 'print' | 'quit' }
  | {
      readonly kind: 'substitute';
      readonly regex: RegExp;
      readonly replace: (match: string, ...groups: unknown[]) => string;
      readonly print: boolean;
    };

/** One command with its addresses: none, one, or the two ends of a range. */
export interface SedCommand {
  readonly from: SedAddress | null;
  readonly to: SedAddress | null;
  readonly negated: boolean;
  readonly action: SedAction;
}

/** A replacement: `&` is the match, `\1` a group, `\n` a newline, and any other escaped character itself. */
function replacer(text: string): (match: string, ...groups: unknown[]) => string {
  return (match, ...groups) =>
    text.replace(/\\([^])|&/g, (whole, escaped: string | undefined) => {
      if (whole === '&') return match;
      if (/\d/.test(escaped!)) {
        const group = escaped === '0' ? match : groups[Number(escaped) - 1];
        return typeof group === 'string' ? group : '';
      }
      return escaped === 'n' ? '\n' : escaped!;
    });
}

class SedParser {
  private at = 0;
  private readonly text: string;
  private readonly extended: boolean;

  constructor(text: string, extended: boolean) {
    this.text = text;
    this.extended = extended;
  }

  parse(): SedCommand[] {
    const commands: SedCommand[] = [];
    for (;;) {
      this.skip(/[\s;]/);
      if (this.at >= this.text.length) return commands;
      const from = this.address();
      this.skip(/ /);
      let to: SedAddress | null = null;
      if (this.take(',')) {
        this.skip(/ /);
        to = this.address();
        if (!to) throw new CommandFailure("unexpected ','", 1);
      }
      this.skip(/ /);
      const negated = this.take('!');
      this.skip(/ /);
      commands.push({ from, to, negated, action: this.action() });
    }
  }

  private address(): SedAddress | null {
    if (this.take('$')) return { kind: 'last' };
    if (this.take('/'))
      return { kind: 'regex', regex: compileGnuRegex(this.delimited('/'), this.extended, '') };
    const digits = /\d+/y;
    digits.lastIndex = this.at;
    const found = digits.exec(this.text);
    if (!found) return null;
    this.at = digits.lastIndex;
    return { kind: 'line', number: Number(found[0]) };
  }

  private action(): SedAction {
    const letter = this.text.charAt(this.at++);
    switch (letter) {
      case 'd':
        return { kind: 'delete' };
      case 'p':
        return { kind: 'print' };
      case 'q':
        return { kind: 'quit' };
      case 's':
        return this.substitution();
      default:
        throw new CommandFailure(`unsupported command '${letter}'`, 1);
    }
  }

  private substitution(): SedAction {
    const delimiter = this.text.charAt(this.at++);
    const pattern = this.delimited(delimiter);
    const replacement = this.delimited(delimiter);
    const start = this.at;
    this.skip(/[gpiI]/);
    const flags = this.text.slice(start, this.at);
    const regex = compileGnuRegex(
      pattern,
      this.extended,
      (flags.includes('g') ? 'g' : '') + (/i/i.test(flags) ? 'i' : ''),
    );
    return { kind: 'substitute', regex, replace: replacer(replacement), print: flags.includes('p') };
  }

  /** The text up to the next `delimiter`, which may be escaped inside. */
  private delimited(delimiter: string): string {
    let found = '';
    while (this.text[this.at] !== delimiter) {
      if (this.at >= this.text.length) throw new CommandFailure(`unterminated '${delimiter}'`, 1);
      const character = this.text.charAt(this.at++);
      if (character !== '\\') found += character;
      else if (this.text[this.at] === delimiter) found += this.text.charAt(this.at++);
      else found += character + this.text.charAt(this.at++);
    }
    this.at++;
    return found;
  }

  private skip(pattern: RegExp): void {
    while (this.at < this.text.length && pattern.test(this.text.charAt(this.at))) this.at++;
  }

  private take(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }
}

/**
 * Reads a sed script of `s`, `d`, `p` and `q` commands.
 *
 * @throws CommandFailure on anything else.
 */
export function parseSed(text: string, extended: boolean): readonly SedCommand[] {
  return new SedParser(text, extended).parse();
}
