import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FlagValues } from '../command/flag.ts';
import { measurer } from '../engine-runner.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';
import { clusterArguments, clusterFlags } from './cluster-flags.ts';
import { lackOfJax, pythonOf } from './python.ts';
import { endedPython } from './xla-process.ts';

/** Flags for measurements of real devices. */
export const measureFlags = {
  engine: {
    value: 'NAME',
    choices: ['xla'],
    description: 'measure the devices that jax has, which takes a Python with it',
  },
  ...clusterFlags,
  devices: { value: 'N', type: 'integer', least: 1, description: 'of CPUs: so many virtual devices' },
} as const;

/**
 * Returns measurements, one a line, of the devices that jax has. Of several processes the first one has them, the others measure
 * with it and end.
 *
 * @throws UsageError when there is no jax, or the devices can't be used.
 */
export async function measuredOnXla(
  flags: FlagValues<typeof measureFlags>,
  { cwd }: ToolInput,
): Promise<string> {
  const { devices } = flags;
  const args = [...clusterArguments(flags), ...(devices === null ? [] : ['--devices', String(devices)])];
  const folder = temporaryFolder('measure');
  try {
    const file = join(folder, 'measured.csv');
    await runMeasurer(pythonOf(flags.python, process.env), [measurer, file, ...args], cwd);
    if (existsSync(file)) return readFileSync(file, 'utf8');
    throw new UsageError(
      'the measurements are with process 0, which fits them; this process has done its part',
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runMeasurer(python: string, args: readonly string[], cwd: string): Promise<void> {
  const { code, stderr } = await endedPython(python, args, { cwd });
  if (code === 0) return;
  const lacking = lackOfJax(python, stderr);
  if (lacking !== null) throw new UsageError(lacking);
  const last = stderr.trimEnd().split('\n').at(-1) ?? '';
  throw new UsageError(`the devices can't be measured: ${last === '' ? `exit code ${String(code)}` : last}`);
}
