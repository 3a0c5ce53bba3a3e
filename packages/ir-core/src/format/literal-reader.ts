import type { Punctuation } from '../text/lexer.ts';
import type { Parser } from '../text/parser.ts';

/** Returns true for the literal of a format that is a keyword, not punctuation. */
export function isWord(text: string): boolean {
  return /^[A-Za-z_]/.test(text);
}

/** Returns what reads a literal of a format. */
export function literalReader(text: string): (parser: Parser) => void {
  if (isWord(text)) return (parser) => parser.expectKeyword(text);
  // Literals that are no words are punctuation: the format's parser accepts no others.
  return (parser) => parser.expect(text as Punctuation);
}
