import { Lexer, type Token } from './lexer.ts';
import {
  type Command,
  type Pipeline,
  type Redirection,
  type Script,
  ShellSyntaxError,
  type Word,
} from './syntax.ts';

type Entry = Script[number];

class Parser {
  private at = 0;
  private readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  parse(): Script {
    const script = this.script();
    if (this.at < this.tokens.length) throw new ShellSyntaxError(`unexpected ${this.describe()}`);
    return script;
  }

  private script(): Script {
    const entries: Entry[] = [];
    let when: Entry['when'] = 'always';
    for (;;) {
      while (this.takeOperator(';') || this.takeOperator('\n'));
      if (this.at >= this.tokens.length || this.isOperator(')')) break;
      entries.push({ when, pipeline: this.pipeline() });
      if (this.takeOperator('&&')) when = 'success';
      else if (this.takeOperator('||')) when = 'failure';
      else when = 'always';
    }
    if (when !== 'always') throw new ShellSyntaxError('a command is missing at the end');
    return entries;
  }

  private pipeline(): Pipeline {
    let negated = false;
    while (this.isPlainWord('!')) {
      negated = !negated;
      this.at++;
    }
    const commands = [this.command()];
    while (this.takeOperator('|')) commands.push(this.command());
    return { negated, commands };
  }

  private command(): Command {
    const words: Word[] = [];
    const redirections: Redirection[] = [];
    let group: Script | null = null;
    if (this.takeOperator('(')) {
      group = this.script();
      if (!this.takeOperator(')')) throw new ShellSyntaxError('no closing )');
    }
    for (let token = this.tokens[this.at]; token; token = this.tokens[this.at]) {
      if (token.kind === 'word') {
        words.push(token.word);
        this.at++;
      } else if (/[<>]/.test(token.text)) {
        this.at++;
        redirections.push(this.redirection(token.text));
      } else {
        break;
      }
    }
    if (words.length === 0 && !group) throw new ShellSyntaxError(`unexpected ${this.describe()}`);
    if (words.length > 0 && group) throw new ShellSyntaxError('words behind a )');
    return { words, group, redirections };
  }

  private redirection(operator: string): Redirection {
    const duplicate = /^([12]?)>&([12])$/.exec(operator);
    if (duplicate) {
      const stream = duplicate[1] === '2' ? 'stderr' : 'stdout';
      return { stream, target: { kind: duplicate[2] === '2' ? 'stderr' : 'stdout' }, append: false };
    }
    const token = this.tokens[this.at++];
    if (token?.kind !== 'word') throw new ShellSyntaxError(`no file behind ${operator}`);
    const target = { kind: 'file', path: token.word } as const;
    const append = operator.endsWith('>>');
    if (operator === '<') return { stream: 'stdin', target, append };
    if (operator.includes('&')) return { stream: 'both', target, append };
    return { stream: operator.startsWith('2') ? 'stderr' : 'stdout', target, append };
  }

  private isPlainWord(text: string): boolean {
    const token = this.tokens[this.at];
    if (token?.kind !== 'word' || token.word.length !== 1) return false;
    const [segment] = token.word;
    return segment?.kind === 'text' && !segment.quoted && segment.text === text;
  }

  private isOperator(text: string): boolean {
    const token = this.tokens[this.at];
    return token?.kind === 'operator' && token.text === text;
  }

  private takeOperator(text: string): boolean {
    if (!this.isOperator(text)) return false;
    this.at++;
    return true;
  }

  private describe(): string {
    const token = this.tokens[this.at];
    if (!token) return 'end';
    return token.kind === 'operator' ? `'${token.text.replace('\n', 'newline')}'` : 'word';
  }
}

/**
 * Reads a script in the small shell language: words with quotes and `$(...)`, pipes, `&&`, `||`, `;`, `!`,
 * parentheses and redirections. There are no variables, loops or background jobs.
 *
 * @throws ShellSyntaxError
 */
export function parseScript(text: string): Script {
  return new Parser(new Lexer(text, parseScript).tokens()).parse();
}
