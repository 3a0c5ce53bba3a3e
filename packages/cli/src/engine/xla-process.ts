import { spawn, type SpawnOptions } from 'node:child_process';
import { rmSync } from 'node:fs';
import { currentBudget, type Interrupted } from '@shardform/ir-core';
import { temporaryFolder } from '../temporary-folder.ts';
import { beforeTermination } from '../termination.ts';
import { UsageError } from '../tool-io.ts';
import { HOW_TO_GET_PYTHON } from './python.ts';

/** Options of a Python program of the engine. */
export interface XlaProcessOptions {
  /** The Python that has jax. */
  readonly python: string;
  /** After so long it is ended. */
  readonly timeoutSeconds: number;
  /** True if signals are the command's to handle. */
  readonly ownsProcess: boolean;
}

/** How long XLA may take. It gives up itself on devices that wait for each other after a minute. */
export const XLA_TIMEOUT_SECONDS = 600;

/** Hands a folder to work with XLA, which is removed after it, also where a signal ends the process. */
export async function withXlaFolder<T>(
  { ownsProcess }: XlaProcessOptions,
  work: (folder: string, abort: AbortController) => Promise<T>,
): Promise<T> {
  const folder = temporaryFolder('xla');
  const abort = new AbortController();
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const release = ownsProcess
    ? beforeTermination(() => {
        abort.abort();
        remove();
      })
    : null;
  try {
    return await work(folder, abort);
  } finally {
    release?.();
    remove();
  }
}

/** How a Python program has ended, and what it said. */
export interface EndedProcess {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Milliseconds between checks of the time limit. */
const PERIOD = 20;

/**
 * Runs a Python program of the engine to its end; it is ended when the work is interrupted, or takes too long.
 *
 * @param args the program and its arguments.
 * @throws UsageError when Python can't be started, or the time is over.
 */
export async function runPython(
  args: readonly string[],
  { python, timeoutSeconds }: XlaProcessOptions,
  abort: AbortController,
  {
    killSignal = 'SIGKILL',
    env = {},
  }: { readonly killSignal?: NodeJS.Signals; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<EndedProcess> {
  const start = performance.now();
  const budget = currentBudget();
  const interruptions: Interrupted[] = [];
  const timer = setInterval(() => {
    const { interruption } = budget;
    if (interruption === null && performance.now() - start < timeoutSeconds * 1000) return;
    if (interruption !== null) interruptions.push(interruption);
    abort.abort();
  }, PERIOD);
  try {
    return await endedPython(python, args, {
      signal: abort.signal,
      killSignal,
      env: { ...process.env, ...env },
    });
  } catch (error) {
    if (interruptions[0] !== undefined) throw interruptions[0];
    if (abort.signal.aborted) throw new UsageError(`XLA did not end within ${timeoutSeconds} seconds`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/**
 * Runs a program in Python to its end.
 *
 * @param args the program and its arguments.
 * @throws UsageError when Python can't be started.
 */
export function endedPython(
  python: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env' | 'killSignal' | 'signal'>,
): Promise<EndedProcess> {
  return new Promise((resolve, reject) => {
    // Its standard input ends with this process, however that ends.
    const child = spawn(python, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.stdin.on('error', () => undefined);
    child.on('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'ENOENT' ? 'it is not there' : error.message;
      reject(new UsageError(`cannot start Python as '${python}': ${reason}; ${HOW_TO_GET_PYTHON}`));
    });
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

/** Returns how a program ended that has not said why itself. @param what the program, in a sentence: `its process`. */
export function endText(what: string, { code, signal, stderr }: EndedProcess): string {
  if (signal !== null) return `${what} was ended by ${signal}`;
  const last = stderr.trimEnd().split('\n').at(-1) ?? '';
  return last === '' ? `${what} ended with exit code ${String(code)} and said nothing` : last;
}
