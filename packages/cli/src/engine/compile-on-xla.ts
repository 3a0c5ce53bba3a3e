import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Context, type ModuleOp, printOp } from '@shardform/ir-core';
import { xlaCompiler } from '../engine-runner.ts';
import { writeTemporary } from '../temporary-folder.ts';
import { UsageError } from '../tool-io.ts';
import { type HloCollective, hloCollectives } from './hlo-collectives.ts';
import { parseHlo } from './hlo-module.ts';
import { HOW_TO_GET_PYTHON, shortOfMemory } from './python.ts';
import {
  type EndedProcess,
  endText,
  runPython,
  withXlaFolder,
  type XlaProcessOptions,
} from './xla-process.ts';

/** The communication of a program that XLA has partitioned. */
export interface XlaPartitioning {
  /** The version of jaxlib. */
  readonly version: string;
  readonly collectives: readonly HloCollective[];
}

/**
 * Partitions an annotated program by XLA, for virtual CPU devices and without its combiners.
 *
 * @throws UsageError when Python or jax is missing, or XLA can't compile the program.
 */
export function partitionByXla(
  module: ModuleOp,
  deviceCount: number,
  context: Context,
  options: XlaProcessOptions,
): Promise<XlaPartitioning> {
  return withXlaFolder(options, async (folder, abort) => {
    const [source, hlo] = [join(folder, 'module.mlir'), join(folder, 'module.hlo')];
    writeTemporary(source, printOp(module, context));
    const ended = await runPython([xlaCompiler, source, String(deviceCount), hlo], options, abort);
    const answer = answerIn(ended.stdout);
    if (answer?.ok !== true) throw new UsageError(reasonOf(answer, ended, options.python));
    return {
      version: answer.version,
      collectives: hloCollectives(parseHlo(readFileSync(hlo, 'utf8')), deviceCount),
    };
  });
}

/** The last line that the program prints. */
type CompilerAnswer =
  | { readonly ok: true; readonly version: string }
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
  return `XLA can't compile the program: ${reason}`;
}

/** The message of an error that XLA lays out in lines; of a Python traceback, the error itself. */
function onOneLine(message: string): string {
  const lines = message.split('\n').flatMap((line) => line.trim() || []);
  return lines[0]?.startsWith('Traceback') === true ? lines.at(-1)! : lines.join(' ');
}
