import { ParseFailure } from '../diagnostic/diagnostic.ts';
import type { TokenKind } from './lexer.ts';
import type { Parser } from './parser.ts';

const OPENERS: readonly TokenKind[] = ['<', '(', '[', '{'];
const CLOSERS: readonly TokenKind[] = ['>', ')', ']', '}'];

/**
 * Parses the body of an attribute or type of a dialect that is not loaded, as text: `name<...>` after the dot, or the
 * text between the angle brackets of `!dialect<...>`. Brackets nest; strings are opaque.
 *
 * @param name the name after the dot, or `null` for the bracketed form.
 */
export function parseSymbolBody(parser: Parser, name: string | null): string {
  const { lexer } = parser;
  if (!parser.at('<') || lexer.start !== lexer.previousEnd) return name ?? '';
  const start = lexer.start;
  const stack: TokenKind[] = [];
  let innermost: TokenKind = '<';
  // MLIR complains at the last string, which it has lexed, or else at the beginning.
  let complaint = start;
  do {
    const { kind } = lexer;
    if (kind === 'error') parser.failSyntax('unexpected nul or EOF in pretty dialect name');
    if (kind === 'string') complaint = lexer.start;
    if (OPENERS.includes(kind)) stack.push(CLOSERS[OPENERS.indexOf(kind)]!);
    else if (kind === 'eof' || (CLOSERS.includes(kind) && stack.pop() !== kind)) {
      parser.failSyntax(`unbalanced '${innermost}' character in pretty dialect name`, complaint);
    }
    if (stack.length > 0) innermost = OPENERS[CLOSERS.indexOf(stack.at(-1)!)]!;
    lexer.advance();
  } while (stack.length > 0);
  const text = lexer.text.slice(start, lexer.previousEnd);
  return name === null ? text.slice(1, -1) : name + text;
}

/**
 * Parses the body of an attribute or type with its own parser. Where that fails, brackets that don't match are what is
 * reported, as in MLIR, which looks at them first.
 */
export function parseBalanced<T>(parser: Parser, parse: () => T): T {
  const { lexer } = parser;
  const { start } = lexer;
  if (!parser.at('<') || start !== lexer.previousEnd) return parser.outsideOp(parse);
  const { diagnostics } = parser.context;
  const { result, diagnostics: reported } = diagnostics.capture(() => {
    try {
      return { parsed: parser.outsideOp(parse) };
    } catch (thrown) {
      if (thrown instanceof ParseFailure) return thrown;
      throw thrown;
    }
  });
  if (result instanceof ParseFailure) {
    const failed = lexer.start;
    lexer.reset(start);
    parser.outsideOp(() => parseSymbolBody(parser, ''));
    lexer.reset(failed);
  }
  for (const diagnostic of reported) diagnostics.emit(diagnostic);
  if (result instanceof ParseFailure) throw result;
  return result.parsed;
}

/** Fails unless a dialect may have the name. */
export function checkNamespace(parser: Parser, dialect: string): void {
  if (!/^[A-Za-z_][A-Za-z0-9_$]*$/.test(dialect))
    parser.failSyntax(`invalid dialect namespace '"${dialect}"'`);
}

/** Returns the error message for an attribute or type that a dialect doesn't have. */
export function unknownMessage(
  kind: 'attribute' | 'type',
  known: ReadonlyMap<string, unknown>,
  dialect: string,
  mnemonic: string,
): string {
  const hasAny = [...known.keys()].some((name) => name.startsWith(`${dialect}.`));
  return hasAny
    ? `unknown ${kind} \`${mnemonic}\` in dialect \`${dialect}\``
    : `dialect '${dialect}' provides no ${kind} parsing hook`;
}
