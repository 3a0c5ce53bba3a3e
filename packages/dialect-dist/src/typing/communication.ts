import { DYNAMIC, typeList } from '@shardform/ir-core';
import type { DeviceRef, PlacedTensorType } from '../placed-type.ts';
import { apart, repeatedDevice, type Typing } from './typing.ts';

function hasAxis(type: PlacedTensorType, axis: number): string | null {
  return axis < type.rank ? null : `has axis ${axis}, but '${String(type)}' has rank ${type.rank}`;
}

function dividedBy(type: PlacedTensorType, axis: number, parts: number): Typing {
  const problem = hasAxis(type, axis);
  if (problem !== null) return problem;
  const size = type.dimSize(axis);
  if (size === DYNAMIC) return [type];
  if (size % parts !== 0) {
    return `can't divide dimension ${axis} of '${String(type)}', of size ${size}, into ${parts} equal parts`;
  }
  return [type.withSize(axis, size / parts)];
}

function equalParts(types: readonly PlacedTensorType[], axis: number | null): string | null {
  const [first] = types;
  const fits = types.every(
    (type) =>
      type.elementType === first!.elementType &&
      type.rank === first!.rank &&
      type.shape.every((size, dim) => dim === axis || size === first!.shape[dim]),
  );
  if (fits) return null;
  return axis === null
    ? `expects operands of one type on different devices, got ${typeList(types)}`
    : `expects operands that differ along axis ${axis} only, got ${typeList(types)}`;
}

function joined(types: readonly PlacedTensorType[], axis: number): Typing {
  const problem = hasAxis(types[0]!, axis) ?? equalParts(types, axis);
  if (problem !== null) return problem;
  const sizes = types.map(({ shape }) => shape[axis]!);
  const size = sizes.includes(DYNAMIC) ? DYNAMIC : sizes.reduce((sum, part) => sum + part, 0);
  return [types[0]!.withSize(axis, size)];
}

const isEmpty = 'expects at least one operand';

/** Copies of a tensor on devices. */
export function broadcastTypes(type: PlacedTensorType, devices: readonly DeviceRef[]): Typing {
  return devices.map((device) => type.onDevice(device));
}

/** Returns the types of equal shards of a tensor on devices. */
export function scatterTypes(type: PlacedTensorType, axis: number, devices: readonly DeviceRef[]): Typing {
  const part = dividedBy(type, axis, devices.length);
  return typeof part === 'string' ? part : devices.map((device) => part[0]!.onDevice(device));
}

/** Returns the types of equal slices of a tensor on its own device. */
export function splitTypes(type: PlacedTensorType, axis: number, parts: number): Typing {
  const part = dividedBy(type, axis, parts);
  return typeof part === 'string' ? part : Array.from({ length: parts }, () => part[0]!);
}

/** Returns the type of the concatenation of tensors on one device. */
export function concatType(types: readonly PlacedTensorType[], axis: number): Typing {
  if (types.length === 0) return isEmpty;
  return apart(types) ?? joined(types, axis);
}

/** Returns the type of the concatenation on one device of shards from several devices. */
export function gatherType(types: readonly PlacedTensorType[], axis: number, device: DeviceRef): Typing {
  if (types.length === 0) return isEmpty;
  const whole = joined(types, axis);
  return typeof whole === 'string' ? whole : [whole[0]!.onDevice(device)];
}

/** Tensors of several devices, combined element by element on one. */
export function reduceType(types: readonly PlacedTensorType[], device: DeviceRef): Typing {
  if (types.length === 0) return isEmpty;
  return equalParts(types, null) ?? [types[0]!.onDevice(device)];
}

/** Tensors of several devices, combined element by element, the result on each. */
export function allReduceTypes(types: readonly PlacedTensorType[]): Typing {
  if (types.length === 0) return isEmpty;
  return repeatedDevice(types) ?? equalParts(types, null) ?? types;
}

/** Returns the types of the concatenation on each device of shards from several devices. */
export function allGatherTypes(types: readonly PlacedTensorType[], axis: number): Typing {
  if (types.length === 0) return isEmpty;
  const repeated = repeatedDevice(types);
  if (repeated !== null) return repeated;
  const whole = joined(types, axis);
  return typeof whole === 'string' ? whole : types.map(({ device }) => whole[0]!.onDevice(device));
}

/** Returns the types of the shards of the elementwise combination of tensors from several devices. */
export function reduceScatterTypes(types: readonly PlacedTensorType[], axis: number): Typing {
  if (types.length === 0) return isEmpty;
  const problem = repeatedDevice(types) ?? equalParts(types, null);
  if (problem !== null) return problem;
  const part = dividedBy(types[0]!, axis, types.length);
  return typeof part === 'string' ? part : types.map(({ device }) => part[0]!.onDevice(device));
}

/** Each device splits its tensor along one axis, and puts together what it gets along another. */
export function allToAllTypes(types: readonly PlacedTensorType[], split: number, concat: number): Typing {
  const part = reduceScatterTypes(types, split);
  if (typeof part === 'string') return part;
  const problem = hasAxis(part[0]!, concat);
  if (problem !== null) return problem;
  const size = part[0]!.dimSize(concat);
  return part.map((type) => type.withSize(concat, size === DYNAMIC ? DYNAMIC : size * types.length));
}

/** Returns a tensor on another device. */
export function sendType(type: PlacedTensorType, device: DeviceRef): Typing {
  if (type.device === device) return `sends '${String(type)}' to the device where it is, ${device}`;
  return [type.onDevice(device)];
}
