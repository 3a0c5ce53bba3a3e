import type { Operation } from '@shardform/ir-core';
import type { NdArray } from '../array/index.ts';
import { ExecutionError } from './execution-error.ts';
import type { Execution } from './interpretable.ts';
import type { Reception, Rendezvous } from './rendezvous.ts';
import type { RuntimeValue } from './runtime-value.ts';

/** A device that runs, waits at a rendezvous, or has ended. */
interface Device {
  readonly execution: Execution;
  waiting: Rendezvous | Reception | null;
  results: readonly RuntimeValue[] | null;
}

/**
 * Runs one program on `count` devices in this thread: each runs until it has to meet others, in the order of their
 * numbers, so that every execution is the same.
 *
 * @returns the results by device.
 * @throws ExecutionError when devices wait for each other in vain, with a report of who waits for whom.
 */
export function runOnDevices(
  count: number,
  start: (device: number) => Execution,
): (readonly RuntimeValue[])[] {
  const devices: Device[] = Array.from({ length: count }, (_, device) => ({
    execution: start(device),
    waiting: null,
    results: null,
  }));
  devices.forEach((device) => resume(device, null));
  for (;;) {
    if (devices.some((device) => goOn(device, devices))) continue;
    if (devices.every(({ results }) => results !== null)) return devices.map(({ results }) => results!);
    throw deadlock(devices);
  }
}

function resume(device: Device, received: readonly NdArray[] | null): void {
  device.waiting = null;
  const step = received === null ? device.execution.next([]) : device.execution.next(received);
  if (step.done === true) device.results = step.value;
  else device.waiting = step.value;
}

/** Resumes a device, and those that it meets, if what it waits for is there. */
function goOn(device: Device, devices: readonly Device[]): boolean {
  const { waiting } = device;
  if (waiting === null) return false;
  if ('take' in waiting) {
    const received = waiting.take();
    if (received !== null) resume(device, received);
    return received !== null;
  }
  if (!haveAllCome(waiting, devices)) return false;
  meet(waiting, devices);
  return true;
}

/** Whether every member waits at the same operation for the same group. */
function haveAllCome({ op, members }: Rendezvous, devices: readonly Device[]): boolean {
  return members.every((member) => {
    const other = devices[member]?.waiting ?? null;
    return other?.op === op && 'members' in other && other.members.join() === members.join();
  });
}

function meet(rendezvous: Rendezvous, devices: readonly Device[]): void {
  const members = rendezvous.members.map((member) => devices[member]!);
  const results = rendezvous.complete(members.map(({ waiting }) => (waiting as Rendezvous).operands));
  members.forEach((member, i) => resume(member, results[i]!));
}

function deadlock(devices: readonly Device[]): ExecutionError {
  const lines: string[] = [];
  let first: Operation | null = null;
  devices.forEach(({ waiting, results }, number) => {
    if (waiting !== null) {
      first ??= waiting.op;
      if ('take' in waiting) {
        lines.push(`device ${number} waits at '${waiting.op.name}' for ${waiting.source}`);
        return;
      }
      const missing = waiting.members.filter((member) => devices[member]?.waiting?.op !== waiting.op);
      const others = missing.length > 0 ? missing : waiting.members.filter((member) => member !== number);
      lines.push(`device ${number} waits at '${waiting.op.name}' for device ${others.join(', ')}`);
    } else if (results !== null) lines.push(`device ${number} has ended`);
  });
  return new ExecutionError(first!, `deadlock: ${lines.join('; ')}`);
}
