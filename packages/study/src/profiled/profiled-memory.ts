import { oneLine } from '@shardform/ir-core';
import type { MemoryUse, Profile, ProfiledStep, ProfiledSteps } from '@shardform/profile-reader';
import type { ProfiledMemory } from './profile-report.ts';

/** Seconds of a picosecond. */
const PS = 1e-12;

/** Moments of a curve. */
const MOST_MOMENTS = 256;

/** Returns the memory of devices over time, the fullest first. */
export function profiledMemory(
  { memory, hosts }: Profile,
  { steps }: ProfiledSteps,
): readonly ProfiledMemory[] {
  return memory
    .map((own): ProfiledMemory => {
      const origin = beginningOf(steps[0], own.host) ?? own.timesPs[0] ?? 0;
      const within = steps.find((step) => isWithin(own.peakPs, step, own.host));
      return {
        allocator: oneLine(hosts.length > 1 ? `${own.host} ${own.allocator}` : own.allocator),
        ...{ peakBytes: own.peakBytes, peakStep: within === undefined ? null : oneLine(within.name) },
        peakSeconds: (own.peakPs - origin) * PS,
        ...{ lifetimePeakBytes: own.lifetimePeakBytes, capacityBytes: own.capacityBytes, events: own.events },
        moments: momentsOf(own, origin),
      };
    })
    .sort((a, b) => b.peakBytes - a.peakBytes);
}

function beginningOf(step: ProfiledStep | undefined, host: string): number | null {
  const starts =
    step?.executions.flatMap(({ device, startPs }) => (device.host === host ? [startPs] : [])) ?? [];
  return starts.length === 0 ? null : Math.min(...starts);
}

function isWithin(ps: number, step: ProfiledStep, host: string): boolean {
  const own = step.executions.filter(({ device }) => device.host === host);
  return own.some(({ startPs }) => startPs <= ps) && own.some(({ endPs }) => ps <= endPs);
}

/** Of neighbours, the one with the most bytes. */
function momentsOf({ timesPs, bytes }: MemoryUse, origin: number): ProfiledMemory['moments'] {
  const each = Math.ceil(bytes.length / MOST_MOMENTS);
  const moments: { seconds: number; bytes: number }[] = [];
  for (let from = 0; from < bytes.length; from += each) {
    let at = from;
    for (let i = from + 1; i < Math.min(bytes.length, from + each); i++) if (bytes[i]! > bytes[at]!) at = i;
    moments.push({ seconds: (timesPs[at]! - origin) * PS, bytes: bytes[at]! });
  }
  return moments;
}
