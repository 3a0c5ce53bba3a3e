import { expect, test } from 'vitest';
import type { Column } from './column.ts';
import { shortTable } from './short-table.ts';

const COLUMNS: readonly Column<number>[] = [{ name: 'row', unit: 'count', value: (row) => row }];
const ROWS = Array.from({ length: 32 }, (_, i) => i);
const SHORT = { all: false, top: null, width: null };

test('the heaviest rows of a long table are printed in their order, with the number of the others', () => {
  const lines = shortTable(ROWS, COLUMNS, SHORT, (row) => row).split('\n');
  expect(lines.slice(0, 2).map((line) => line.trim())).toEqual(['row', '2']);
  expect(lines.slice(-3)).toEqual([' 31', 'and 2 more (all with --all)', '']);
});

test.each([
  ['all rows', { ...SHORT, all: true }],
  ['a number of rows that was asked for', { ...SHORT, top: 32 }],
])('%s are printed', (_, length) => {
  expect(shortTable(ROWS, COLUMNS, length).trim().split('\n')).toHaveLength(33);
});

test('nothing is printed of no rows', () => {
  expect(shortTable([], COLUMNS, SHORT)).toBe('');
});
