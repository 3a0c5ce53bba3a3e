import { writeSync } from 'node:fs';
import { isMainThread, workerData } from 'node:worker_threads';
import { abridged, printable } from '@shardform/ir-core';
import { isCommandThreadRequest } from './command-thread.ts';
import { commands } from './commands.ts';
import { noConfig, readConfig } from './config-file.ts';
import { isSearchThreadRequest } from './distribution/search-thread-request.ts';
import { guard } from './guard.ts';
import { ProgressLine } from './progress-line.ts';
import { readDescriptor } from './read-file.ts';
import { DEVICE_THREAD } from './run/device-thread-name.ts';
import { shardform } from './shardform.ts';
import { colourSeverities, usesColour } from './terminal-colour.ts';
import { reproducerHint } from './reproducer-hint.ts';
import { ownPort } from './thread-port.ts';
import { reasonOf, codeOf } from './system-error.ts';
import { type ToolInput, type ToolResult, UsageError } from './tool-io.ts';

/** `EX_SOFTWARE` of sysexits.h. */
const INTERNAL_ERROR = 70;

/** The process's entry: runs the command, writes its output and sets the exit code. */
export async function main(args: readonly string[]): Promise<void> {
  if (!isMainThread && workerData === DEVICE_THREAD) {
    (await import('./run/device-threads.ts')).serveDeviceThread();
    return;
  }
  if (!isMainThread && isSearchThreadRequest(workerData)) {
    (await import('./distribution/search-threads.ts')).serveSearchThread(workerData);
    return;
  }
  if (!isMainThread && isCommandThreadRequest(workerData)) {
    await shardform(withoutConfigFlag(workerData.args), {
      ...inputOf(workerData.args),
      // A thread has standard input only by messages.
      stdin: () => new Uint8Array(),
      ownPort: ownPort(),
      ...(workerData.interrupt === null ? {} : { interruptFlag: workerData.interrupt }),
    });
    return;
  }
  const progress = new ProgressLine(
    (text) => writeAll(2, text),
    () => performance.now(),
  );
  let stdin: Uint8Array | null = null;
  const rest = withoutConfigFlag(args);
  const input = (): ToolInput => ({
    ...inputOf(args),
    // It can be read once.
    stdin: () => (stdin ??= readStandardInput()),
    ...(process.stderr.isTTY ? { progress, columns: process.stderr.columns } : {}),
    ...(process.stdout.isTTY ? { outputColumns: process.stdout.columns } : {}),
  });
  const { stdout, stderr, exitCode } = await run(
    () => shardform(rest, input()),
    () => reproducerHint(rest, input()),
  );
  writeAll(2, usesColour(process.stderr, process.env) ? colourSeverities(stderr) : stderr);
  const problem = writeAll(1, stdout);
  if (problem !== null) writeAll(2, `shardform: error: cannot write the output: ${problem}\n`);
  process.exitCode = problem === null ? exitCode : 1;
}

function withoutConfigFlag(args: readonly string[]): string[] {
  return args.filter((argument) => argument !== '--no-config');
}

/** Builds the input common to all commands. @throws UsageError for an invalid configuration. */
function inputOf(args: readonly string[]): Omit<ToolInput, 'stdin'> {
  const isConfigured = !args.includes('--no-config');
  const cwd = currentFolder();
  return {
    cwd,
    colour: usesColour(process.stdout, process.env),
    config: isConfigured ? readConfig(cwd, Object.keys(commands)) : noConfig,
    program: import.meta.url,
    commandLine: args,
  };
}

/** @throws UsageError if the folder was removed. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw new UsageError(`cannot find the current folder: ${reasonOf(error)}; change to one that is there`);
  }
}

/** An internal error is reported in one line; the stack is printed on request. */
async function run(
  tool: () => ToolResult | Promise<ToolResult>,
  reproduce: () => Promise<string>,
): Promise<ToolResult> {
  try {
    return await guard(tool);
  } catch (error) {
    const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
    const isTraced = process.env.SHARDFORM_TRACE !== undefined;
    const text = isTraced ? stack : `${message}; with SHARDFORM_TRACE=1 the place in the code is shown`;
    const stderr = printable(`shardform: internal error: ${abridged(text)}\n${await reproduce()}`);
    return { stdout: '', stderr, exitCode: INTERNAL_ERROR };
  }
}

/** @throws UsageError when it can't be read, such as a folder. */
function readStandardInput(): Uint8Array {
  try {
    return readDescriptor(0);
  } catch (error) {
    throw new UsageError(`cannot read standard input: ${reasonOf(error)}`);
  }
}

/**
 * Writes everything, also to a pipe that accepts only a chunk at a time; a closed pipe is no error.
 *
 * @returns the error, such as a full disk, or `null`.
 */
function writeAll(descriptor: number, output: string | Uint8Array): string | null {
  const bytes = typeof output === 'string' ? new TextEncoder().encode(output) : output;
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      const code = codeOf(error);
      if (code === 'EPIPE') return null;
      if (code !== 'EAGAIN') return reasonOf(error);
    }
  }
  return null;
}
