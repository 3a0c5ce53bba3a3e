/** Returns rows as CSV (RFC 4180) with lines that end in `\n`; a field is one line. */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map((field) => csvField(String(field ?? ''))).join()}\n`).join('');
}

/** Returns a field, in quotes where it needs them. */
export function csvField(field: string): string {
  const line = field.replaceAll('\n', ' ');
  return /[",\r]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}
