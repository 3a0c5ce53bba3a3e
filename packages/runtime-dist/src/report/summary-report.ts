import { totalFlops } from '../cost/roofline-cost.ts';
import type { Machine } from '../machine/machine.ts';
import type { FlatProgram } from '../program/flat-program.ts';
import type { Simulation } from '../simulate/simulation.ts';

/** How one device spends its time. */
export interface DeviceReport {
  readonly device: number;
  /** Seconds. */
  readonly compute: number;
  readonly communication: number;
  /** Until the last device is done: waiting for others. */
  readonly idle: number;
  readonly peakBytes: number;
}

/** What a simulation says about a program. */
export interface SummaryReport {
  /** Seconds. */
  readonly latency: number;
  readonly peakBytes: number;
  /** Part of the devices' time in which they do not compute. */
  readonly bubbleRatio: number;
  /** Floating-point operations done, of those that the devices could have done. */
  readonly mfu: number;
  readonly ops: number;
  readonly devices: readonly DeviceReport[];
}

/** Sums a simulation up. */
export function summaryReport(program: FlatProgram, simulation: Simulation, machine: Machine): SummaryReport {
  const { latency, peakBytes } = simulation;
  // Devices that do nothing, such as a host that only has arguments, don't count.
  const working = simulation.devices.filter(
    (device) => device.computeSeconds > 0 || device.communicationSeconds > 0,
  );
  const devices = working.map((device): DeviceReport => {
    const { computeSeconds: compute, communicationSeconds: communication } = device;
    const idle = Math.max(0, latency - compute - communication);
    return { device: device.device, compute, communication, idle, peakBytes: device.peakBytes ?? 0 };
  });
  const computing = devices.filter(({ compute }) => compute > 0);
  const busy = computing.reduce((sum, { compute }) => sum + compute, 0);
  const peakFlops = computing.reduce((sum, { device }) => sum + (machine.devices.get(device)?.flops ?? 0), 0);
  return {
    latency,
    peakBytes,
    bubbleRatio: latency === 0 || computing.length === 0 ? 0 : 1 - busy / (latency * computing.length),
    mfu: latency === 0 || peakFlops === 0 ? 0 : totalFlops(program) / (latency * peakFlops),
    ops: program.opCount,
    devices,
  };
}
