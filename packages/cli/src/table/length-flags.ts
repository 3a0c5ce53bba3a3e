/** How much of an output is printed. */
export const allFlag = { description: 'print all rows of all tables' } as const;

/** How collectives are explained. */
export const verboseFlag = {
  short: 'v',
  description: 'explain collectives by operands, shardings and factors, as the partitioner has them',
} as const;

/** Rows of a table, unless all are asked for. */
export const MOST_ROWS = 10;

/** Returns the line behind the first rows of a table that has more; none for a table that is printed whole. */
export function moreLine(count: number, most: number): string[] {
  return count > most ? [`  and ${count - most} more (all with --all)`] : [];
}
