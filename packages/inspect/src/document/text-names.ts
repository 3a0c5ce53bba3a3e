import { Lexer, type TokenKind } from '@shardform/ir-core';

/** Tokens that name something: values, blocks, symbols, aliases of attributes and of types. */
export type NameKind = Extract<TokenKind, 'percent' | 'caret' | 'at' | 'hash' | 'exclamation'>;

/** An occurrence of a name in a text. */
export interface NameToken {
  readonly kind: NameKind;
  /** With its sigil. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The innermost braces around it. */
  readonly scope: BraceScope;
  /** Inferred from the surrounding tokens; a parser may correct it. */
  isDefinition: boolean;
}

/** A pair of braces; the outermost scope is the text. */
export interface BraceScope {
  readonly parent: BraceScope | null;
}

/**
 * Finds the names of a text without parsing, so that they are available for invalid text too. A name is defined at the
 * beginning of a line, followed by an equals sign (or, for a block, by a colon or its arguments), and where it is the
 * symbol of a function or mesh.
 */
export function readNames(text: string): NameToken[] {
  const lexer = new Lexer(text);
  lexer.reset(0);
  const names: NameToken[] = [];
  let scope: BraceScope = { parent: null };
  let lineNames: NameToken[] = [];
  let previousEnd = -1;
  while (lexer.kind !== 'eof') {
    const { kind, start, end } = lexer;
    if (kind === 'error') {
      lexer.reset(Math.max(end, start + 1));
      continue;
    }
    const startsLine = isFirstOfLine(text, start);
    if (startsLine) lineNames = [];
    if (kind === '{') scope = { parent: scope };
    else if (kind === '}') scope = scope.parent ?? scope;
    else if (isName(kind) && !(kind === 'hash' && start === previousEnd)) {
      const token: NameToken = { kind, text: text.slice(start, end), start, end, scope, isDefinition: false };
      names.push(token);
      if (startsLine && kind === 'caret') token.isDefinition = true;
      else if (kind === 'at') token.isDefinition = DEFINES_SYMBOL.test(lineBefore(text, start));
      else if (startsLine || lineNames.length > 0) lineNames.push(token);
    } else if (kind === '=') {
      for (const token of lineNames) token.isDefinition = true;
      lineNames = [];
    } else if (kind !== ',' && kind !== ':' && kind !== 'integer') lineNames = [];
    previousEnd = end;
    lexer.advance();
  }
  return names;
}

const DEFINES_SYMBOL = /^\s*(func\.func|sdy\.mesh|(builtin\.)?module)( +(public|private|nested))? +$/;

function lineBefore(text: string, offset: number): string {
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
}

function isName(kind: TokenKind): kind is NameKind {
  return kind === 'percent' || kind === 'caret' || kind === 'at' || kind === 'hash' || kind === 'exclamation';
}

function isFirstOfLine(text: string, start: number): boolean {
  for (let at = start - 1; at >= 0; at--) {
    const character = text[at];
    if (character === '\n') return true;
    if (character !== ' ' && character !== '\t' && character !== '\r') return false;
  }
  return true;
}
