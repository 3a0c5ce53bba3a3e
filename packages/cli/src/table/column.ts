/** A column of a table: what it holds of each row, and how that is written. */
export interface Column<R> {
  /** As `--sort` and `--filter` call it, and the heading. */
  readonly name: string;
  /** Of numbers, what they are of; text unless given. */
  readonly unit?: Unit;
  /** Of a row; `null` for nothing. */
  value(row: R): string | number | null;
  /** For people, where that is not the value with its unit. */
  text?(row: R): string;
  /** What is kept of a text where a line has no room; it is never cut unless given. */
  readonly keeps?: 'beginning' | 'end';
}

/** What the numbers of a column are of. */
export type Unit = 'bytes' | 'seconds' | 'count' | 'line';

/** Returns whether a column holds numbers. */
export function isNumeric<R>({ unit }: Column<R>): boolean {
  return unit !== undefined;
}

/** The names of columns, for help texts. */
export function columnNames(columns: readonly Pick<Column<never>, 'name'>[]): string {
  return columns.map(({ name }) => name).join(', ');
}
