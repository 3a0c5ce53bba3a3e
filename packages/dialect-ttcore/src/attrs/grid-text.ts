import type { Parser } from '@shardform/ir-core';

/** Sizes separated by `x`, such as `2x4`; the empty list is allowed. */
export function parseGrid(parser: Parser): number[] {
  const { lexer } = parser;
  const sizes: number[] = [];
  while (parser.at('integer')) {
    // `0x4` is lexed as one hexadecimal number: take the zero, go on at the `x`.
    if (parser.spelling.startsWith('0x')) {
      lexer.reset(lexer.start + 1);
      sizes.push(0);
    } else sizes.push(parser.parseNumber());
    const isGlued = lexer.kind === 'bare' && lexer.text[lexer.start] === 'x';
    if (!isGlued || lexer.start !== lexer.previousEnd) break;
    lexer.reset(lexer.start + 1);
  }
  return sizes;
}
