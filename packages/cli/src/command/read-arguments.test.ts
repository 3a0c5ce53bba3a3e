import { expect, test } from 'vitest';
import { readArguments } from './read-arguments.ts';
import { takeLoadFlags } from './load-flags.ts';

const flags = {
  fast: { description: '' },
  o: { value: 'FILE', description: '' },
  output: { value: 'FILE', short: 'w', description: '' },
  kind: { value: 'KIND', choices: ['text', 'json'], description: '' },
  count: { value: 'N', type: 'integer', least: 1, description: '' },
  ratio: { value: 'R', type: 'number', above: 0, description: '' },
  limit: { value: 'SIZE', type: 'size', description: '' },
  split: { value: 'MARKER', implied: '---', description: '' },
  also: { value: 'X', repeats: true, description: '' },
} as const;

const read = (...args: string[]) => readArguments('test', flags, args);

test('flags have one dash or two, and values after = or as the next argument', () => {
  expect(read('a', '-fast', '--o', 'x', '-w=y', '--also=1', '--also', '2', '-', 'b')).toEqual({
    positionals: ['a', '-', 'b'],
    flags: {
      fast: true,
      o: 'x',
      output: 'y',
      kind: null,
      count: null,
      ratio: null,
      limit: null,
      split: null,
      also: ['1', '2'],
    },
  });
});

test('what follows two dashes is no flag', () => {
  expect(read('--', '--fast').positionals).toEqual(['--fast']);
});

test('the last value counts', () => {
  expect(read('--o=1', '--o=2', '--fast', '--fast=false').flags).toMatchObject({ o: '2', fast: false });
});

test('values are checked', () => {
  expect(() => read('--kind=jsn')).toThrow("flag '--kind': unknown value 'jsn'; did you mean 'json'?");
  expect(() => read('--kind=x')).toThrow("flag '--kind': unknown value 'x'; expected text, json");
  expect(() => read('--count=x')).toThrow("flag '--count' expects an integer of at least 1, got 'x'");
  expect(() => read('--count=')).toThrow("flag '--count' expects an integer of at least 1, got ''");
  expect(() => read('--count=0')).toThrow("flag '--count' expects an integer of at least 1, got '0'");
  expect(() => read('--count=1.5')).toThrow("flag '--count' expects an integer of at least 1, got '1.5'");
  expect(() => read('--ratio=0')).toThrow("flag '--ratio' expects a number above 0, got '0'");
  expect(() => read('--limit=x')).toThrow("flag '--limit' expects a size like 16GiB, got 'x'");
  expect(() => read('--limit=40')).toThrow(
    "flag '--limit' expects a size with a unit, got '40'; write 40GB or 40GiB, or 40B for bytes",
  );
  for (const [text, bytes] of [
    ['0', 0],
    ['40B', 40],
    ['1.5K', 1500],
    ['2MiB', 2 << 20],
  ] as const)
    expect(read(`--limit=${text}`).flags.limit).toBe(bytes);
  expect(read('--count=2', '--ratio=.5', '--limit=1KiB', '--split', '--split=x').flags).toMatchObject({
    count: 2,
    ratio: 0.5,
    limit: 1024,
    split: 'x',
  });
  expect(read('--split', 'a')).toMatchObject({ positionals: ['a'], flags: { split: '---' } });
});

test('modules to load are taken out', () => {
  expect(takeLoadFlags(['--load', 'a,b', 'x', '-load-extension=c', '--', '--load=d'])).toEqual({
    files: ['a', 'b', 'c'],
    rest: ['x', '--', '--load=d'],
  });
});

test('a flag is understood by its other name, too', () => {
  const flags = { machine: { description: '', value: 'MACHINE', alias: 'topology' } } as const;
  expect(readArguments('sim', flags, ['--topology', 't3k']).flags).toEqual({ machine: 't3k' });
});
