import { expect, test } from 'vitest';
import { takeLimitFlags } from './limit-flags.ts';

test('limits are taken out of a command line', () => {
  expect(
    takeLimitFlags([
      'a',
      '--limit-memory=2GiB',
      '--limit-devices',
      '1,000',
      '-limit-time=none',
      '--',
      '--limit-x',
    ]),
  ).toEqual({
    values: { memory: 2 ** 31, devices: 1000, time: Infinity },
    rest: ['a', '--', '--limit-x'],
  });
});

test('amounts are checked', () => {
  const error = (...args: string[]) => expect(() => takeLimitFlags(args));
  error('--limit-device=1').toThrow("unknown flag '--limit-device'; did you mean '--limit-devices'?");
  error('--limit-devices').toThrow("flag '--limit-devices' requires a value");
  error('--limit-devices=1.5').toThrow(
    "flag '--limit-devices' expects a whole number above 0, or none, got '1.5'",
  );
  error('--limit-memory=much').toThrow("flag '--limit-memory' expects a size like 16GiB, got 'much'");
  error('--limit-nesting=500').toThrow(
    "flag '--limit-nesting': 400 levels is the most there can be, got '500'",
  );
});
