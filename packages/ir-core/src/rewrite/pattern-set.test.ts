import { expect, test } from 'vitest';
import { AddIOp, PrintOp } from '../../tests/small-dialects.ts';
import { anyOpPattern, pattern } from './pattern.ts';
import { type PatternFilter, PatternSet } from './pattern-set.ts';

const never = (): boolean => false;
const patterns = [
  pattern(PrintOp, 'plain', never),
  pattern(PrintOp, 'labelled', never, { labels: ['a', 'b'] }),
  pattern(AddIOp, 'other', never, { labels: ['a'] }),
  anyOpPattern('any', never, { labels: ['b'] }),
];

function chosen(filter: PatternFilter): string[] {
  const set = new PatternSet(patterns, filter);
  return set.for(PrintOp.create({ values: [] }, [])).map(({ name }) => name);
}

test('filters choose patterns by name, label and dialect', () => {
  expect(chosen({})).toEqual(['plain', 'labelled', 'any']);
  expect(chosen({ enabled: ['a'] })).toEqual(['labelled']);
  expect(chosen({ enabled: ['plain', 'b'] })).toEqual(['plain', 'labelled', 'any']);
  expect(chosen({ disabled: ['b'] })).toEqual(['plain']);
  expect(chosen({ enabled: ['b'], disabled: ['a'] })).toEqual(['any']);
  expect(chosen({ enabled: ['none'] })).toEqual([]);
  expect(chosen({ dialects: ['test'] })).toEqual(['plain', 'labelled']);
  expect(chosen({ dialects: ['arith'] })).toEqual([]);
});
