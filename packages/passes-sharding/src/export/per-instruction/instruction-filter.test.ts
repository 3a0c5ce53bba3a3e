import { expect, test } from 'vitest';
import { parseInstructionFilter } from './instruction-filter.ts';

test.each([
  ['', { low: 0, high: Infinity, names: [] }],
  ['dot, pad', { low: 0, high: Infinity, names: ['dot', 'pad'] }],
  ["'selectHigh=4, selectLow=2'", { low: 2, high: 4, names: [] }],
  ['"selectLow=1,add"', { low: 1, high: Infinity, names: ['add'] }],
  ['selectLow=x', null],
])('%s', (text, filter) => {
  expect(parseInstructionFilter(text)).toEqual(filter);
});
