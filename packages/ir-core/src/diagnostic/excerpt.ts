import { FileLineColLoc, ParsedLoc, positionOf, type SourceText } from '../ir/location.ts';
import type { Diagnostic } from './diagnostic.ts';

/**
 * The text of a diagnostic for people: `file:line:column: error: message`, the line of the source and a
 * caret under the place, then the notes. `sources` gives the texts that locations may point into.
 */
export function formatDiagnostic(diagnostic: Diagnostic, sources: readonly SourceText[] = []): string {
  const position = positionOf(diagnostic.location);
  const place = position === null ? '' : `${position.file}:${position.line}:${position.column}: `;
  let text = `${place}${diagnostic.severity}: ${diagnostic.message}\n`;
  if (position !== null) text += excerpt(diagnostic, position, sources);
  for (const child of diagnostic.notes) text += formatDiagnostic(child, sources);
  return text;
}

function excerpt(diagnostic: Diagnostic, position: FileLineColLoc, sources: readonly SourceText[]): string {
  const { location } = diagnostic;
  const source =
    location instanceof ParsedLoc
      ? location.source
      : sources.find(
          ({ name, firstLine, text }) => name === position.file && position.line > firstLine && text !== '',
        );
  if (source === undefined) return '';
  const line = source.text.split('\n')[position.line - 1 - source.firstLine];
  if (line === undefined) return '';
  const before = line.slice(0, position.column - 1).replace(/[^\t]/g, ' ');
  const length =
    location instanceof ParsedLoc
      ? Math.max(1, Math.min(location.end - location.start, line.length - before.length))
      : 1;
  return `${line}\n${before}^${'~'.repeat(length - 1)}\n`;
}
