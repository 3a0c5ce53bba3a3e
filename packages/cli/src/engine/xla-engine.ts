import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ShardedFunction } from '@shardform/inspect';
import type { Context, ModuleOp } from '@shardform/ir-core';
import { arrayTypeOf, type NdArray, readNpy } from '@shardform/runtime-sim';
import { bundleFiles } from '../bundle/bundle-files.ts';
import { writeTemporary } from '../temporary-folder.ts';
import { UsageError } from '../tool-io.ts';
import { lackOfJax, shortOfMemory } from './python.ts';
import {
  type EndedProcess,
  endText,
  runPython,
  withXlaFolder,
  type XlaProcessOptions,
} from './xla-process.ts';

/** Options of the launcher that runs XLA. */
export interface XlaOptions extends XlaProcessOptions {
  /** Arguments for the launcher: which processes there are, and on what platform. */
  readonly launch: readonly string[];
}

/** What XLA computed. */
export interface XlaResults {
  /** The local results by device. */
  readonly shards: readonly (readonly NdArray[])[];
  /** Number of processes that the devices are divided among. */
  readonly processes: number;
}

/**
 * Executes a program of local sizes with XLA: makes a bundle of it, which its launcher runs in one process or several, and reads
 * the shards that it writes.
 *
 * @throws UsageError when Python or jax is missing, or XLA can't run the program.
 */
export async function runOnXla(
  local: ModuleOp,
  program: ShardedFunction,
  inputs: readonly NdArray[],
  context: Context,
  options: XlaOptions,
): Promise<XlaResults> {
  return withXlaFolder(options, async (folder, abort) => {
    const names = { inputs: [], results: [] };
    const bundle = bundleFiles({
      ...{ local, program, context, names, inputs, expected: null, keepsReplicas: true },
    });
    if (bundle === null) throw new UsageError("XLA can't run the program: it has no portable artifact");
    mkdirSync(join(folder, 'inputs'));
    for (const [path, data] of bundle.files) writeTemporary(join(folder, path), data);
    const outputs = join(folder, 'outputs');
    const ended = await runPython(
      [join(folder, 'launch.py'), '--outputs', outputs, ...options.launch],
      options,
      abort,
      // The launcher ends its processes.
      { killSignal: 'SIGTERM', env: { SHARDFORM_ENDS_WITH_INPUT: '1' } },
    );
    if (ended.code !== 0) throw new UsageError(reasonOf(options.python, ended));
    const kinds = program.results.map(({ type }) => arrayTypeOf(type)!.kind);
    const shards = Array.from({ length: program.deviceCount }, (_, device) =>
      kinds.map((kind, i) => readNpy(readFileSync(join(outputs, `res${i}.${device}.npy`)), kind)),
    );
    return { shards, processes: Number(/one of (\d+) processes/.exec(ended.stderr)?.[1] ?? 1) };
  });
}

/** Why the launcher has failed: its lines say which process failed, and why. */
function reasonOf(python: string, launcher: EndedProcess): string {
  const { stderr } = launcher;
  const lacking = lackOfJax(python, stderr);
  if (lacking !== null) return lacking;
  const lines = stderr.trimEnd().split('\n');
  const told = lines.find((line) => /^process \d+ on .*: error: /.test(line));
  const ended = lines.find((line) => /^process \d+ on .*: was ended by /.test(line));
  const reason =
    told?.replace(/^process 0 on [^:]*: error: /, '') ??
    (ended === undefined
      ? endText('its launcher', launcher)
      : `${ended}${shortOfMemory(ended.slice(ended.lastIndexOf(' ') + 1))}`);
  return `XLA can't run the program: ${reason}`;
}
