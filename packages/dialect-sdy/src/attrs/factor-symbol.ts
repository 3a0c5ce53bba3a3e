import type { Parser } from '@shardform/ir-core';

/** Letters `i` to `z` name the factors 0 to 17; the others are `z_1`, `z_2`, and so on. */
const LETTERS = 18;
const FIRST_LETTER = 'i'.charCodeAt(0);
const HIGHEST_SYMBOL = (1n << 63n) - 1n;

/** Returns the symbol of a factor. */
export function factorSymbol(index: number): string {
  return index < LETTERS ? String.fromCharCode(FIRST_LETTER + index) : `z_${index - LETTERS + 1}`;
}

/** Returns the factors that the symbols in a keyword name, such as `[0, 18]` for `iz_1`. */
export function parseFactorSymbols(parser: Parser, text: string): number[] {
  const factors: number[] = [];
  for (let rest = text; rest !== '';) {
    const [factor, length] = parseFirstSymbol(parser, rest);
    factors.push(factor);
    rest = rest.slice(length);
  }
  return factors;
}

/** Exactly one symbol. */
export function parseSingleFactorSymbol(parser: Parser, text: string): number {
  const [factor, length] = parseFirstSymbol(parser, text);
  if (length < text.length) parser.fail(`expecting single factor symbol: ${text.slice(length)}`);
  return factor;
}

/** Returns the factor named at the beginning of `text`, and the length of its symbol. */
function parseFirstSymbol(parser: Parser, text: string): readonly [number, number] {
  if (text.startsWith('z_')) {
    const digits = /^\d+/.exec(text.slice(2))?.[0];
    if (digits === undefined) return parser.fail(`expecting integer after 'z_'. Received: '${text}'`);
    if (digits.startsWith('0')) {
      parser.fail(`expecting positive integer without leading zeros. Received: '${digits}'`);
    }
    const isTooLarge = BigInt(digits) > HIGHEST_SYMBOL;
    // Upstream reads on after this error.
    if (isTooLarge) reportAt(parser, `expecting symbol index <=2^63-1. Received: '${digits}'`);
    // Numbers beyond 2^53 lose digits, which is of no consequence: no rule has so many factors.
    return [LETTERS - 1 + (isTooLarge ? 0 : Number(digits)), 2 + digits.length];
  }
  const index = text.charCodeAt(0) - FIRST_LETTER;
  if (!(index >= 0 && index < LETTERS)) {
    parser.fail(`expecting symbol from 'i' to 'z'. Received: '${text[0] ?? ''}'`);
  }
  return [index, 1];
}

function reportAt(parser: Parser, message: string): void {
  parser.context.diagnostics.error(parser.locationAt(parser.offset), message);
}
