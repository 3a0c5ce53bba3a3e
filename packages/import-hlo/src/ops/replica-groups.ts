import type { AxisRef, DeviceArray, IotaTiling, Mesh, ReplicaGroups } from '@shardform/hlo-module';
import { currentBudget, DenseElementsAttr, i64, product, RankedTensorType } from '@shardform/ir-core';

/** Returns the device numbers of groups as lists, which the budget bounds; none for one group of all. */
export function groupsOf(groups: ReplicaGroups | undefined): readonly (readonly number[])[] {
  if (groups === undefined) return [];
  switch (groups.kind) {
    case 'list':
      return groups.groups;
    case 'iota':
      return chunks(iotaDevices(groups), groups.dimensions[1] ?? 1);
    case 'mesh':
      return meshGroups(groups.mesh, groups.axes);
  }
}

/** Returns the attribute of groups; shorter ones are padded with -1. */
export function groupsAttr(groups: readonly (readonly number[])[]): DenseElementsAttr {
  const size = groups.reduce((longest, { length }) => Math.max(longest, length), 0);
  currentBudget().check('elements', 'groups of devices, filled up to one size, have', groups.length * size);
  const ids = groups.flatMap((group) => Array.from({ length: size }, (_, i) => BigInt(group[i] ?? -1)));
  return DenseElementsAttr.fromNumbers(RankedTensorType.get([groups.length, size], i64), ids);
}

function chunks(ids: readonly number[], size: number): number[][] {
  return Array.from({ length: ids.length / Math.max(1, size) }, (_, i) =>
    ids.slice(i * size, (i + 1) * size),
  );
}

/** The numbers of a reshaped and transposed iota in row-major order. */
export function iotaDevices({ reshape, permutation }: IotaTiling): number[] {
  currentBudget().check('devices', 'groups of devices have', product(reshape));
  return transposed(reshape, permutation ?? reshape.map((_, d) => d));
}

function transposed(shape: readonly number[], order: readonly number[]): number[] {
  const strides = shape.map((_, d) => product(shape.slice(d + 1)));
  let ids = [0];
  for (const d of order)
    ids = ids.flatMap((id) => Array.from({ length: shape[d]! }, (_, i) => id + i * strides[d]!));
  return ids;
}

/** Groups of devices that differ only along axes of a mesh. */
function meshGroups({ axes, devices }: Mesh, along: readonly AxisRef[]): number[][] {
  const sizes = axes.map(({ size }) => size);
  currentBudget().check('devices', 'a mesh has', product(sizes));
  // Each axis as its parts: more major than the one that is meant, the one, and more minor.
  const parts = axes.flatMap(({ name, size }) => partsOf(name, size, along));
  const shape = parts.map(({ size }) => size);
  const meant = along.map((axis) => parts.findIndex((part) => part.axis === axis));
  const others = shape.map((_, d) => d).filter((d) => !meant.includes(d));
  const order = transposed(shape, [...others, ...meant]);
  const listed = devices === undefined ? null : devicesOf(devices);
  const numbers = listed === null ? order : order.map((at) => listed[at]!);
  return chunks(numbers, product(meant.map((d) => shape[d]!)));
}

function partsOf(
  name: string,
  size: number,
  along: readonly AxisRef[],
): readonly { readonly size: number; readonly axis: AxisRef | null }[] {
  const own = along
    .filter((axis) => axis.name === name)
    .toSorted((a, b) => (a.subAxis?.preSize ?? 1) - (b.subAxis?.preSize ?? 1));
  const parts: { size: number; axis: AxisRef | null }[] = [];
  let before = 1;
  for (const axis of own) {
    const { preSize, size: length } = axis.subAxis ?? { preSize: 1, size };
    if (preSize > before) parts.push({ size: preSize / before, axis: null });
    parts.push({ size: length, axis });
    before = preSize * length;
  }
  if (before < size) parts.push({ size: size / before, axis: null });
  return parts;
}

function devicesOf(devices: DeviceArray): readonly number[] {
  return devices.kind === 'list' ? devices.devices : iotaDevices(devices);
}
