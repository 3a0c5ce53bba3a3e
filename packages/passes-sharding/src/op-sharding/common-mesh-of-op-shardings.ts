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
  for (const sharding of shardings) {
    const digits = tileDigits(sharding, order);
    if (digits === null) return null;
    for (const { stride, size } of digits.flat()) cuts.add(stride).add(stride * size);
  }
  const bounds = [...cuts].sort((a, b) => b - a);
  const sizes = zip(bounds.slice(1), bounds).map(([minor, bound]) => bound / minor);
  return sizes.every((size) => Number.isInteger(size)) ? sizes : null;
}
