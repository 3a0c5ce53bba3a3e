import { ParsedLoc, positionOf } from '../ir/location.ts';
import { abridged } from './readable-text.ts';
import type { Diagnostic, Severity, SourceRange } from './diagnostic.ts';

/** A position in a file; lines and columns are 1-based. */
export interface JsonPosition {
  readonly line: number;
  readonly column: number;
}

/** A range of a file; `end` is the position after the last character, or `start` for a single position. */
export interface JsonRange {
  readonly start: JsonPosition;
  readonly end: JsonPosition;
}

/** A diagnostic as plain data, for other programs: what `--diagnostics-format=json` prints. */
export interface JsonDiagnostic {
  readonly severity: Severity;
  readonly message: string;
  /** `null` when no location is known. */
  readonly file: string | null;
  readonly range: JsonRange | null;
  /** Further ranges of the same text to underline. */
  readonly ranges: readonly JsonRange[];
  readonly notes: readonly JsonDiagnostic[];
}

/** Returns a diagnostic as plain data. */
export function diagnosticToJson(diagnostic: Diagnostic): JsonDiagnostic {
  const { severity, message, location, notes, ranges = [] } = diagnostic;
  const position = positionOf(location);
  return {
    severity,
    message: abridged(message),
    file: position?.file ?? null,
    range:
      position === null
        ? null
        : location instanceof ParsedLoc
          ? rangeIn(location, location)
          : {
              start: { line: position.line, column: position.column },
              end: { line: position.endLine, column: position.endColumn },
            },
    ranges: location instanceof ParsedLoc ? ranges.map((range) => rangeIn(location, range)) : [],
    notes: notes.map(diagnosticToJson),
  };
}

function rangeIn({ source }: ParsedLoc, { start, end }: SourceRange): JsonRange {
  return { start: source.position(start), end: source.position(end) };
}
