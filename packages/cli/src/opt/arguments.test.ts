import { describe, expect, test } from 'vitest';
import { createContext } from '../context.ts';
import { UsageError } from '../tool-io.ts';
import { extensionFiles, parseOptArguments } from './arguments.ts';
import { flagGroups, optFlags } from './flags.ts';
import { optHelp } from './help.ts';

const context = createContext();
const parse = (...args: string[]) => parseOptArguments(args, context);

describe('flags', () => {
  test.each([
    [['-verify-diagnostics'], { 'verify-diagnostics': 'all' }],
    [['--verify-diagnostics=only-expected'], { 'verify-diagnostics': 'only-expected' }],
    [['--verify-diagnostics=false'], { 'verify-diagnostics': 'off' }],
    [['--split-input-file'], { 'split-input-file': '// -----' }],
    [['--split-input-file=// xx'], { 'split-input-file': '// xx' }],
    [['-o', 'x.mlir'], { o: 'x.mlir' }],
    [['--verify-each=0'], { 'verify-each': false }],
    [
      ['--mlir-print-ir-after=cse,canonicalize', '-mlir-print-ir-after', 'inline'],
      {
        'mlir-print-ir-after': ['cse', 'canonicalize', 'inline'],
      },
    ],
    [['--mlir-elide-elementsattrs-if-larger=-1'], { 'mlir-elide-elementsattrs-if-larger': Infinity }],
    [['--mlir-disable-threading'], {}],
    [['-h'], { help: true }],
  ])('%j', (args, flags) => {
    expect(parse(...args).flags).toMatchObject(flags);
  });

  test('passes keep their order and their options', () => {
    const { passFlags, file } = parse('a.mlir', '-cse', '--canonicalize=max-iterations=3');
    expect(passFlags).toEqual([
      { name: 'cse', options: '' },
      { name: 'canonicalize', options: 'max-iterations=3' },
    ]);
    expect(file).toBe('a.mlir');
  });

  test('what follows two dashes is a file', () => {
    expect(parse('--', '-cse').file).toBe('-cse');
    expect(parse('-').file).toBe('-');
  });

  test.each([
    [['-o'], 'for the --o option: requires a value!'],
    [
      ['--verify-each=maybe'],
      "for the --verify-each option: 'maybe' is invalid value for boolean argument! Try 0 or 1",
    ],
    [['--mlir-timing-display=pie'], "for the --mlir-timing-display option: Cannot find option named 'pie'!"],
    [['--mlir-print-ir-after=foo'], "for the --mlir-print-ir-after option: Cannot find option named 'foo'!"],
    [['--mlir-timin'], "unknown flag or pass '--mlir-timin'; did you mean '--mlir-timing'?"],
    [['a', 'b'], "too many input files: 'a' and 'b'"],
    [
      ['-cse', '--pass-pipeline=any(cse)'],
      "'-pass-pipeline' option can't be used with individual pass options",
    ],
  ])('rejects %j', (args, message) => {
    expect(() => parse(...args)).toThrow(new UsageError(message));
  });

  test('extensions are found before the flags are read', () => {
    expect(extensionFiles(['a', '--load-extension=x.mjs,y.mjs', '-load-extension', 'z.mjs'])).toEqual([
      'x.mjs',
      'y.mjs',
      'z.mjs',
    ]);
  });
});

describe('help', () => {
  test('shows every flag, pass and pipeline', () => {
    const help = optHelp(context);
    for (const flags of flagGroups.values())
      for (const name of Object.keys(flags)) expect(help).toMatch(new RegExp(`^  --?${name}\\b`, 'm'));
    for (const name of [...context.passes.keys(), ...context.pipelines.keys()])
      expect(help).toMatch(new RegExp(`^  -${name}\\b`, 'm'));
    // Those that only are accepted have no description.
    for (const [name, { description }] of Object.entries(optFlags))
      expect(help.includes(`--${name}`) || name === 'o').toBe(description !== '' || name === 'o');
  });

  test('fits a terminal', () => {
    for (const line of optHelp(context).split('\nPasses and pipelines')[0]!.split('\n'))
      expect(line.length).toBeLessThanOrEqual(120);
  });
});
