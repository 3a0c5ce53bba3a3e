import { expect, test } from 'vitest';
import { numberFlag, readArguments } from './read-arguments.ts';
import { takeLoadFlags } from './load-flags.ts';

const flags = {
  fast: { description: '' },
  o: { value: 'FILE', description: '' },
  output: { value: 'FILE', short: 'w', description: '' },
  kind: { value: 'KIND', choices: ['text', 'json'], description: '' },
  also: { value: 'X', repeats: true, description: '' },
} as const;

const read = (...args: string[]) => readArguments('test', flags, args);

test('flags have one dash or two, and values after = or as the next argument', () => {
  expect(read('a', '-fast', '--o', 'x', '-w=y', '--also=1', '--also', '2', '-', 'b')).toEqual({
    positionals: ['a', '-', 'b'],
    flags: { fast: true, o: 'x', output: 'y', kind: null, also: ['1', '2'] },
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
  expect(() => numberFlag('n', 'x', Number.isInteger)).toThrow("flag '--n' expects a number, got 'x'");
  expect(() => numberFlag('n', '', Number.isInteger)).toThrow("flag '--n' expects a number, got ''");
});

test('modules to load are taken out', () => {
  expect(takeLoadFlags(['--load', 'a,b', 'x', '-load-extension=c', '--', '--load=d'])).toEqual({
    files: ['a', 'b', 'c'],
    rest: ['x', '--', '--load=d'],
  });
});
