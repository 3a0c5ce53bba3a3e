import { areAxisListsEqual, axisListSize, type TensorShardingAttr } from '@shardform/dialect-sdy';
import type { Tensor } from '@shardform/ir-core';
import { axesAt, type ExchangeSite, splitOf, type WindowedDim } from './border-form.ts';
import { shardSize } from './exchange-plan.ts';
import { isInPlace, type LocalWindow, type MovingWindow, planWindow } from './window-geometry.ts';

/** The dimensions of a tensor that devices get windows of, by number. */
export type WindowedDims = ReadonlyMap<number, PlannedDim>;

/** A dimension with the windows of devices. */
export interface PlannedDim extends WindowedDim, LocalWindow {
  /** True if the windows are the devices' shards. */
  readonly isInPlace: boolean;
}

/**
 * The dimensions whose elements move between devices, and those that other parts of the same axes split, which have local sizes
 * then, too; `null` for none.
 */
export function movedDims(dims: WindowedDims | null): WindowedDims | null {
  const all = [...(dims ?? [])];
  const moved = all.filter(([, { isInPlace: stays }]) => !stays);
  const names = new Set(moved.flatMap(([, { axes }]) => axes.map(({ name }) => name)));
  const manual = all.filter(([, { axes }]) => axes.some(({ name }) => names.has(name)));
  return moved.length === 0 ? null : new Map(manual);
}

/**
 * Plans the windows of a tensor along its split dimensions.
 *
 * @param windowOf the window that moves over a dimension with so many shards; `null` where none does.
 * @returns `null` when there is a dimension whose windows can't be exchanged, or no split dimension with windows.
 */
export function windowedDims(
  { mesh, isAsXla }: ExchangeSite,
  tensor: Tensor,
  sharding: TensorShardingAttr | null,
  windowOf: (dim: number, parts: number) => MovingWindow | null,
): WindowedDims | null {
  const dims = new Map<number, PlannedDim>();
  for (const dim of tensor.type.shape.keys()) {
    const axes = axesAt(sharding, dim);
    const parts = axisListSize(axes, mesh);
    const moving = parts === 1 ? null : windowOf(dim, parts);
    if (moving === null) continue;
    const split = splitOf(tensor, sharding, dim, mesh);
    const local = planWindow(split, moving, isAsXla);
    if (local === null) return null;
    // In XLA, what is cut off stays on the devices that have it.
    const stays = (!isAsXla || moving.last.count === split.size) && isInPlace(local, shardSize(split));
    dims.set(dim, { dim, axes, ...local, isInPlace: stays });
  }
  return dims.size === 0 ? null : dims;
}

/** Returns whether the dimensions of two tensors are split along the same axes. */
export function areSplitAlike(a: TensorShardingAttr | null, b: TensorShardingAttr | null): boolean {
  const rank = a?.rank ?? b?.rank ?? 0;
  return Array.from({ length: rank }, (_, dim) => dim).every((dim) =>
    areAxisListsEqual(axesAt(a, dim), axesAt(b, dim)),
  );
}
