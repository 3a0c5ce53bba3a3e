import { parseArgs } from 'node:util';

/** What the command line asks for. */
export interface FuzzOptions {
  readonly paths: readonly string[];
  readonly first: number;
  readonly count: number;
  readonly jobs: number;
  /** Where inputs are written that something is wrong with. */
  readonly output: string;
}

export const usage = `pnpm fuzz [PATH...] [--count N] [--first N] [--jobs N] [--output DIR]

Mutates the programs below the paths (those of the packages by default) and feeds them to the reader, the
verifier and the printers. Input number N is the same in every run over the same programs.
`;

/** @throws when the command line is wrong. */
export function parseOptions(args: readonly string[]): FuzzOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      count: { type: 'string', default: '100000' },
      first: { type: 'string', default: '0' },
      jobs: { type: 'string', default: '2' },
      output: { type: 'string', default: 'fuzz-findings' },
    },
  });
  const number = (name: 'count' | 'first' | 'jobs'): number => {
    const value = Number(values[name]);
    if (!Number.isInteger(value) || value < 0)
      throw new Error(`--${name} expects a number, got '${values[name]}'`);
    return value;
  };
  return {
    paths: positionals.length > 0 ? positionals : ['packages'],
    first: number('first'),
    count: number('count'),
    jobs: Math.max(1, number('jobs')),
    output: values.output,
  };
}
