import type { PlacedTensorType } from '@shardform/dialect-dist';
import { zip } from '@shardform/ir-core';

/**
 * The layout of a value along one axis of a grid of devices: replicated (`whole`), split along a dimension (its
 * number), or a partial sum.
 */
export type Layout = number | 'whole' | 'partial';

/** The layout of a value along each axis of the grid. */
export type Layouts = readonly Layout[];

/** An axis of a grid of devices. */
export interface GridAxis {
  readonly name: string;
  readonly size: number;
}

/** Positions of a grid of devices, numbered row-major: the last axis varies fastest. */
export class Grid {
  readonly axes: readonly GridAxis[];
  /** Number of positions. */
  readonly size: number;
  readonly #strides: readonly number[];

  constructor(axes: readonly GridAxis[]) {
    this.axes = axes;
    const strides = new Array<number>(axes.length);
    let stride = 1;
    for (let axis = axes.length - 1; axis >= 0; axis -= 1) {
      strides[axis] = stride;
      stride *= axes[axis]!.size;
    }
    this.#strides = strides;
    this.size = stride;
  }

  /** Returns the coordinate of a position along an axis. */
  coordinate(position: number, axis: number): number {
    return Math.floor(position / this.#strides[axis]!) % this.axes[axis]!.size;
  }

  /** The groups of positions that differ only along an axis, in its order; one for each index along the other axes. */
  groups(axis: number): number[][] {
    const groups = new Map<number, number[]>();
    for (let position = 0; position < this.size; position += 1) {
      const first = position - this.coordinate(position, axis) * this.#strides[axis]!;
      groups.set(first, [...(groups.get(first) ?? []), position]);
    }
    return [...groups.values()];
  }

  /** The shape of a device's shard of a tensor. */
  localShape(type: PlacedTensorType, layouts: Layouts): number[] {
    const shape = [...type.shape];
    zip(layouts, this.axes).forEach(([layout, gridAxis]) => {
      if (typeof layout === 'number') shape[layout]! /= gridAxis.size;
    });
    return shape;
  }
}

/** Layouts with another one along an axis. */
export function withLayout(layouts: Layouts, axis: number, layout: Layout): Layout[] {
  return layouts.map((old, i) => (i === axis ? layout : old));
}

/** Layouts as a key. */
export function layoutsKey(layouts: Layouts): string {
  return layouts.join('|');
}
