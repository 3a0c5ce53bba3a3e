import { mlirSpans, type SpanKind } from './mlir-spans.ts';

/** Codes of the terminal's own colours, which people choose for their background. */
const COLOURS: Readonly<Record<SpanKind, number | null>> = {
  comment: 90,
  operation: 34,
  value: null,
  symbol: 36,
  type: 33,
  attribute: 35,
  string: 32,
  number: null,
  other: null,
};

/** Longer texts are not highlighted. */
const LONGEST = 2_000_000;

/** MLIR's text in colours. */
export function colouredMlir(text: string): string {
  if (text.length > LONGEST) return text;
  let coloured = '';
  for (const { kind, text: piece } of mlirSpans(text)) {
    const colour = COLOURS[kind];
    coloured += colour === null ? piece : `\u001b[${colour}m${piece}\u001b[0m`;
  }
  return coloured;
}
