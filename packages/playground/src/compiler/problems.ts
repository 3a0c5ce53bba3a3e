import { operationHint } from '@shardform/inspect';
import {
  type Context,
  type Diagnostic,
  Lexer,
  ParsedLoc,
  positionOf,
  type SourceText,
} from '@shardform/ir-core';
import type { Problem } from './messages.ts';

/** Diagnostics with their notes, as positions in a text. */
export function problemsOf(
  diagnostics: readonly Diagnostic[],
  source: SourceText,
  context: Context,
): Problem[] {
  return diagnostics.flatMap(({ severity, message: text, location, notes }) => {
    const from = offsetOf(location, source);
    const end = location instanceof ParsedLoc ? location.end : from;
    const hint = operationHint(text, context);
    const message = hint === null ? text : `${text}; did you mean '${hint}'?`;
    // A range of one character is where something begins.
    const to = end > from + 1 ? end : Math.max(end, tokenEnd(source.text, from));
    return [{ severity, message, from, to, ...source.position(from) }, ...problemsOf(notes, source, context)];
  });
}

/** Messages about other files are shown at the beginning. */
function offsetOf(location: Diagnostic['location'], source: SourceText): number {
  if (location instanceof ParsedLoc) return location.start;
  const position = positionOf(location);
  if (position?.file !== source.name) return 0;
  return Math.max(0, source.offsetOf(position.line)) + Math.max(0, position.column - 1);
}

function tokenEnd(text: string, start: number): number {
  const lexer = new Lexer(text);
  lexer.reset(start);
  return lexer.start === start ? Math.max(lexer.end, start) : start;
}
