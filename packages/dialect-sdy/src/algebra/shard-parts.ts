import { lookUp } from '@shardform/ir-core';
import type { ShardLayout } from './shard-layout.ts';

/** A part of a tensor that a device holds, or is to get. */
export interface ShardPart {
  readonly device: number;
  /** Of its first element in the whole tensor. */
  readonly offsets: readonly number[];
  readonly sizes: readonly number[];
}

/** What a device gets of a tensor from another device, or has itself. */
export interface ShardPiece {
  /** What the device holds that it is cut from. */
  readonly from: ShardPart;
  readonly part: ShardPart;
}

/** The part of a layout that a device holds. */
export function partOf(layout: ShardLayout, device: number): ShardPart {
  return { device, offsets: lookUp(layout.offsets, device), sizes: layout.localShape };
}

/** The parts that a layout gives to devices, one of each: that of the lowest of the devices that hold it. */
export function distinctParts({ offsets, localShape }: ShardLayout): ShardPart[] {
  const parts = new Map<string, ShardPart>();
  for (const [device, own] of [...offsets].sort(([a], [b]) => a - b))
    if (!parts.has(own.join())) parts.set(own.join(), { device, offsets: own, sizes: localShape });
  return [...parts.values()];
}

/**
 * Returns the pieces that make up a device's part of a tensor in another layout: all of it from its counterpart where both
 * layouts split alike there, else what parts have in common with it. Of its own it has what it holds; of replicas the lowest sends.
 *
 * @param counterpart the device of the source that has the same place among its devices.
 */
export function piecesOf(
  source: ShardLayout,
  target: ShardLayout,
  device: number,
  counterpart: number,
): ShardPiece[] {
  const wanted = partOf(target, device);
  const isSame =
    source.localShape.join() === target.localShape.join() &&
    source.offsets.get(counterpart)?.join() === wanted.offsets.join();
  if (isSame) {
    const from = partOf(source, counterpart);
    return [{ from, part: from }];
  }
  const own = source.offsets.get(device)?.join();
  return distinctParts(source).flatMap((lowest) => {
    const from = lowest.offsets.join() === own ? { ...lowest, device } : lowest;
    const part = commonPart(from, wanted);
    return part === null ? [] : [{ from, part }];
  });
}

/** What two parts of a tensor have in common, on the device of the first; `null` for nothing. */
function commonPart(one: ShardPart, other: ShardPart): ShardPart | null {
  const offsets = one.offsets.map((own, dim) => Math.max(own, other.offsets[dim]!));
  const sizes = offsets.map(
    (start, dim) =>
      Math.min(one.offsets[dim]! + one.sizes[dim]!, other.offsets[dim]! + other.sizes[dim]!) - start,
  );
  return sizes.every((size) => size > 0) ? { device: one.device, offsets, sizes } : null;
}
