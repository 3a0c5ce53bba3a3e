import { makeFolders } from './make-folders.ts';
import type { CallCost } from './sim/cost-flag.ts';
import type { DimSize } from './unknown-sizes.ts';
import { existsSync, realpathSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { Extension, Interrupt } from '@shardform/ir-core';
import type { Partitioner } from '@shardform/study';
import type { WorkerPort } from '@shardform/runtime-sim';
import type { Config } from './config-file.ts';
import { SAVED_MODEL } from './file-format.ts';
import type { Progress } from './progress-line.ts';
import { readWholeFile } from './read-file.ts';
import { replaceFile } from './replace-file.ts';
import type { StudyMemory } from './study-memory.ts';
import { reasonOf } from './system-error.ts';
import { withoutTermination } from './termination.ts';

/** The streams between a client and a command that serves it. */
export interface ServedStreams {
  readonly input: Readable;
  readonly output: Writable;
}

/** The environment of a command beside its arguments. */
export interface ToolInput {
  readonly stdin: () => Uint8Array;
  /** The client of a command that serves one; standard input and output unless given. */
  readonly served?: ServedStreams;
  /** Programs by file name, used instead of files. */
  readonly texts?: ReadonlyMap<string, Uint8Array>;
  /**
   * For a server's tools, which write nothing: the only folder whose files may be read, or `null` for none. Without it
   * commands read and write any file.
   */
  readonly root?: string | null;
  /** Relative paths are resolved against it. */
  readonly cwd: string;
  /** True if colours may be used on standard output. */
  readonly colour: boolean;
  /** Columns of the terminal that messages go to; unknown for files and pipes. */
  readonly columns?: number;
  /** Columns of the terminal that standard output is; unknown for files and pipes, which get whole lines. */
  readonly outputColumns?: number;
  /** Is told the progress of long work. */
  readonly progress?: Progress;
  /** The arguments of the process. */
  readonly commandLine?: readonly string[];
  /** The end of a thread that does the work of a command: it receives the requests. */
  readonly ownPort?: WorkerPort;
  /** Not 0 while such a thread is to stop what it does. */
  readonly interruptFlag?: SharedArrayBuffer;
  /** The URL of a module that exports `main`, for threads of the command's own; without it there are none. */
  readonly program?: string;
  /** The sizes that `--dim` gives. */
  readonly dimSizes?: readonly DimSize[];
  /** The costs of custom calls that `--cost` gives. */
  readonly costs?: readonly CallCost[];
  /** True if `--inline-fusions` opens the fusions of HLO. */
  readonly inlinesFusions?: boolean;
  /** Whose choices programs are partitioned with, if `--partitioner` says it. */
  readonly partitioner?: Partitioner;
  /** Extensions added by `--load`. */
  readonly extensions?: readonly Extension[];
  /** Cancels the command. */
  readonly interrupt?: Interrupt;
  /** Programs that were studied before, in a server. */
  readonly studies?: StudyMemory | undefined;
  /** The configuration file of the folder. */
  readonly config?: Config;
}

/** The outcome of a command: nothing but progress is printed while it runs. */
export interface ToolResult {
  /** Text, or the bytes of a file. */
  readonly stdout: string | Uint8Array;
  readonly stderr: string;
  readonly exitCode: number;
}

/** A user error in the command's arguments or files. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Reads a file, or standard input for `-`. @throws UsageError when that is not possible. */
export function readInput(path: string, input: ToolInput): Uint8Array {
  const text = input.texts?.get(path);
  if (text !== undefined) return text;
  if (path === '-') return input.stdin();
  refuseEmptyName(path);
  try {
    // A pipe would keep a server waiting, and its own input is one.
    const isServed = input.root !== undefined || input.texts !== undefined;
    return readWholeFile(pathOf(path, input), { isPlain: isServed });
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`cannot open input file '${path}': ${reasonOf(error)}${folderHint(path, input)}`);
  }
}

/** An empty name would be that of the current folder: it comes from a variable of a script that is not set. */
function refuseEmptyName(path: string): void {
  if (path === '')
    throw new UsageError('expected the name of a file, but it is empty; is a variable not set?');
}

/** The file that a path names. @throws UsageError for one outside of the folder that may be read. */
function pathOf(path: string, input: ToolInput): string {
  const { cwd, root } = input;
  if (root === undefined)
    return input.texts === undefined ? resolve(cwd, path) : realpathSync(resolve(cwd, path));
  if (root === null)
    throw new UsageError(`cannot open input file '${path}': this server reads no files; see 'mcp --root'`);
  const folder = realpathSync(root);
  // Links are followed before it is decided where a file is.
  const file = realpathSync(resolve(folder, path));
  if (file.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return file;
  throw new UsageError(`cannot open input file '${path}': it is outside of '${root}'`);
}

/** The hint for a folder given instead of a program. */
function folderHint(path: string, { cwd }: ToolInput): string {
  const isSavedModel = existsSync(resolve(cwd, path, 'saved_model.pb'));
  return isSavedModel ? `; it is ${SAVED_MODEL.name}: ${SAVED_MODEL.remedy}` : '';
}

/**
 * Writes a file whole or not at all, as {@link replaceFile} does. Ctrl-C waits for it.
 *
 * @throws UsageError when it can't be written.
 */
export function writeOutput(path: string, data: string | Uint8Array, input: ToolInput): void {
  // Commands are also run inside other programs, which handle signals themselves.
  const ownsProcess = input.program !== undefined;
  const write = (): void => writeDump(path, data, input);
  if (ownsProcess && data.length >= SLOW_WRITE_BYTES) withoutTermination(write);
  else write();
}

/** The size from which a write may be interrupted by the user. */
const SLOW_WRITE_BYTES = 2 ** 20;

/** As {@link writeOutput}, for files between which the command has long work to do: Ctrl-C doesn't wait. */
export function writeDump(path: string, data: string | Uint8Array, input: ToolInput): void {
  refuseEmptyName(path);
  if (path === '-')
    throw new UsageError(`standard output has the command's answer; give the name of a file instead of '-'`);
  refuseServers(path, input);
  try {
    replaceFile(resolve(input.cwd, path), data);
  } catch (error) {
    throw new UsageError(`cannot open output file '${path}': ${reasonOf(error)}`);
  }
}

/** Makes a folder and the ones above it. @throws UsageError when that is not possible. */
export function makeOutputFolder(path: string, input: ToolInput): void {
  refuseServers(path, input);
  try {
    makeFolders(resolve(input.cwd, path));
  } catch (error) {
    throw new UsageError(`cannot make folder '${path}': ${reasonOf(error)}`);
  }
}

/** @throws UsageError for a command whose input is from a server's client: it writes no files. */
function refuseServers(path: string, { root }: ToolInput): void {
  if (root !== undefined) throw new UsageError(`cannot write '${path}': this server writes no files`);
}
