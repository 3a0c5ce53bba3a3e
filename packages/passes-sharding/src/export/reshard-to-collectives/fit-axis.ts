import { type AxisRefAttr, type MeshAttr, partOfAxis } from '@shardform/dialect-sdy';

/** An axis, or its major part, that fits into a capacity. */
export interface FittedAxis {
  readonly axis: AxisRefAttr;
  /** The minor part that doesn't fit; `null` when the axis fits as a whole. */
  readonly remainder: AxisRefAttr | null;
  /** What is left of the capacity. */
  readonly capacity: number;
}

/** Fits an axis into a number of parts; `null` when one of the numbers doesn't divide the other. */
export function fitAxis(axis: AxisRefAttr, capacity: number, mesh: MeshAttr): FittedAxis | null {
  const size = axis.size(mesh);
  if (capacity <= 1) return null;
  if (capacity >= size)
    return capacity % size === 0 ? { axis, remainder: null, capacity: capacity / size } : null;
  if (size % capacity !== 0) return null;
  const { name, preSize } = axis;
  return {
    axis: partOfAxis(name, preSize, capacity, mesh),
    remainder: partOfAxis(name, preSize * capacity, size / capacity, mesh),
    capacity: 1,
  };
}
