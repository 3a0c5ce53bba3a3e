import { Lexer, type TokenKind } from '@shardform/ir-core';

/** A token of MLIR's text with its location. */
export interface LegacyToken {
  readonly kind: TokenKind;
  /** Offset of the first character. */
  readonly start: number;
  /** Offset after the last character. */
  readonly end: number;
  readonly spelling: string;
}

/** Returns the tokens of a text up to its end, or to the first character that belongs to none. */
export function legacyTokens(text: string): readonly LegacyToken[] {
  const tokens: LegacyToken[] = [];
  const lexer = new Lexer(text);
  while (lexer.kind !== 'eof' && lexer.kind !== 'error') {
    const { kind, start, end, spelling } = lexer;
    tokens.push({ kind, start, end, spelling });
    lexer.advance();
  }
  return tokens;
}

/** A part of a text and what to write there. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Returns the text after edits, which don't overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let [edited, at] = ['', 0];
  for (const { start, end, text: replacement } of edits.toSorted((a, b) => a.start - b.start)) {
    edited += text.slice(at, start) + replacement;
    at = end;
  }
  return edited + text.slice(at);
}
