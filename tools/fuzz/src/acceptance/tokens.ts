/** The kind of a token for mutations. */
export type TokenKind =
  'space' | 'string' | 'number' | 'value' | 'symbol' | 'block' | 'alias' | 'type' | 'shape' | 'word' | 'sign';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

/** The first pattern that matches tells the kind. */
const PATTERNS: readonly (readonly [TokenKind, string])[] = [
  ['space', String.raw`\s+`],
  ['string', String.raw`"(?:[^"\\\n]|\\.)*"`],
  ['value', String.raw`%[\w$.-]+(?:#\d+)?`],
  ['symbol', String.raw`@(?:[\w$.]+|"[^"\n]*")`],
  ['block', String.raw`\^[\w$.]+`],
  ['alias', String.raw`[#!][A-Za-z_][\w$.]*`],
  ['shape', String.raw`(?:(?:\d+|\?)x)+[A-Za-z!]\w*(?:\.\w+)*|(?:(?:\d+|\?)x)+`],
  ['number', String.raw`0x[0-9a-fA-F]+|\d+(?:\.\d*(?:[eE][-+]?\d+)?)?`],
  [
    'type',
    String.raw`(?:s|u)?i\d+\b|f\d+\w*|bf16\b|tf32\b|index\b|none\b|(?:tensor|vector|memref|complex|tuple)(?=<)`,
  ],
  ['word', String.raw`[A-Za-z_][\w$.]*`],
  ['sign', String.raw`->|::|>=|<=|==|[^]`],
];

const TOKEN = new RegExp(PATTERNS.map(([, pattern]) => `(${pattern})`).join('|'), 'gu');

/** The tokens of a text; joined they are the text. */
export function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map((match) => ({
    kind: PATTERNS[match.slice(1).findIndex(Boolean)]![0],
    text: match[0],
  }));
}

const OPEN = '([{<';
const CLOSE = ')]}>';

/** The index behind the bracket that closes the one at `open`; `null` when it is no bracket or nothing closes it. */
export function endOfBrackets(tokens: readonly Token[], open: number): number | null {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    const { text } = tokens[at]!;
    if (text.length === 1 && OPEN.includes(text)) depth++;
    else if (text.length === 1 && CLOSE.includes(text)) depth--;
    if (depth === 0) return at === open ? null : at + 1;
  }
  return null;
}
