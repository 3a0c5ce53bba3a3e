import { expect, test } from 'vitest';
import { usageWords, wrappedLines, wrappedText } from './wrapped-text.ts';

test('line breaks of the sources are made anew, but for those after a sentence', () => {
  expect(wrappedText('one two\nthree. four\nfive.\nsix seven', 17)).toBe(
    'one two three.\nfour five.\nsix seven',
  );
});

test('indented lines stay, and begin a paragraph', () => {
  expect(wrappedText('such as:\n  {"a": 1, "b": 2,\n   "c": 3}\nthe rest of\nit', 12)).toBe(
    'such as:\n  {"a": 1, "b": 2,\n   "c": 3}\nthe rest\nof it',
  );
});

test('an empty line stays between paragraphs', () => {
  expect(wrappedText('one\n\ntwo\nthree', 20)).toBe('one\n\ntwo three');
});

test('no word is alone on the last line', () => {
  expect(wrappedLines('a few words more than fit'.split(' '), 22)).toEqual(['a few words more', 'than fit']);
  expect(wrappedLines(['long-words', 'alone'], 10)).toEqual(['long-words', 'alone']);
  expect(wrappedLines(['a-word-that-is-longer'], 10)).toEqual(['a-word-that-is-longer']);
});

test('what is in brackets stays together in a usage', () => {
  expect(usageWords("FILE (OTHER | --sharding ...) [--fix 'V=[{x}, {y}]']... [--json]", 30)).toEqual([
    'FILE',
    '(OTHER | --sharding ...)',
    "[--fix 'V=[{x}, {y}]']...",
    '[--json]',
  ]);
});

test('alternatives in brackets that are longer than a line are apart', () => {
  expect(usageWords('FILE [--csv FILE | --engine xla [--devices N]]', 30)).toEqual([
    'FILE',
    '[--csv FILE |',
    '--engine xla [--devices N]]',
  ]);
});
