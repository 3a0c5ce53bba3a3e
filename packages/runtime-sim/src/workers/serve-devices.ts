import {
  Budget,
  type Context,
  type Interrupt,
  type Operation,
  readBytecode,
  withBudget,
  lookUp,
} from '@shardform/ir-core';
import type { NdArray } from '../array/index.ts';
import { standardCustomCalls } from '../interpreter/custom-calls/standard-custom-calls.ts';
import { ProgramRun } from '../interpreter/device-execution.ts';
import type { Execution } from '../interpreter/interpretable.ts';
import { Machine } from '../interpreter/machine.ts';
import { entryFunction } from '../interpreter/run-module.ts';
import { isArray } from '../interpreter/runtime-value.ts';
import { type FromWorker, sendable, type ToWorker } from './protocol.ts';
import type { WorkerPort } from './worker-port.ts';

/** The devices of one run that this thread executes. */
interface Served {
  readonly run: number;
  readonly executions: ReadonlyMap<number, Execution>;
  readonly numbers: ReadonlyMap<Operation, number>;
  readonly budget: Budget;
}

/**
 * Executes devices for a `DeviceWorkers` at the other end of the port, for as long as the thread lives.
 *
 * @param newContext a context with the extensions that programs need, the same as at the other end.
 */
export function serveDevices(port: WorkerPort, newContext: () => Context): void {
  let served: Served | null = null;
  const report = (message: FromWorker): void => port.send(message);
  const receive = (message: ToWorker): void => {
    if (message.kind === 'stop') {
      if (served?.run === message.run) served = null;
    } else if (message.kind === 'start') {
      const budget = new Budget(message.limits, interruptOf(message));
      withBudget(budget, () => {
        served = start(message, newContext(), budget);
        for (const { device } of message.inputs) resume(served, device, [], report);
      });
    } else if (served?.run === message.run) {
      const { budget } = served;
      for (const { device, arrays } of message.received)
        withBudget(budget, () => resume(served!, device, arrays, report));
    }
  };
  port.listen(
    (message) => {
      // The other end sends nothing else.
      const told = message as ToWorker;
      try {
        receive(told);
      } catch {
        served = null;
        report({ kind: 'failed', run: told.run });
      }
    },
    () => port.close(),
  );
}

/** Raised when the run is to stop, or a later one. */
function interruptOf({ run, stopped }: ToWorker & { kind: 'start' }): Interrupt | null {
  if (stopped === null) return null;
  const cell = new Int32Array(stopped);
  return {
    get isRaised() {
      return Atomics.load(cell, 0) >= run;
    },
  };
}

function start(message: ToWorker & { kind: 'start' }, context: Context, budget: Budget): Served {
  const { run, program, entry, deviceCount, grid, inputs } = message;
  const module = readBytecode(program, context);
  if (module === null) throw new Error('the program can not be read');
  const machine = new Machine(deviceCount, { grid, customCalls: standardCustomCalls });
  const shared = new ProgramRun(context);
  const { body } = entryFunction(module, entry);
  const executions = new Map(
    inputs.map(({ device, arrays }) => [device, shared.start(machine, device, body, arrays)]),
  );
  const numbers = new Map<Operation, number>();
  module.walk((op) => void numbers.set(op, numbers.size));
  return { run, executions, numbers, budget };
}

/** Executes a device until it has to meet others or ends. @throws when it fails or waits for messages. */
function resume(
  { run, executions, numbers }: Served,
  device: number,
  arrays: readonly NdArray[],
  report: (message: FromWorker) => void,
): void {
  const step = lookUp(executions, device).next(arrays);
  if (step.done === true) {
    if (!step.value.every(isArray)) throw new Error('a result is no array');
    report({ kind: 'ended', run, device, results: step.value.map(sendable) });
    return;
  }
  const op = numbers.get(step.value.op);
  if ('take' in step.value || op === undefined) throw new Error('the device waits for what others share');
  report({ kind: 'meets', run, device, op, operands: step.value.operands.map(sendable) });
}
