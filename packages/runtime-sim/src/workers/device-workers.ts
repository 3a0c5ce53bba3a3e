import * as hlo from '@shardform/dialect-stablehlo';
import { type Context, currentBudget, type ModuleOp, type Operation } from '@shardform/ir-core';
import type { NdArray } from '../array/index.ts';
import { standardCustomCalls } from '../interpreter/custom-calls/standard-custom-calls.ts';
import { checkDemand } from '../interpreter/demand.ts';
import { executableForm } from '../interpreter/executable-form.ts';
import { checkInputs, entryFunction, type RunModuleOptions, runSpmd } from '../interpreter/run-module.ts';
import type { FromWorker } from './protocol.ts';
import { SpreadRun } from './spread-run.ts';
import type { WorkerPort } from './worker-port.ts';

/**
 * Threads that execute devices, kept for any number of programs. At the other end of each port, `serveDevices` is at work with the
 * extensions that the programs need.
 */
export class DeviceWorkers {
  readonly #ports: readonly WorkerPort[];
  #current: SpreadRun | null = null;
  #runs = 0;
  #last: Promise<unknown> = Promise.resolve();
  #isBroken = false;
  /** See `ToWorker`. Pages that aren't isolated from others have no shared memory. */
  readonly #stopped = typeof SharedArrayBuffer === 'undefined' ? null : new SharedArrayBuffer(4);
  #spreadRuns = 0;

  constructor(ports: readonly WorkerPort[]) {
    this.#ports = ports;
    for (const port of ports) {
      port.listen(
        // The other end sends nothing else.
        (message) => this.#receive(message as FromWorker),
        () => {
          this.#isBroken = true;
          this.#current?.stop();
        },
      );
    }
  }

  /**
   * As `runSpmd`, with the devices' work in the threads. Results are the same bit for bit. Programs that fail, and those
   * that can not be spread (see {@link canBeSpread}), are executed in this thread, so that reports are the same too.
   *
   * Threads are held to the budget of this thread, and stop when it is interrupted.
   *
   * @throws ExecutionError, Interrupted
   */
  run(
    module: ModuleOp,
    deviceCount: number,
    inputsOf: (device: number) => readonly NdArray[],
    context: Context,
    options: RunModuleOptions = {},
  ): Promise<readonly (readonly NdArray[])[]> {
    const inTurn = this.#last.then(async () => {
      const results = await this.#spread(module, deviceCount, inputsOf, context, options);
      return results ?? runSpmd(module, deviceCount, inputsOf, context, options);
    });
    // One run after the other, also after one that throws.
    this.#last = inTurn.catch(() => undefined);
    return inTurn;
  }

  /** Number of programs whose devices the threads have executed to the end. */
  get spreadRuns(): number {
    return this.#spreadRuns;
  }

  /** Ends the threads. */
  close(): void {
    for (const port of this.#ports) port.close();
  }

  async #spread(
    module: ModuleOp,
    deviceCount: number,
    inputsOf: (device: number) => readonly NdArray[],
    context: Context,
    options: RunModuleOptions,
  ): Promise<readonly (readonly NdArray[])[] | null> {
    if (this.#isBroken || this.#ports.length === 0 || !canBeSpread(module, options)) return null;
    const lowered = executableForm(module, context);
    const entry = entryFunction(lowered, options.entry);
    checkDemand(entry.body, deviceCount);
    const checkedInputs = (device: number): readonly NdArray[] => {
      const inputs = inputsOf(device);
      checkInputs(entry, inputs);
      return inputs;
    };
    this.#runs += 1;
    const run = new SpreadRun(this.#runs, this.#ports, {
      module: lowered,
      entry: entry.symName.value,
      context,
      deviceCount,
      grid: options.grid ?? null,
      inputsOf: checkedInputs,
      stopped: this.#stopped,
    });
    this.#current = run;
    try {
      run.start();
      const results = await unlessInterrupted(run);
      if (results !== null) this.#spreadRuns += 1;
      return results;
    } finally {
      this.#current = null;
    }
  }

  #receive(message: FromWorker): void {
    const run = this.#current;
    try {
      run?.receive(message);
    } catch {
      // Execution in this thread will report the error.
      run?.stop();
    }
  }
}

/** Milliseconds between checks of the interrupt while the threads work. */
const PERIOD = 20;

/** The outcome of a run, which an interrupt of this thread's work ends. */
async function unlessInterrupted(run: SpreadRun): Promise<Awaited<SpreadRun['outcome']>> {
  const budget = currentBudget();
  if (!budget.isInterruptible) return run.outcome;
  let timer: ReturnType<typeof setInterval> | undefined;
  const interrupted = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      const { interruption } = budget;
      if (interruption === null) return;
      run.stop();
      reject(interruption);
    }, PERIOD);
  });
  try {
    return await Promise.race([interrupted, run.outcome]);
  } finally {
    clearInterval(timer);
  }
}

/**
 * Returns true if devices of a program interact only through collectives: no infeed, outfeed, messages, prints, probes
 * or custom calls of the machine, and no tracing, limits or faults of single operations.
 */
export function canBeSpread(module: ModuleOp, options: RunModuleOptions): boolean {
  const asks = Object.entries(options).some(
    ([name, value]) =>
      name !== 'grid' && name !== 'entry' && value !== undefined && value !== null && value !== false,
  );
  if (asks) return false;
  let isSpreadable = true;
  module.walk((op) => {
    if (sharesWithOthers(op)) isSpreadable = false;
  });
  return isSpreadable;
}

const sharing: ReadonlySet<string> = new Set([
  'stablehlo.infeed',
  'stablehlo.outfeed',
  'stablehlo.recv',
  'stablehlo.send',
]);

function sharesWithOthers(op: Operation): boolean {
  if (op instanceof hlo.CustomCallOp) return !standardCustomCalls.has(op.callTargetName.value);
  return sharing.has(op.name) || op.name.startsWith('interpreter.') || op.name.startsWith('check.');
}
