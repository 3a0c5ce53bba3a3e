/** Returns rows with columns of minimum width. */
export function leftAligned(rows: readonly (readonly string[])[]): string[] {
  return padded(rows, (cell, width) => cell.padEnd(width));
}

/** Formats rows as a table with minimum column widths; numbers are right-aligned. */
export function tableText(rows: readonly (readonly string[])[]): string {
  const lines = padded(rows, (cell, width, column) =>
    column === 0 ? cell.padEnd(width) : cell.padStart(width),
  );
  return lines.map((line) => `${line}\n`).join('');
}

function padded(
  rows: readonly (readonly string[])[],
  pad: (cell: string, width: number, column: number) => string,
): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => pad(cell, widths[column]!, column))
      .join('  ')
      .trimEnd(),
  );
}
