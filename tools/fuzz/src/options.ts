import { parseArgs } from 'node:util';
import { targets } from './targets/index.ts';

/** The parsed command line. */
export interface FuzzOptions {
  readonly paths: readonly string[];
  readonly first: number;
  readonly count: number;
  readonly jobs: number;
  /** The name of what is fed, or `all`. */
  readonly target: string;
  /** Where inputs are written that something is wrong with. */
  readonly output: string;
}

export const usage = `pnpm fuzz [PATH...] [--count N] [--first N] [--jobs N] [--target NAME] [--output DIR]

Mutates the files below the paths (those of the packages and the corpus of findings by default) and feeds them to
${Object.entries(targets)
  .map(([name, { summary }]) => `  ${name.padEnd(13)}${summary}\n`)
  .join(
    '',
  )}With --target all the executions are dealt to all of them, more to those that are fast. Input number N is the same in every run over the same files.
`;

/** @throws when the command line is wrong. */
export function parseOptions(args: readonly string[]): FuzzOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      count: { type: 'string', default: '100000' },
      first: { type: 'string', default: '0' },
      target: { type: 'string', default: 'read' },
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
  if (values.target !== 'all' && !Object.hasOwn(targets, values.target))
    throw new Error(`--target expects all, ${Object.keys(targets).join(', ')}, got '${values.target}'`);
  return {
    target: values.target,
    paths: positionals.length > 0 ? positionals : ['packages', 'tools/fuzz/corpus'],
    first: number('first'),
    count: number('count'),
    jobs: Math.max(1, number('jobs')),
    output: values.output,
  };
}
