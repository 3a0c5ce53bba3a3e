import { checkInterruptAfter } from '../budget/budget.ts';
import { isExceededLimit } from '../budget/limit-error.ts';
import { ParseFailure } from '../diagnostic/diagnostic.ts';
import type { Operation } from '../ir/operation.ts';
import { Lexer } from './lexer.ts';
import { parseOperation } from './parse-operation.ts';
import type { Parser } from './parser.ts';

/** Of those of an operation, about as many as reading a token takes. */
const STEPS_PER_TOKEN = 10;
/** After so many errors the rest of a text is hardly what it was meant to be. */
const MOST_ERRORS = 100;

/**
 * Returns the failure that ends the reading of an operation, or `null` for an error of another kind. An exceeded limit
 * is one, at the current token.
 */
export function parseFailureOf(error: unknown, parser: Parser): ParseFailure | null {
  if (error instanceof ParseFailure) return error;
  if (!isExceededLimit(error)) return null;
  const location = parser.locationAt(parser.offset);
  return new ParseFailure({ severity: 'error', message: error.message, location, notes: [] });
}

/**
 * Goes on after errors: an operation that can't be read is reported and left out, and what uses its results
 * is not complained about.
 */
export class Recovery {
  readonly #parser: Parser;
  #errors = 0;

  constructor(parser: Parser) {
    this.#parser = parser;
  }

  /** True if something was left out. */
  get hasErrors(): boolean {
    return this.#errors > 0;
  }

  /** Reports a failure. Fails itself when there were too many. */
  report({ diagnostic }: ParseFailure): void {
    const parser = this.#parser;
    parser.context.diagnostics.emit(diagnostic);
    if (++this.#errors === MOST_ERRORS)
      parser.failSyntax('too many errors: the rest of the text is not read');
  }

  /** The operation that begins at the current token; `null` when it can't be read, the next one is current then. */
  parseOperation(): Operation | null {
    const parser = this.#parser;
    const { offset, customOp, defaultDialect, depth } = parser;
    const regions = parser.scopes.regionCount;
    try {
      return parseOperation(parser);
    } catch (error) {
      const failure = parseFailureOf(error, parser);
      if (failure === null || this.#errors === MOST_ERRORS) throw error;
      Object.assign(parser, { customOp, defaultDialect, depth });
      parser.scopes.leaveRegions(regions);
      const failedAt = Math.max(offset, parser.lexer.start);
      parser.lexer.reset(offset);
      this.#forgetResults();
      parser.lexer.reset(Math.max(offset + 1, offsetAfterOperation(parser.source.text, offset, failedAt)));
      this.report(failure);
      return null;
    }
  }

  /** Marks the names on the left of the equals sign. */
  #forgetResults(): void {
    const parser = this.#parser;
    const { lexer, scopes } = parser;
    while (parser.at('percent')) {
      scopes.forget(scopes.nameAt(lexer.start, lexer.end));
      parser.advance();
      if (parser.accept(':')) parser.accept('integer');
      if (!parser.accept(',')) return;
    }
  }
}

/**
 * Returns where parsing resumes after an operation that begins at `start` and can't be read at `failure`: at the next
 * line that begins like an operation outside of the brackets that the operation opens, or at the end of the region
 * around it. Where brackets don't match, lines with no more indentation than the operation tell.
 */
function offsetAfterOperation(text: string, start: number, failure: number): number {
  const lexer = new Lexer(text);
  const open: string[] = [];
  lexer.reset(start);
  while (lexer.kind !== 'eof') {
    checkInterruptAfter(STEPS_PER_TOKEN);
    const { kind } = lexer;
    const closer = CLOSERS.get(kind);
    if (closer !== undefined) open.push(closer);
    else if (kind === ')' || kind === ']' || kind === '}') {
      if (open.length === 0 && kind === '}') return lexer.start;
      if (open.pop() !== kind) return offsetByIndentation(text, start, failure);
    } else if (open.length === 0 && lexer.start > failure && beginsOperation(lexer)) return lexer.start;
    lexer.advance();
  }
  return open.length === 0 ? text.length : offsetByIndentation(text, start, failure);
}

const CLOSERS: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

function beginsOperation({ kind, text, start }: Lexer): boolean {
  const begins = ['percent', 'bare', 'string', 'caret', 'hash', 'exclamation'].includes(kind);
  if (!begins) return false;
  let at = start - 1;
  while (text[at] === ' ' || text[at] === '\t') at--;
  return at < 0 || text[at] === '\n';
}

function offsetByIndentation(text: string, start: number, failure: number): number {
  const indentation = start - (text.lastIndexOf('\n', start) + 1);
  for (let line = text.indexOf('\n', failure) + 1; line > 0; line = text.indexOf('\n', line) + 1) {
    const first = /[^ \t]/.exec(text.slice(line, line + indentation + 1));
    if (first === null) continue;
    // A bracket below the operation's first character closes the operation.
    const closes = first.index === indentation && /[)\]}]/.test(first[0]);
    if (!closes && !/[\r\n]/.test(first[0])) return line + first.index;
  }
  return text.length;
}
