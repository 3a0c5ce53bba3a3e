import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BufferAllocation, type HloModule, readHloProto, readHloText } from '@shardform/hlo-module';
import { type Context, type ModuleOp, printOp, zip } from '@shardform/ir-core';
import type { CountMeaning } from '@shardform/runtime-sim';
import { type CompiledCollective, compiledCollectives } from '@shardform/study';
import { xlaCompiler } from '../engine-runner.ts';
import { writeTemporary } from '../temporary-folder.ts';
import { UsageError } from '../tool-io.ts';
import { HOW_TO_GET_PYTHON, shortOfMemory } from './python.ts';
import {
  type EndedProcess,
  endText,
  runPython,
  withXlaFolder,
  type XlaProcessOptions,
} from './xla-process.ts';

/** A collective of a program that XLA has partitioned. */
export interface XlaCollective {
  /** As StableHLO names it: `all_reduce`, ... */
  readonly kind: string;
  /** Number of devices that communicate with each other. */
  readonly groupSize: number;
  /** The type of its result on a device, as HLO writes it. */
  readonly type: string;
  /** Bytes that each device sends in one execution, with the algorithm that sends the least in a ring. */
  readonly bytes: number;
  /** How often it is executed when the program runs once. */
  readonly executions: number;
  readonly executionsMeaning: CountMeaning;
  /** The operation of the user's program that it was made for, if XLA tells. */
  readonly name: string | null;
}

/** The communication of a program that XLA has partitioned. */
export interface XlaPartitioning {
  /** The version of jaxlib. */
  readonly version: string;
  readonly collectives: readonly XlaCollective[];
}

/** A program that XLA has compiled. */
export interface CompiledByXla {
  /** The version of jaxlib. */
  readonly version: string;
  /** As HLO. */
  readonly text: string;
  /** Its buffer assignment; `null` where the version of jaxlib does not tell. */
  readonly buffers: readonly BufferAllocation[] | null;
}

/**
 * Partitions an annotated program by XLA, for virtual CPU devices and without its combiners. An all-reduce of which each device uses only
 * its part counts as a reduce-scatter, which XLA's compilers for GPUs and TPUs make of it.
 *
 * @throws UsageError when Python or jax is missing, or XLA can't compile the program.
 */
export async function partitionByXla(
  module: ModuleOp,
  deviceCount: number,
  context: Context,
  options: XlaProcessOptions,
): Promise<XlaPartitioning> {
  const source = printOp(module, context);
  const { version, text } = await compileByXla(source, deviceCount, options, ['--partitioner-only']);
  return { version, collectives: compiledCollectives(readHloText(text)).map(partitioned) };
}

function partitioned(collective: CompiledCollective): XlaCollective {
  const { groupSize, executions, executionsMeaning, instruction, usedSlice } = collective;
  const { kind, type, bytes } = usedSlice === null ? collective : { ...usedSlice, kind: 'reduce_scatter' };
  const name = instruction.metadata?.opName ?? null;
  return { kind, groupSize, type, bytes, executions, executionsMeaning, name };
}

/**
 * Compiles a program by XLA for virtual CPU devices.
 *
 * @param source the program's text.
 * @param flags of the Python program.
 * @throws UsageError when Python or jax is missing, or XLA can't compile the program.
 */
export async function compileByXla(
  source: string,
  deviceCount: number,
  options: XlaProcessOptions,
  flags: readonly string[] = [],
): Promise<CompiledByXla> {
  const { version, outcomes } = await compileAllByXla([source], deviceCount, options, flags);
  const [outcome] = outcomes;
  if (outcome?.text == null) throw new UsageError(failure(onOneLine(outcome?.problem ?? '')));
  return { version, text: outcome.text, buffers: outcome.buffers };
}

/** What XLA makes of one of several programs. */
export type CompileOutcome =
  | {
      readonly text: string;
      readonly problem: null;
      /** Its buffer assignment; `null` where the version of jaxlib does not tell it. */
      readonly buffers: readonly BufferAllocation[] | null;
    }
  | { readonly text: null; readonly problem: string };

/** Returns the module that XLA has made, with its buffer assignment where that is known. */
export function compiledModule({ text, buffers }: Pick<CompiledByXla, 'text' | 'buffers'>): HloModule {
  return { ...readHloText(text), ...(buffers === null ? {} : { bufferAllocations: buffers }) };
}

/**
 * Compiles programs by XLA for virtual CPU devices, in one process. A program that XLA refuses is none of the others' concern.
 *
 * @throws UsageError when Python or jax is missing.
 */
export function compileAllByXla(
  sources: readonly string[],
  deviceCount: number,
  options: XlaProcessOptions,
  flags: readonly string[] = [],
): Promise<{ readonly version: string; readonly outcomes: readonly CompileOutcome[] }> {
  return withXlaFolder(options, async (folder, abort) => {
    const files = sources.map((source, i) => {
      const file = join(folder, `module${i}.mlir`);
      writeTemporary(file, source);
      return file;
    });
    const ended = await runPython([xlaCompiler, String(deviceCount), ...flags, ...files], options, abort);
    const answer = answerIn(ended.stdout);
    if (answer?.ok !== true) throw new UsageError(reasonOf(answer, ended, options.python));
    const outcomes = Array.from(zip(files, answer.problems), ([file, problem]): CompileOutcome => {
      if (problem !== null) return { text: null, problem };
      const proto = `${file}.hlo.pb`;
      const buffers = existsSync(proto) ? readHloProto(readFileSync(proto)).bufferAllocations : undefined;
      return { text: readFileSync(`${file}.hlo`, 'utf8'), problem, buffers: buffers ?? null };
    });
    return { version: answer.version, outcomes };
  });
}

/** The last line that the program prints. */
type CompilerAnswer =
  | { readonly ok: true; readonly version: string; readonly problems: readonly (string | null)[] }
  | { readonly ok: false; readonly kind: 'missing' | 'failed'; readonly message: string };

/** The last line if it is an answer; libraries may print before it. */
function answerIn(stdout: string): CompilerAnswer | null {
  try {
    const answer: unknown = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
    if (typeof answer !== 'object' || answer === null || !('ok' in answer)) return null;
    // The script prints its answer as one object with `ok`.
    return answer as CompilerAnswer;
  } catch {
    return null;
  }
}

function reasonOf(
  answer: Exclude<CompilerAnswer, { readonly ok: true }> | null,
  ended: EndedProcess,
  python: string,
): string {
  if (answer?.kind === 'missing') return `'${python}' has no jax (${answer.message}); ${HOW_TO_GET_PYTHON}`;
  const reason =
    answer === null
      ? `${endText('its process', ended)}${shortOfMemory(ended.signal)}`
      : onOneLine(answer.message);
  return failure(reason);
}

function failure(reason: string): string {
  return `XLA can't compile the program: ${reason}`;
}

/** The message of an error that XLA lays out in lines; of a Python traceback, the error itself. */
function onOneLine(message: string): string {
  const lines = message.split('\n').flatMap((line) => line.trim() || []);
  return lines[0]?.startsWith('Traceback') === true ? lines.at(-1)! : lines.join(' ');
}
