import { Lexer, type TokenKind } from '@shardform/ir-core';

/** The kind of a span of MLIR's text, for highlighting. */
export type SpanKind =
  'comment' | 'operation' | 'value' | 'symbol' | 'type' | 'attribute' | 'string' | 'number' | 'other';

/** A piece of a text. */
export interface Span {
  readonly kind: SpanKind;
  readonly text: string;
}

const KINDS: Partial<Record<TokenKind, SpanKind>> = {
  percent: 'value',
  caret: 'symbol',
  at: 'symbol',
  exclamation: 'type',
  hash: 'attribute',
  string: 'string',
  integer: 'number',
  float: 'number',
};

/** Cuts a text into pieces that follow each other without gaps; pieces of one kind may be neighbours. */
export function* mlirSpans(text: string): Generator<Span> {
  const lexer = new Lexer(text);
  lexer.reset(0);
  let at = 0;
  while (lexer.kind !== 'eof') {
    const { kind, start, end } = lexer;
    if (start > at) yield* gap(text.slice(at, start));
    const spelling = text.slice(start, Math.max(end, start + 1));
    yield { kind: KINDS[kind] ?? (kind === 'bare' ? wordKind(spelling) : 'other'), text: spelling };
    at = start + spelling.length;
    if (kind === 'error') lexer.reset(at);
    else lexer.advance();
  }
  if (at < text.length) yield* gap(text.slice(at));
}

/** The text between tokens: whitespace and comments. */
function* gap(text: string): Generator<Span> {
  const comment = text.indexOf('//');
  if (comment < 0) yield { kind: 'other', text };
  else {
    if (comment > 0) yield { kind: 'other', text: text.slice(0, comment) };
    yield { kind: 'comment', text: text.slice(comment) };
  }
}

function wordKind(word: string): SpanKind {
  if (/^(tensor|memref|vector|complex|tuple|none|index|[su]?i\d+|b?f\d+\w*|tf32)$/.test(word)) return 'type';
  if (word.includes('.') || word === 'module' || word === 'return' || word === 'call') return 'operation';
  return 'other';
}
