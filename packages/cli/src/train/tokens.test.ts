import { expect, test } from 'vitest';
import { readCount } from '../command/count.ts';
import { tokensText, trainingText } from './tokens.ts';

test.each([
  ['15T', 15e12],
  ['1.5B', 1.5e9],
  ['4096', 4096],
  ['2e12', 2e12],
  ['15000000000000.0', 15e12],
])('reads the number %s', (text, count) => {
  expect(readCount('tokens', text)).toBe(count);
});

test.each(['', '0', '-1', 'T', '15t', '15TB', 'Infinity', '1e999', '1_000'])("refuses '%s'", (text) => {
  expect(() => readCount('tokens', text)).toThrow(
    `flag '--tokens' expects a number such as 15T, got '${text}'`,
  );
});

test('writes tokens as flags take them', () => {
  expect([15e12, 1.5e9, 999, 1000].map(tokensText)).toEqual(['15T', '1.5B', '999', '1K']);
  expect(trainingText({ tokens: 15e12, steps: 1, days: 0.012_345 })).toBe(
    '15T tokens in 0.0123 days: 1 step, and nothing between them',
  );
});
