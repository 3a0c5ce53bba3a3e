import { type DeviceRef, type PlacedTensorType, placedTypes } from '@shardform/dialect-dist';
import type { Operation } from '@shardform/ir-core';
import { tensorBytes } from '../values/tensor-bytes.ts';

/** Operations of the dist dialect for which devices communicate. */
const PLACED_COLLECTIVES: ReadonlySet<string> = new Set([
  ...['dist.all_gather', 'dist.all_reduce', 'dist.all_to_all', 'dist.broadcast', 'dist.gather'],
  ...['dist.reduce', 'dist.reduce_scatter', 'dist.scatter', 'dist.send'],
]);

/** Returns whether devices communicate for an operation whose tensors are placed on them. */
export function isPlacedCollective({ name }: Operation): boolean {
  return PLACED_COLLECTIVES.has(name);
}

/** The devices of an operation whose tensors are placed, and what they send. */
export interface PlacedTransfer {
  readonly devices: readonly DeviceRef[];
  /** By device, the bytes that it sends in one execution, with the algorithm that sends the least in a ring. */
  readonly sent: ReadonlyMap<DeviceRef, number>;
  /** `from device 0 to devices 1, 2`, `among devices 1, 2`. */
  readonly text: string;
}

/** Returns who communicates for an operation, and how much. */
export function placedTransfer(op: Operation): PlacedTransfer {
  const [inputs, outputs] = [placedTypes(op.operandTypes()), placedTypes(op.resultTypes())];
  const [from, to] = [devicesOf(inputs), devicesOf(outputs)];
  const sent = new Map(inputs.map((type) => [type.device, sentBytes(op.name, type, to, inputs.length)]));
  const devices = [...new Set([...from, ...to])];
  const isMutual = from.length > 1 && to.length > 1;
  const text = isMutual ? `among ${listed(devices)}` : `from ${listed(from)} to ${listed(to)}`;
  return { devices, sent, text };
}

function devicesOf(types: readonly PlacedTensorType[]): DeviceRef[] {
  return [...new Set(types.map(({ device }) => device))];
}

function listed(devices: readonly DeviceRef[]): string {
  return `device${devices.length === 1 ? '' : 's'} ${devices.join(', ')}`;
}

/** Bytes that the device of an operand sends. @param count of operands. */
function sentBytes(name: string, type: PlacedTensorType, to: readonly DeviceRef[], count: number): number {
  const bytes = tensorBytes(type) ?? 0;
  const isKept = to.length === 1 && to[0] === type.device;
  switch (name) {
    case 'dist.all_gather':
      return bytes * (count - 1);
    case 'dist.all_reduce':
      return (2 * bytes * (count - 1)) / count;
    case 'dist.all_to_all':
    case 'dist.reduce_scatter':
      return (bytes * (count - 1)) / count;
    case 'dist.scatter':
      return (bytes * to.filter((device) => device !== type.device).length) / Math.max(1, to.length);
    case 'dist.broadcast':
      return to.some((device) => device !== type.device) ? bytes : 0;
    default:
      return isKept ? 0 : bytes;
  }
}
