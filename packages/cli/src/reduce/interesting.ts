import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Context, type ModuleOp, type OpPipeline, printOp, runPasses } from '@shardform/ir-core';
import { runTool } from '../run-tool.ts';
import { temporaryFolder, writeTemporary } from '../temporary-folder.ts';
import { beforeTermination } from '../termination.ts';
import type { ToolInput } from '../tool-io.ts';
import { copyOf } from './search.ts';

/** Returns whether a program still has the property that is preserved. */
export type Interesting = (candidate: ModuleOp) => boolean | Promise<boolean>;

/** Commands that take longer count as not interesting. */
const COMMAND_TIMEOUT_MS = 120_000;

/**
 * Returns a shell command that succeeds for interesting programs. The path of the program replaces `{}`, or is appended
 * to the command.
 */
export function byCommand(command: string, context: Context, input: ToolInput): Interesting {
  return async (candidate) => {
    const folder = temporaryFolder('reduce');
    const remove = (): void => rmSync(folder, { recursive: true, force: true });
    const abort = new AbortController();
    // Other programs handle signals themselves.
    const release =
      input.program === undefined
        ? null
        : beforeTermination(() => {
            abort.abort();
            remove();
          });
    try {
      const file = join(folder, 'program.mlir');
      writeTemporary(file, printOp(candidate, context));
      const line = command.includes('{}') ? command.replaceAll('{}', file) : `${command} ${file}`;
      return await succeeds(line, input, abort.signal);
    } finally {
      release?.();
      remove();
    }
  };
}

/** Returns whether a shell command ends with exit code 0. It is ended with all that it has started. */
function succeeds(line: string, { cwd }: ToolInput, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    // Ending a shell alone leaves its commands: it leads a group.
    const child = spawn(line, { shell: true, cwd, stdio: 'ignore', detached: hasGroups });
    const end = (): void => endGroup(child);
    const timer = setTimeout(end, COMMAND_TIMEOUT_MS);
    signal.addEventListener('abort', end);
    const settle = (isSuccess: boolean): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve(isSuccess);
    };
    child.on('error', () => settle(false));
    child.on('close', (code) => settle(code === 0));
  });
}

/** Windows has no groups of processes. */
const hasGroups = process.platform !== 'win32';

function endGroup(child: ChildProcess): void {
  if (!hasGroups || child.pid === undefined) {
    child.kill();
    return;
  }
  try {
    process.kill(-child.pid, 'SIGTERM');
  } catch {
    // It has ended.
  }
}

/** Passes that report a message which matches, or that crash with one. */
export function byError(pattern: RegExp, pipeline: OpPipeline, context: Context): Interesting {
  return (candidate) => {
    const { result, diagnostics } = context.diagnostics.capture(() => {
      try {
        runPasses(copyOf(candidate), pipeline, context);
        return null;
      } catch (error) {
        // A defect of a pass is what may be looked for.
        return error instanceof Error ? error.message : String(error);
      }
    });
    const messages = diagnostics.flatMap(({ message, notes }) => [
      message,
      ...notes.map((note) => note.message),
    ]);
    return [...messages, ...(result === null ? [] : [result])].some((message) => pattern.test(message));
  };
}

/** Partitioned execution that gives other numbers than sequential execution, as `shardform run` finds. */
export function byMismatch(context: Context, input: ToolInput, args: readonly string[]): Interesting {
  return async (candidate) => {
    const stdin = new TextEncoder().encode(printOp(candidate, context));
    try {
      const { exitCode, stderr } = await runTool('shardform', ['run', '-', ...args], {
        ...input,
        stdin,
        colour: false,
      });
      return exitCode !== 0 && stderr.includes('differs: device');
    } catch {
      // A defect that is not the one looked for.
      return false;
    }
  };
}
