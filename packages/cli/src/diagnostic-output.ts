import {
  type Diagnostic,
  diagnosticToJson,
  formatDiagnostic,
  sarifLog,
  type SourceText,
} from '@shardform/ir-core';
import { jsonLine, jsonText } from './json-text.ts';

/** The format of diagnostics: text, one JSON object per line, or one SARIF 2.1.0 log of all. */
export type DiagnosticsFormat = 'text' | 'json' | 'sarif';

/**
 * Returns the text of one diagnostic as it is reported; SARIF has a single log at the end, see {@link diagnosticsEnd}.
 */
export function diagnosticText(
  diagnostic: Diagnostic,
  format: DiagnosticsFormat,
  sources: readonly SourceText[],
  columns?: number,
): string {
  if (format === 'text') return formatDiagnostic(diagnostic, sources, columns);
  return format === 'json' ? jsonLine(diagnosticToJson(diagnostic)) : '';
}

/** Returns the text after the last diagnostic. */
export function diagnosticsEnd(diagnostics: readonly Diagnostic[], format: DiagnosticsFormat): string {
  return format === 'sarif' ? `${jsonText(sarifLog(diagnostics), 2)}\n` : '';
}

/** Errors of one program that are shown as text; those after them mostly follow from them. */
export const MOST_ERRORS_SHOWN = 100;

/** Returns the line after the last error that is shown, for all errors that there are. */
export function restOfErrors(count: number): string {
  return count <= MOST_ERRORS_SHOWN
    ? ''
    : `shardform: note: and ${(count - MOST_ERRORS_SHOWN).toLocaleString('en')} more errors are not shown\n`;
}
