import type { Operation } from '@shardform/ir-core';
import { ExecutionError, type ExecutionNote } from './execution-error.ts';

/** The state of a device in a run that can't proceed. */
export type DeviceFate =
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly op: Operation }
  /** `for` describes the awaited event: `device 1`, `a message on channel 2`. */
  | { readonly kind: 'waiting'; readonly op: Operation; readonly for: string };

/** Devices that do the same. */
interface Group {
  readonly devices: number[];
  readonly fate: DeviceFate;
}

/** The maximum number of groups in a message; for others only their number is given. */
const MOST_GROUPS = 8;

/**
 * Returns the error of a run whose devices wait for each other in vain or have failed: what every device does, and
 * where.
 */
export function deadlockReport(fates: readonly DeviceFate[]): ExecutionError {
  const failed = fates.some(({ kind }) => kind === 'failed');
  const groups = failedFirst(
    groupDevices(fates, (fate) => (fate.kind === 'ended' ? 'ended' : `${fate.op.name} ${waitsFor(fate)}`)),
  );
  const notes = [...notesOf(fates, 'failed'), ...notesOf(fates, 'waiting')];
  const lines = groups.slice(0, MOST_GROUPS).map(fateText);
  const omitted = groups.slice(MOST_GROUPS).flatMap(({ devices }) => devices);
  if (omitted.length > 0) lines.push(`and so on for ${omitted.length} more devices`);
  // A run whose devices have all ended is not deadlocked.
  return new ExecutionError(notes[0].op, `${failed ? 'a device failed' : 'deadlock'}: ${lines.join('; ')}`, {
    notes: notes.slice(0, MOST_GROUPS),
  });
}

/** Notes at the operations where devices have failed or wait. */
function notesOf(fates: readonly DeviceFate[], kind: 'failed' | 'waiting'): readonly ExecutionNote[] {
  const sites = groupDevices(fates, (fate) => (fate.kind === kind ? fate.op : null));
  return sites.flatMap(({ devices, fate }) => {
    if (fate.kind !== kind) return [];
    const verb = kind === 'failed' ? 'failed' : devices.length === 1 ? 'waits' : 'wait';
    return [{ op: fate.op, message: `${deviceText(devices)} ${verb} here` }];
  });
}

function waitsFor(fate: DeviceFate): string {
  return fate.kind === 'waiting' ? fate.for : fate.kind;
}

function fateText({ devices, fate }: Group): string {
  const who = deviceText(devices);
  const isOne = devices.length === 1;
  if (fate.kind === 'ended') return `${who} ${isOne ? 'has' : 'have'} ended`;
  if (fate.kind === 'failed') return `${who} failed at '${fate.op.name}'`;
  return `${who} ${isOne ? 'waits' : 'wait'} at '${fate.op.name}' for ${fate.for}`;
}

/** Devices with one key, in the order of their first ones. */
function groupDevices(fates: readonly DeviceFate[], keyOf: (fate: DeviceFate) => unknown): readonly Group[] {
  const groups = new Map<unknown, Group>();
  fates.forEach((fate, device) => {
    const group = groups.get(keyOf(fate));
    if (group === undefined) groups.set(keyOf(fate), { devices: [device], fate });
    else group.devices.push(device);
  });
  return [...groups.values()];
}

function failedFirst(groups: readonly Group[]): readonly Group[] {
  const hasFailed = ({ fate }: Group): boolean => fate.kind === 'failed';
  return [...groups.filter(hasFailed), ...groups.filter((group) => !hasFailed(group))];
}

/** `device 3`, `devices 0, 2, 5-8`. */
export function deviceText(devices: readonly number[]): string {
  const parts: string[] = [];
  for (let i = 0; i < devices.length;) {
    let end = i;
    while (end + 1 < devices.length && devices[end + 1] === devices[end] + 1) end += 1;
    if (end - i < 2) end = i;
    parts.push(end === i ? `${devices[i]}` : `${devices[i]}-${devices[end]}`);
    i = end + 1;
  }
  return `device${devices.length === 1 ? '' : 's'} ${parts.join(', ')}`;
}
