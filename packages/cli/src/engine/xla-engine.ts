import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { copyOf } from '@shardform/inspect';
import { type Context, currentBudget, type Interrupted, type ModuleOp, printOp } from '@shardform/ir-core';
import {
  type ArrayKind,
  arrayTypeOf,
  entryFunction,
  type NdArray,
  readNpz,
  writeNpz,
} from '@shardform/runtime-sim';
import { xlaRunner } from '../engine-runner.ts';
import { temporaryFolder, writeTemporary } from '../temporary-folder.ts';
import { beforeTermination } from '../termination.ts';
import { UsageError } from '../tool-io.ts';
import { toReplicaForm } from './replica-form.ts';

/** Options of the process that runs XLA. */
export interface XlaOptions {
  /** The Python that has jax. */
  readonly python: string;
  /** Number of processes that the devices are divided among. */
  readonly processes: number;
  /** After so long the processes are ended. */
  readonly timeoutSeconds: number;
  /** True if signals are the command's to handle. */
  readonly ownsProcess: boolean;
}

/** The input of the Python program. */
interface XlaPlan {
  /** The module's text, in the form for replicas. */
  readonly module: string;
  /** An npz file with `argI.dD`, or `argI` for all devices. */
  readonly inputs: string;
  /** Prefix of the files with `resI.dD`: `PATH.PROCESS.npz`. */
  readonly outputs: string;
  /** The names of the element types of the arguments in numpy and ml_dtypes. */
  readonly arguments: readonly string[];
  readonly devices: number;
  readonly processes: number;
  /** Address at which the processes meet. */
  readonly coordinator: string;
}

/** The output of a process. */
type XlaAnswer =
  | { readonly ok: true }
  | { readonly ok: false; readonly kind: 'missing' | 'failed'; readonly message: string };

/** Returns the Python that a command line and an environment name. */
export function pythonOf(flag: string | null, environment: NodeJS.ProcessEnv): string {
  return flag ?? environment.SHARDFORM_PYTHON ?? 'python3';
}

/**
 * Executes a program of local sizes with XLA on virtual CPU devices, in one process or several that communicate over the
 * loopback device.
 *
 * @param inputsOf the local inputs of a device.
 * @returns the local results by device.
 * @throws UsageError when Python or jax is missing, or XLA can't run the program.
 */
export async function runOnXla(
  local: ModuleOp,
  deviceCount: number,
  inputsOf: (device: number) => readonly NdArray[],
  context: Context,
  options: XlaOptions,
): Promise<readonly (readonly NdArray[])[]> {
  const { processes } = options;
  if (deviceCount % processes !== 0)
    throw new UsageError(`${deviceCount} devices can't be divided among ${processes} processes`);
  const folder = temporaryFolder('xla');
  const abort = new AbortController();
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const release = options.ownsProcess
    ? beforeTermination(() => {
        abort.abort();
        remove();
      })
    : null;
  try {
    const module = copyOf(local);
    toReplicaForm(module, deviceCount);
    const { inputs, results } = entryFunction(module).functionType;
    const plan: XlaPlan = {
      module: join(folder, 'module.mlir'),
      inputs: join(folder, 'inputs.npz'),
      outputs: join(folder, 'outputs'),
      arguments: inputs.map((type) => numpyName(arrayTypeOf(type)!.kind)),
      devices: deviceCount,
      processes,
      coordinator: `127.0.0.1:${await freePort()}`,
    };
    writeTemporary(plan.module, printOp(module, context));
    writeTemporary(plan.inputs, writeNpz(inputArrays(deviceCount, inputsOf)));
    const planFile = join(folder, 'plan.json');
    writeTemporary(planFile, JSON.stringify(plan));
    await runProcesses(planFile, options, abort);
    const kinds = results.map((type) => arrayTypeOf(type)!.kind);
    return readResults(plan, kinds);
  } finally {
    release?.();
    remove();
  }
}

function inputArrays(
  deviceCount: number,
  inputsOf: (device: number) => readonly NdArray[],
): Map<string, NdArray> {
  const arrays = new Map<string, NdArray>();
  for (let device = 0; device < deviceCount; device++) {
    inputsOf(device).forEach((array, i) => arrays.set(`arg${i}.d${device}`, array));
  }
  return arrays;
}

function readResults(plan: XlaPlan, kinds: readonly ArrayKind[]): NdArray[][] {
  const shards: NdArray[][] = Array.from({ length: plan.devices }, () => []);
  for (let process = 0; process < plan.processes; process++) {
    const arrays = readNpz(readFileSync(`${plan.outputs}.${process}.npz`), {
      kindOf: (name) => kinds[resultOf(name).index],
    });
    for (const [name, array] of arrays) {
      const { index, device } = resultOf(name);
      shards[device]![index] = array;
    }
  }
  return shards;
}

/** Takes `resI.dD` apart. */
function resultOf(name: string): { readonly index: number; readonly device: number } {
  const [, index, device] = /^res(\d+)\.d(\d+)$/.exec(name) ?? [];
  return { index: Number(index), device: Number(device) };
}

/** Runs all processes to their end; when one fails, the others are ended, and all of them when the work is interrupted. */
async function runProcesses(planFile: string, options: XlaOptions, abort: AbortController): Promise<void> {
  const { python, processes } = options;
  const start = performance.now();
  const failures: (UsageError | Interrupted)[] = [];
  const budget = currentBudget();
  const timer = setInterval(() => {
    const { interruption } = budget;
    if (interruption === null && performance.now() - start < options.timeoutSeconds * 1000) return;
    if (interruption !== null) failures.push(interruption);
    abort.abort();
  }, PERIOD);
  try {
    await Promise.all(
      Array.from({ length: processes }, async (_, process) => {
        const failure = await runProcess(python, planFile, process, abort.signal);
        if (failure === null) return;
        // Processes terminated because of the first failure are not reported.
        if (!abort.signal.aborted) failures.push(failure);
        abort.abort();
      }),
    );
  } finally {
    clearInterval(timer);
  }
  if (failures[0] !== undefined) throw failures[0];
  if (abort.signal.aborted) throw new UsageError(`XLA did not end within ${options.timeoutSeconds} seconds`);
}

/** Milliseconds between checks of the time limit. */
const PERIOD = 20;

/** @returns what went wrong, or `null`. */
function runProcess(
  python: string,
  planFile: string,
  process: number,
  signal: AbortSignal,
): Promise<UsageError | null> {
  return new Promise((resolve) => {
    const child = spawn(python, [xlaRunner, planFile, String(process)], {
      signal,
      killSignal: 'SIGKILL',
      // Its standard input ends with this process, however that ends: see run_on_xla.py.
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'ENOENT' ? 'it is not there' : error.message;
      resolve(new UsageError(`cannot start Python as '${python}': ${reason}; ${HOW_TO_GET_PYTHON}`));
    });
    child.stdin.on('error', () => undefined);
    child.on('close', (code, endedBy) => {
      const answer = answerIn(stdout);
      if (answer?.ok === true) resolve(null);
      else if (answer?.kind === 'missing')
        resolve(new UsageError(`'${python}' has no jax (${answer.message}); ${HOW_TO_GET_PYTHON}`));
      else {
        resolve(
          new UsageError(`XLA can't run the program: ${answer?.message ?? endOf(code, endedBy, stderr)}`),
        );
      }
    });
  });
}

const HOW_TO_GET_PYTHON =
  "'python3 -m pip install jax' installs it, and --python or SHARDFORM_PYTHON name the Python that has it";

/** Why a process has not answered. */
function endOf(code: number | null, signal: NodeJS.Signals | null, stderr: string): string {
  if (signal === 'SIGKILL')
    return 'its process was ended by SIGKILL, which systems do that are short of memory; a smaller mesh or batch needs less';
  if (signal !== null) return `its process was ended by ${signal}`;
  const last = stderr.trimEnd().split('\n').at(-1) ?? '';
  return last === '' ? `its process ended with exit code ${String(code)} and said nothing` : last;
}

/** The last line that is an answer; libraries may print before it. */
function answerIn(stdout: string): XlaAnswer | null {
  const line = stdout.trimEnd().split('\n').at(-1) ?? '';
  try {
    const answer: unknown = JSON.parse(line);
    // The script prints its answer as one object with `ok`.
    return typeof answer === 'object' && answer !== null && 'ok' in answer ? (answer as XlaAnswer) : null;
  } catch {
    return null;
  }
}

/** Returns the name of an element kind in numpy and ml_dtypes. */
export function numpyName(kind: ArrayKind): string {
  if (kind === 'i1') return 'bool';
  if (kind === 'bf16') return 'bfloat16';
  const complex = /^complex<f(\d+)>$/.exec(kind);
  if (complex !== null) return `complex${2 * Number(complex[1])}`;
  const narrow = /^f([468])(E\w+)$/.exec(kind);
  if (narrow !== null) return `float${narrow[1]!}_${narrow[2]!.toLowerCase()}`;
  const [, prefix, width] = /^(f|s?i|ui)(\d+)$/.exec(kind)!;
  return `${{ f: 'float', i: 'int', si: 'int', ui: 'uint' }[prefix!]!}${width!}`;
}

/** Returns an unused port of the loopback device. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  });
}
