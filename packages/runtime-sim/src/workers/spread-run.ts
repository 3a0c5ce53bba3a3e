import {
  type Context,
  currentBudget,
  type ModuleOp,
  type Operation,
  writeBytecode,
} from '@shardform/ir-core';
import type { NdArray } from '../array/index.ts';
import { standardCustomCalls } from '../interpreter/custom-calls/standard-custom-calls.ts';
import { ProgramRun } from '../interpreter/device-execution.ts';
import { type Evaluate, interpretable } from '../interpreter/interpretable.ts';
import { Machine, type ProcessGrid } from '../interpreter/machine.ts';
import { completeRendezvous, PendingCollectives } from '../interpreter/pending-collectives.ts';
import type { Rendezvous } from '../interpreter/rendezvous.ts';
import { type DeviceArrays, type FromWorker, sendable, type ToWorker } from './protocol.ts';
import type { WorkerPort } from './worker-port.ts';

/** A program for a `SpreadRun`. */
interface SpreadProgram {
  readonly module: ModuleOp;
  readonly entry: string;
  readonly context: Context;
  readonly deviceCount: number;
  readonly grid: ProcessGrid | null;
  readonly inputsOf: (device: number) => readonly NdArray[];
  /** See `ToWorker`. */
  readonly stopped: SharedArrayBuffer | null;
}

type Settle = (results: readonly (readonly NdArray[])[] | null) => void;

/**
 * One execution of a program whose devices are spread over threads: device `i` belongs to thread `i` modulo their
 * number. This side matches the rendezvous of devices and computes the results of collectives. A device depends only on
 * its inputs and on these results, so the results are those of a single thread, whatever the timing.
 */
export class SpreadRun {
  readonly #number: number;
  readonly #ports: readonly WorkerPort[];
  readonly #program: SpreadProgram;
  readonly #machine: Machine;
  readonly #shared: ProgramRun;
  readonly #pending = new PendingCollectives();
  readonly #operations: Operation[] = [];
  readonly #evaluators = new Map<Operation, Evaluate | null>();
  readonly #results: (readonly NdArray[] | null)[];
  readonly #settle: Settle;
  /** Devices that run in their threads. */
  #running: number;
  #isOver = false;
  /** The results by device; `null` when a device failed or waits in vain. */
  readonly outcome: Promise<readonly (readonly NdArray[])[] | null>;

  constructor(number: number, ports: readonly WorkerPort[], program: SpreadProgram) {
    this.#number = number;
    this.#ports = ports;
    this.#program = program;
    const { deviceCount, grid, context, module } = program;
    this.#machine = new Machine(deviceCount, { grid, customCalls: standardCustomCalls });
    this.#shared = new ProgramRun(context);
    this.#results = new Array<null>(deviceCount).fill(null);
    this.#running = deviceCount;
    module.walk((op) => void this.#operations.push(op));
    let settle: Settle = () => undefined;
    this.outcome = new Promise((resolve) => (settle = resolve));
    this.#settle = settle;
  }

  start(): void {
    const { module, context, entry, deviceCount, grid, inputsOf, stopped } = this.#program;
    const budget = currentBudget();
    const limits = { ...budget.limits, time: budget.secondsLeft };
    const run = this.#number;
    const program = writeBytecode(module, context);
    this.#ports.forEach((port, thread) => {
      const inputs: DeviceArrays[] = [];
      for (let device = thread; device < deviceCount; device += this.#ports.length) {
        inputs.push({ device, arrays: inputsOf(device).map(sendable) });
      }
      this.#send(port, { kind: 'start', run, program, entry, deviceCount, grid, inputs, limits, stopped });
    });
  }

  /** Ends the run without results. */
  stop(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { stopped } = this.#program;
    // Threads that compute read no messages.
    if (stopped !== null) Atomics.store(new Int32Array(stopped), 0, this.#number);
    for (const port of this.#ports) this.#send(port, { kind: 'stop', run: this.#number });
    this.#settle(null);
  }

  receive(message: FromWorker): void {
    if (this.#isOver || message.run !== this.#number) return;
    if (message.kind === 'failed') {
      this.stop();
      return;
    }
    const { device } = message;
    this.#running -= 1;
    if (message.kind === 'ended') {
      this.#results[device] = message.results;
      if (this.#results.every((own) => own !== null)) this.#settle(this.#results);
    } else if (!this.#meet(device, this.#operations[message.op], message.operands)) {
      this.stop();
    }
    if (this.#running === 0) this.stop();
  }

  /** @returns whether the device may wait at the operation. */
  #meet(device: number, op: Operation, operands: readonly NdArray[]): boolean {
    const rendezvous = this.#rendezvousOf(device, op, operands);
    if (rendezvous === null) return false;
    const pending = this.#pending.join(device, rendezvous);
    if (pending === null) return true;
    const { members } = pending.first;
    const results = completeRendezvous(pending);
    this.#running += members.length;
    this.#ports.forEach((port, thread) => {
      // Arrays that several devices of a thread get are sent once.
      const received = members.flatMap((member, i) =>
        member % this.#ports.length === thread ? [{ device: member, arrays: results[i] }] : [],
      );
      if (received.length > 0) this.#send(port, { kind: 'resume', run: this.#number, received });
    });
    return true;
  }

  /** The rendezvous of the operation on a device of this thread; `null` unless it is that of the operands. */
  #rendezvousOf(device: number, op: Operation, operands: readonly NdArray[]): Rendezvous | null {
    let evaluate = this.#evaluators.get(op);
    if (evaluate === undefined) {
      evaluate = this.#program.context.query(interpretable, op) ?? null;
      this.#evaluators.set(op, evaluate);
    }
    const outcome = evaluate?.(operands, this.#shared.stateOf(this.#machine, device));
    if (outcome === undefined || !('next' in outcome)) return null;
    const step = outcome.next([]);
    if (step.done === true || 'take' in step.value) return null;
    const brought = step.value.operands;
    const isSame = brought.length === operands.length && brought.every((array, i) => array === operands[i]);
    return isSame ? step.value : null;
  }

  #send(port: WorkerPort, message: ToWorker): void {
    port.send(message);
  }
}
