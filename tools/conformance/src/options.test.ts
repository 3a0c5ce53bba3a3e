import { describe, expect, test } from 'vitest';
import { parseOptions } from './options.ts';

describe('parseOptions', () => {
  test('fills in defaults', () => {
    expect(parseOptions(['a'], '/here')).toMatchObject({
      root: '/here',
      paths: ['a'],
      filter: null,
      json: null,
      timeoutSeconds: 20,
      features: new Set(['stablehlo', 'n150']),
      verbose: false,
    });
  });

  test('reads every option, behind the separator that pnpm leaves', () => {
    const words =
      '--root r --filter ^x --jobs 3 --timeout 1.5 --json o --feature f --define %m=/a=b --pass-option p=o=1 --skip-tool t --quiet p q';
    expect(parseOptions(['--', ...words.split(' ')], '/here')).toEqual({
      root: '/here/r',
      paths: ['p', 'q'],
      filter: /^x/,
      json: '/here/o',
      jobs: 3,
      timeoutSeconds: 1.5,
      features: new Set(['f']),
      substitutions: new Map([['%m', '/a=b']]),
      passOptions: new Map([['p', 'o=1']]),
      skippedTools: ['t'],
      verbose: false,
      quiet: true,
    });
  });

  test('adds the options of one pass up', () => {
    const options = parseOptions(
      ['--pass-option', 'p=a', '--pass-option', 'q=b', '--pass-option', 'p=c=1', 'x'],
      '/',
    );
    expect(options?.passOptions).toEqual(
      new Map([
        ['p', 'a c=1'],
        ['q', 'b'],
      ]),
    );
  });

  test('answers null to a call for help', () => {
    expect(parseOptions(['--help'], '/')).toBeNull();
  });

  test.each([
    [[], 'no PATH'],
    [['--jobs', '0', 'a'], "--jobs takes a number above 0, not '0'"],
    [['--timeout', 'x', 'a'], "--timeout takes a number above 0, not 'x'"],
    [['--filter', '(', 'a'], "--filter is no regular expression: '('"],
    [['--define', 'x', 'a'], "--define takes NAME=VALUE, not 'x'"],
    [['--foo', 'a'], "Unknown option '--foo'"],
  ])('refuses %j: %s', (args, message) => {
    expect(() => parseOptions(args, '/')).toThrow(message);
  });
});
