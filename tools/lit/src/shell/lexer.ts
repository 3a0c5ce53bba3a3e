import { type Script, type Segment, ShellSyntaxError, type Word } from './syntax.ts';

/** A word, or an operator as it is written. */
export type Token =
  { readonly kind: 'word'; readonly word: Word } | { readonly kind: 'operator'; readonly text: string };

const operators = /&&|\|\||[12]?>&[12]|&>>?|>&|[12]?>>?|<|\||;|\(|\)|\n/y;

const endsWord = /[\s|;&<>()]/;

/** Reads words and operators. `parseScript` parses the content of `$(` and `)`. */
export class Lexer {
  private at = 0;
  private readonly text: string;
  private readonly parseScript: (text: string) => Script;

  constructor(text: string, parseScript: (text: string) => Script) {
    this.text = text;
    this.parseScript = parseScript;
  }

  /** Every token of the text. */
  tokens(): Token[] {
    const tokens: Token[] = [];
    for (;;) {
      while (/[ \t\r]/.test(this.text.charAt(this.at))) this.at++;
      if (this.at >= this.text.length) return tokens;
      if (this.text[this.at] === '#') {
        while (this.at < this.text.length && this.text[this.at] !== '\n') this.at++;
        continue;
      }
      operators.lastIndex = this.at;
      const operator = operators.exec(this.text);
      if (operator) {
        this.at = operators.lastIndex;
        tokens.push({ kind: 'operator', text: operator[0] });
      } else {
        tokens.push({ kind: 'word', word: this.word() });
      }
    }
  }

  private word(): Word {
    const segments: Segment[] = [];
    let plain = '';
    const flush = () => {
      if (plain !== '') segments.push({ kind: 'text', text: plain, quoted: false });
      plain = '';
    };
    while (this.at < this.text.length && !endsWord.test(this.text.charAt(this.at))) {
      const character = this.text.charAt(this.at);
      if (character === "'") {
        flush();
        segments.push(this.singleQuoted());
      } else if (character === '"') {
        flush();
        segments.push(...this.doubleQuoted());
      } else if (this.text.startsWith('$(', this.at)) {
        flush();
        segments.push(this.substitution());
      } else if (character === '\\') {
        flush();
        segments.push({ kind: 'text', text: this.text.charAt(this.at + 1), quoted: true });
        this.at += 2;
      } else {
        plain += character;
        this.at++;
      }
    }
    flush();
    // A lone `&` ends every word and is no operator here; nothing may run in the background.
    if (segments.length === 0) throw new ShellSyntaxError(`unsupported '${this.text.charAt(this.at)}'`);
    return segments;
  }

  private singleQuoted(): Segment {
    const end = this.text.indexOf("'", this.at + 1);
    if (end < 0) throw new ShellSyntaxError("no closing '");
    const text = this.text.slice(this.at + 1, end);
    this.at = end + 1;
    return { kind: 'text', text, quoted: true };
  }

  private doubleQuoted(): Segment[] {
    const segments: Segment[] = [];
    let text = '';
    this.at++;
    while (this.text[this.at] !== '"') {
      if (this.at >= this.text.length) throw new ShellSyntaxError('no closing "');
      if (this.text.startsWith('$(', this.at)) {
        segments.push({ kind: 'text', text, quoted: true }, this.substitution());
        text = '';
        continue;
      }
      const escaped = this.text[this.at] === '\\' && /["\\$`]/.test(this.text.charAt(this.at + 1));
      if (escaped) this.at++;
      text += this.text.charAt(this.at++);
    }
    this.at++;
    segments.push({ kind: 'text', text, quoted: true });
    return segments;
  }

  private substitution(): Segment {
    const start = this.at + 2;
    let depth = 1;
    let at = start;
    for (; depth > 0; at++) {
      if (at >= this.text.length) throw new ShellSyntaxError('no closing ) of $(');
      if (this.text[at] === '(') depth++;
      else if (this.text[at] === ')') depth--;
      else if (this.text[at] === "'") at = Math.max(at, this.text.indexOf("'", at + 1));
    }
    this.at = at;
    return { kind: 'output', script: this.parseScript(this.text.slice(start, at - 1)) };
  }
}
