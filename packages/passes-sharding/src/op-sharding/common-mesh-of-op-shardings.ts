import { MeshAttr } from '@shardform/dialect-sdy';
import { type Digit, digitsByDim, digitsOf } from './device-digits.ts';
import type { LeafOpSharding, TiledOpSharding } from './op-sharding.ts';
import { lastOf, zip } from '@shardform/ir-core';

/** Why shardings have no mesh in common. */
export class NoCommonMeshError extends Error {
  override readonly name = 'NoCommonMeshError';
}

/**
 * Returns the mesh with the fewest axes, `_axis_0`, `_axis_1`, …, on which all tiled shardings can be written. It
 * numbers the devices in order; where that doesn't do, in the order in which one of the shardings has them. Empty when
 * none is tiled.
 *
 * Differs from XLA, which stops the process where the devices in order don't do.
 *
 * @throws NoCommonMeshError
 */
export function commonMeshOfOpShardings(shardings: readonly LeafOpSharding[]): MeshAttr {
  const tiled = shardings.filter((sharding) => sharding.kind === 'tiled');
  const [first] = tiled;
  if (first === undefined) return MeshAttr.get([]);
  const count = first.assignment.devices.length;
  const other = tiled.find(({ assignment }) => assignment.devices.length !== count);
  if (other !== undefined)
    throw new NoCommonMeshError(
      `one sharding is of ${count} devices, another of ${other.assignment.devices.length}`,
    );
  const inOrder = Array.from({ length: count }, (_, i) => i);
  const orders = new Map(tiled.map(({ assignment: { devices } }) => [devices.join(), devices]));
  for (const order of [inOrder, ...orders.values()]) {
    if (order.toSorted((a, b) => a - b).some((device, i) => device !== i)) continue;
    const sizes = axisSizes(tiled, order);
    if (sizes !== null)
      return MeshAttr.of(
        sizes.map((size, i) => [`_axis_${i}`, size]),
        order,
      );
  }
  throw new NoCommonMeshError(
    'the shardings cannot be written with the axes of one mesh: list the devices of all in one order',
  );
}

/**
 * Returns meshes of the same axes on which tiled shardings of all devices can be written, each sharding on one of them:
 * they differ in the order of devices. `null` if there are none.
 */
export function reorderedMeshesOfOpShardings(shardings: readonly LeafOpSharding[]): MeshAttr[] | null {
  const tiled = shardings.filter((sharding) => sharding.kind === 'tiled');
  const count = tiled[0]?.assignment.devices.length ?? 0;
  const orders: (readonly number[])[] = [Array.from({ length: count }, (_, i) => i)];
  const cuts = new Set([1, count]);
  for (const sharding of tiled) {
    const { devices } = sharding.assignment;
    if (devices.toSorted((a, b) => a - b).join() !== orders[0]!.join()) return null;
    const order = orders.find((known) => tileDigits(sharding, known) !== null) ?? devices;
    if (!orders.includes(order)) orders.push(order);
    if (!addCuts(sharding, order, cuts)) return null;
  }
  const sizes = sizesBetween(cuts);
  const axes = sizes?.map((size, i) => [`_axis_${i}`, size] as const);
  return axes === undefined ? null : orders.map((order) => MeshAttr.of(axes, order));
}

/** Returns whether a sharding can be written with axes of a mesh that has its devices in the order of this one. */
export function isInOrderOf(sharding: LeafOpSharding, mesh: MeshAttr): boolean {
  if (sharding.kind !== 'tiled') return true;
  const { deviceIds, totalSize } = mesh;
  const order = deviceIds.length > 0 ? deviceIds : Array.from({ length: totalSize }, (_, i) => i);
  return tileDigits(sharding, order) !== null;
}

/**
 * Returns the digits of each tile dimension and subgroup of a sharding, of positions in a mesh with this order of
 * devices.
 */
export function tileDigits(
  { assignment: { dims, devices }, subgroups }: TiledOpSharding,
  order: readonly number[],
): readonly (readonly Digit[])[] | null {
  const positionOf: number[] = [];
  order.forEach((device, position) => (positionOf[device] = position));
  const positions = devices.map((device) => positionOf[device] ?? -1);
  // Replicated devices are sorted by id, whatever their order in the mesh is.
  if (subgroups.at(-1) === 'replicated') sortRuns(positions, lastOf(dims));
  const digits = digitsOf(positions);
  return digits === null ? null : digitsByDim(digits, dims);
}

function sortRuns(numbers: number[], length: number): void {
  for (let start = 0; start < numbers.length; start += length) {
    numbers.splice(start, length, ...numbers.slice(start, start + length).sort((a, b) => a - b));
  }
}

/** Sizes of axes, major to minor, so that each digit of each sharding is a run of axes. */
function axisSizes(shardings: readonly TiledOpSharding[], order: readonly number[]): number[] | null {
  const cuts = new Set([1, order.length]);
  return shardings.every((sharding) => addCuts(sharding, order, cuts)) ? sizesBetween(cuts) : null;
}

/** Adds where the digits of a sharding begin and end. @returns false if it has none in the order. */
function addCuts(sharding: TiledOpSharding, order: readonly number[], cuts: Set<number>): boolean {
  const digits = tileDigits(sharding, order);
  for (const { stride, size } of digits?.flat() ?? []) cuts.add(stride).add(stride * size);
  return digits !== null;
}

/** Sizes of axes between cuts, major to minor; `null` if one is not a number of devices. */
function sizesBetween(cuts: ReadonlySet<number>): number[] | null {
  const bounds = [...cuts].sort((a, b) => b - a);
  const sizes = zip(bounds.slice(1), bounds).map(([minor, bound]) => bound / minor);
  return sizes.every((size) => Number.isInteger(size)) ? sizes : null;
}
