import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from '@shardform/cli';
import { readNpz } from '@shardform/runtime-sim';
import { largestDifference } from './largest-difference.ts';

const usage = `usage: node tools/differential/run.mjs FOLDER [NAME...]

Compares the programs that generate.py wrote: text after propagation with Shardy's, results of 'run' with XLA's.`;

/** XLA's results and ours may differ so much, as a fraction of a result's largest magnitude. */
const TOLERANCE = 1e-4;

/** Compares all programs of a folder, or those named; the answer is the exit code: 1 after differences. */
export async function main(args: readonly string[]): Promise<number> {
  const [folder, ...only] = args;
  if (folder === undefined || folder.startsWith('-')) {
    console.error(usage);
    return 2;
  }
  const all = readdirSync(folder)
    .filter((file) => /^[a-z]+-\d+\.mlir$/.test(file))
    .map((file) => file.slice(0, -'.mlir'.length));
  const names = only.length === 0 ? all : only;
  const counts = { propagation: 0, partition: 0, run: 0, numbers: 0 };
  let noisy = 0;
  for (const name of names) {
    const { noise, ...findings } = await check(folder, name);
    if (noise !== null) {
      noisy += 1;
      console.log(`${name}: rounding noise: ${noise}`);
    }
    for (const key of Object.keys(counts) as (keyof typeof counts)[]) {
      if (findings[key] === null) counts[key] += 1;
      else console.log(`${name}: ${key}: ${findings[key]}`);
    }
  }
  const table = Object.entries(counts).map(([key, count]) => `${key} ${count}`);
  const rest = noisy === 0 ? '' : ` (${noisy} of them but for rounding noise)`;
  console.log(`of ${names.length} programs right: ${table.join(', ')}${rest}`);
  return Object.values(counts).every((count) => count === names.length) ? 0 : 1;
}

/** The error of a program, by step; null for none. */
type Findings = Record<'propagation' | 'partition' | 'run' | 'numbers', string | null> & {
  /** How far numbers are apart that rounding explains; `null` where none are. */
  readonly noise: string | null;
};

async function check(folder: string, name: string): Promise<Findings> {
  const at = (suffix: string) => join(folder, `${name}.${suffix}`);
  const propagated = await command('opt', at('mlir'), '-sdy-propagation-pipeline');
  const equal = propagated.stdout.trimEnd() === readFileSync(at('sdy'), 'utf8').trimEnd();
  if (propagated.exitCode === 0 && !equal) writeFileSync(at('sdy.got'), propagated.stdout);
  const partitioned = await command('partition', at('mlir'));
  rmSync(at('got.npz'), { force: true });
  const run = await command('run', at('mlir'), '--in', at('in.npz'), '--out', at('got.npz'));
  const numbers = compare(at('got.npz'), at('out.npz'));
  const isNoise =
    numbers !== null &&
    (await command('run', at('mlir'), '--in', at('in.npz'), '--expect', at('out.npz'))).exitCode === 0;
  return {
    propagation: propagated.exitCode !== 0 ? problem(propagated) : equal ? null : 'text differs',
    partition: partitioned.exitCode === 0 ? null : problem(partitioned),
    run: run.exitCode === 0 ? null : problem(run),
    numbers: isNoise ? null : numbers,
    noise: isNoise ? numbers : null,
  };
}

interface Answer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

async function command(...args: readonly string[]): Promise<Answer> {
  try {
    const input = { stdin: new Uint8Array(), cwd: process.cwd() };
    const { stdout, stderr, exitCode } = await runTool('shardform', args, input);
    return { stdout: typeof stdout === 'string' ? stdout : '', stderr, exitCode };
  } catch (error) {
    return { stdout: '', stderr: `internal error: ${String(error)}`, exitCode: 70 };
  }
}

/** The line of an answer with the error. */
function problem({ stdout, stderr }: Answer): string {
  const lines = [...stderr.split('\n'), ...stdout.split('\n')].filter((line) => line.trim() !== '');
  const telling = lines.find((line) => /error|DIFFERENT|NaN/.test(line)) ?? lines[0] ?? 'no message';
  return telling.slice(0, 240);
}

function compare(gotPath: string, wantPath: string): string | null {
  let got;
  try {
    got = readNpz(readFileSync(gotPath));
  } catch {
    return 'no results';
  }
  const want = readNpz(readFileSync(wantPath));
  const wrong: string[] = [];
  for (const [name, array] of want) {
    const difference = largestDifference(got.get(name), array);
    if (!(difference <= TOLERANCE)) wrong.push(`${name} ${difference.toExponential(1)}`);
  }
  return wrong.length === 0 ? null : wrong.join(', ');
}
