import type { FaultPlan } from '../faults/fault-plan.ts';
import type { NdArray } from '../array/index.ts';
import { DeviceFailure } from './device-failure.ts';
import type { Execution } from './interpretable.ts';
import { completeRendezvous, PendingCollectives } from './pending-collectives.ts';
import type { Reception, Rendezvous } from './rendezvous.ts';
import type { RuntimeValue } from './runtime-value.ts';
import { deviceText, type DeviceFate, deadlockReport } from './deadlock-report.ts';

/**
 * Runs one program on `count` devices in this thread: each runs until it has to meet others, in the order in which
 * they can go on, which is the same in every execution.
 *
 * @returns the results by device.
 * @throws ExecutionError when devices wait for each other in vain or fail, with a report of who waits for whom where.
 */
export function runOnDevices(
  count: number,
  start: (device: number) => Execution,
  faults: FaultPlan | null = null,
): (readonly RuntimeValue[])[] {
  return new Scheduler(count, start, faults).run();
}

/** A device that runs, waits, has ended, or has failed. */
interface Device {
  readonly number: number;
  readonly execution: Execution;
  waiting: Rendezvous | Reception | null;
  /** The reason why the awaited message was lost, if known. */
  lost: string | null;
  failure: DeviceFailure | null;
  results: readonly RuntimeValue[] | null;
}

/** A device and what it goes on with. */
interface Ready {
  readonly device: Device;
  readonly received: readonly NdArray[];
}

class Scheduler {
  readonly #devices: readonly Device[];
  readonly #faults: FaultPlan | null;
  readonly #pending = new PendingCollectives();
  #ready: Ready[];
  /** Devices that wait for a message. */
  #receivers: Device[] = [];

  constructor(count: number, start: (device: number) => Execution, faults: FaultPlan | null) {
    this.#faults = faults;
    this.#devices = Array.from({ length: count }, (_, number) => ({
      number,
      execution: start(number),
      waiting: null,
      lost: null,
      failure: null,
      results: null,
    }));
    this.#ready = this.#devices.map((device) => ({ device, received: [] }));
  }

  run(): (readonly RuntimeValue[])[] {
    while (this.#ready.length > 0) {
      const round = this.#ready;
      this.#ready = [];
      for (const { device, received } of round) this.#resume(device, received);
      this.#receive();
    }
    const results = this.#devices.map((device) => device.results);
    if (results.every((own) => own !== null)) return results;
    throw deadlockReport(this.#devices.map((device) => this.#fateOf(device)));
  }

  #resume(device: Device, received: readonly NdArray[]): void {
    device.waiting = null;
    const step = this.#stepOf(device, received);
    if (step === null) return;
    if (step.done === true) {
      device.results = step.value;
      return;
    }
    device.waiting = step.value;
    if ('take' in step.value) this.#receivers.push(device);
    else this.#meet(device, step.value);
  }

  /** @returns `null` when the device fails. */
  #stepOf(device: Device, received: readonly NdArray[]): ReturnType<Execution['next']> | null {
    try {
      return device.execution.next(received);
    } catch (error) {
      if (!(error instanceof DeviceFailure)) throw error;
      device.failure = error;
      return null;
    }
  }

  #meet(device: Device, rendezvous: Rendezvous): void {
    const pending = this.#pending.join(device.number, rendezvous);
    if (pending === null) return;
    const { members } = pending.first;
    const lost = this.#faults?.meet(pending.first) ?? null;
    if (lost !== null) {
      for (const member of members) this.#devices[member].lost = lost;
      return;
    }
    const results = completeRendezvous(pending);
    members.forEach((member, i) => this.#ready.push({ device: this.#devices[member], received: results[i] }));
  }

  /** Resumes devices whose messages have arrived. */
  #receive(): void {
    this.#receivers = this.#receivers.filter((device) => {
      // Receivers wait for a reception.
      const received = (device.waiting as Reception).take();
      if (received !== null) this.#ready.push({ device, received });
      return received === null;
    });
  }

  #fateOf({ number, waiting, lost, failure }: Device): DeviceFate {
    if (failure !== null) return { kind: 'failed', op: failure.op };
    if (waiting === null) return { kind: 'ended' };
    const { op } = waiting;
    if (lost !== null) return { kind: 'waiting', op, for: lost };
    if ('take' in waiting) return { kind: 'waiting', op, for: waiting.source };
    const arrived = this.#pending.of(number, waiting)?.arrived;
    const missing = waiting.members.filter((member) => arrived?.has(member) !== true);
    return { kind: 'waiting', op, for: deviceText(missing) };
  }
}
