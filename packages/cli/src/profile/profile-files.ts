import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { oneLine } from '@shardform/ir-core';
import { filesOfRun, hostOfFile } from '@shardform/profile-reader';
import { reasonOf } from '../system-error.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';

/** A file of a profile. */
export interface ProfileFile {
  readonly path: string;
  /** By its name; the file may say another one. */
  readonly host: string;
}

/** The files of a run. */
export interface ProfileFiles {
  readonly files: readonly ProfileFile[];
  /** Which run they are of, where a folder has several: `2026_11_30, the newest of 3 runs`; `null` otherwise. */
  readonly run: string | null;
}

/** Where profilers of JAX and TensorFlow write runs. */
const RUNS = join('plugins', 'profile');

/**
 * Finds the files of a profile: one that is named, those of a run, or those of the newest run of a folder that `jax.profiler.trace` has written
 * to. Of each host, the XSpace is taken where there is one.
 *
 * @throws UsageError
 */
export function profileFiles(path: string, input: ToolInput): ProfileFiles {
  if (input.root !== undefined)
    throw new UsageError(`cannot open profile '${path}': this server reads no profiles`);
  if (!isFolder(path, input))
    return { files: [{ path, host: hostOfFile(path.split(/[\\/]/).at(-1) ?? path) }], run: null };
  const own = filesIn(path, input);
  if (own.length > 0) return { files: own, run: null };
  const folder = join(path, RUNS);
  const runs = isFolder(folder, input)
    ? entries(folder, input).filter((name) => isFolder(join(folder, name), input))
    : [];
  const recorded = runs.filter((name) => filesIn(join(folder, name), input).length > 0).toSorted();
  // Names are times.
  const newest = recorded.at(-1);
  if (newest === undefined)
    throw new UsageError(
      `folder '${path}' has no profile: expected '*.xplane.pb' or '*.trace.json.gz' in it, or in a run of '${RUNS}'; record one with jax.profiler.trace('${path}')`,
    );
  const run = recorded.length > 1 ? `${oneLine(newest)}, the newest of ${recorded.length} runs` : null;
  return { files: filesIn(join(folder, newest), input), run };
}

function filesIn(folder: string, input: ToolInput): readonly ProfileFile[] {
  return filesOfRun(entries(folder, input)).map(({ host, name }) => ({ host, path: join(folder, name) }));
}

function entries(folder: string, { cwd }: ToolInput): readonly string[] {
  try {
    return readdirSync(resolve(cwd, folder));
  } catch (error) {
    throw new UsageError(`cannot read folder '${folder}': ${reasonOf(error)}`);
  }
}

function isFolder(path: string, { cwd }: ToolInput): boolean {
  return statSync(resolve(cwd, path), { throwIfNoEntry: false })?.isDirectory() === true;
}
