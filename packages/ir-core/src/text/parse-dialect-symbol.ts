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
  do {
    const { kind } = lexer;
    if (kind === 'eof' || kind === 'error') {
      parser.failSyntax('unexpected nul or EOF in pretty dialect name');
    }
    if (OPENERS.includes(kind)) stack.push(CLOSERS[OPENERS.indexOf(kind)]!);
    else if (CLOSERS.includes(kind) && stack.pop() !== kind) {
      parser.failSyntax(`unbalanced '${innermost}' character in pretty dialect name`, start);
    }
    if (stack.length > 0) innermost = OPENERS[CLOSERS.indexOf(stack.at(-1)!)]!;
    lexer.advance();
  } while (stack.length > 0);
  const text = lexer.text.slice(start, lexer.previousEnd);
  return name === null ? text.slice(1, -1) : name + text;
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
