import { oneLine } from '@shardform/ir-core';

/** Returns rows as CSV (RFC 4180) with lines that end in `\n`; a field is one line. */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map((field) => csvField(String(field ?? ''))).join()}\n`).join('');
}

/**
 * Returns a field, in quotes where it needs them. One that a spreadsheet would take for a formula begins with an apostrophe;
 * numbers stay numbers.
 */
export function csvField(field: string): string {
  const text = oneLine(field);
  const line = /^\s*[=+\-@]./.test(text) && !Number.isFinite(Number(text)) ? `'${text}` : text;
  return /[",\r]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}
