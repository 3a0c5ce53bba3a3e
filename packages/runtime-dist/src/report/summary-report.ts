import type { Machine } from '@shardform/cost-model';
import { totalFlops } from '../cost/roofline-cost.ts';

import { type FlatProgram, labelOf } from '../program/flat-program.ts';
import type { Simulation, TimedEvent } from '../simulate/simulation.ts';

/** The use of one device's time. */
export interface DeviceReport {
  readonly device: number;
  /** Seconds. */
  readonly compute: number;
  readonly communication: number;
  /** Until the last device is done, neither computing nor communicating: waiting for others. */
  readonly idle: number;
  readonly peakBytes: number;
}

/** The summary of a simulation. */
export interface SummaryReport {
  /** Seconds. */
  readonly latency: number;
  readonly peakBytes: number;
  /** Fraction of the devices' time in which they neither compute nor communicate. */
  readonly bubbleRatio: number;
  /** Floating-point operations done, of those that the devices could have done. */
  readonly mfu: number;
  readonly ops: number;
  readonly devices: readonly DeviceReport[];
  /**
   * The composition of the critical path: seconds by operation, in descending order; by name and location in the
   * program if known, else by kind.
   */
  readonly criticalPath: readonly { readonly kind: string; readonly seconds: number }[] | null;
}

/** Sums a simulation up, whose events are recorded. */
export function summaryReport(program: FlatProgram, simulation: Simulation, machine: Machine): SummaryReport {
  const { latency, peakBytes } = simulation;
  const busy = busySeconds(simulation.events);
  // Devices that do nothing, such as a host that only has arguments, don't count.
  const working = simulation.devices.filter(
    (device) => device.computeSeconds > 0 || device.communicationSeconds > 0,
  );
  const devices = working.map((device): DeviceReport => {
    const { computeSeconds: compute, communicationSeconds: communication } = device;
    // Sums that are rounded don't make less than nothing.
    const idle = Math.max(0, latency - (busy.get(device.device) ?? 0));
    return { device: device.device, compute, communication, idle, peakBytes: device.peakBytes ?? 0 };
  });
  const computing = devices.filter(({ compute }) => compute > 0);
  const idle = computing.reduce((sum, own) => sum + own.idle, 0);
  const peakFlops = computing.reduce((sum, { device }) => sum + (machine.devices.get(device)?.flops ?? 0), 0);
  return {
    latency,
    peakBytes,
    bubbleRatio: latency === 0 || computing.length === 0 ? 0 : idle / (latency * computing.length),
    mfu: latency === 0 || peakFlops === 0 ? 0 : totalFlops(program) / (latency * peakFlops),
    ops: program.opCount,
    devices,
    criticalPath: criticalKinds(program, simulation),
  };
}

/** Returns the seconds in which each device does something: computing beside communication counts once. */
function busySeconds(events: readonly TimedEvent[]): ReadonlyMap<number, number> {
  const busy = new Map<number, { seconds: number; until: number }>();
  for (const { device, start, duration } of events.toSorted((a, b) => a.start - b.start)) {
    const own = busy.get(device) ?? { seconds: 0, until: 0 };
    const end = start + duration;
    own.seconds += Math.max(0, end - Math.max(start, own.until));
    own.until = Math.max(own.until, end);
    busy.set(device, own);
  }
  return new Map([...busy].map(([device, { seconds }]) => [device, seconds]));
}

/** Returns `null` without a critical path, and without events, which have the durations of operations. */
function criticalKinds(
  program: FlatProgram,
  { criticalPath, events }: Simulation,
): SummaryReport['criticalPath'] {
  if (criticalPath === undefined || events.length === 0) return null;
  const seconds = new Float64Array(program.opCount);
  for (const { op, duration } of events) seconds[op] = Math.max(seconds[op], duration);
  const byKind = new Map<string, number>();
  for (const op of criticalPath) {
    const kind = labelOf(program, op);
    byKind.set(kind, (byKind.get(kind) ?? 0) + seconds[op]);
  }
  return [...byKind]
    .map(([kind, own]) => ({ kind, seconds: own }))
    .filter((own) => own.seconds > 0)
    .sort((a, b) => b.seconds - a.seconds);
}
