/** Seconds for people: `12.3 ms`. */
export function secondsText(seconds: number): string {
  const units = [
    [1, 's'],
    [1e-3, 'ms'],
    [1e-6, 'us'],
  ] as const;
  const [size, unit] = units.find(([least]) => seconds >= least) ?? [1e-6, 'us'];
  return `${(seconds / size).toPrecision(4)} ${unit}`;
}

/** Returns a fraction as a percentage: `12.3%`. */
export function percentText(part: number): string {
  return `${(100 * part).toFixed(1)}%`;
}

/** Formats rows as a table with minimum column widths; numbers are right-aligned. */
export function tableText(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}
