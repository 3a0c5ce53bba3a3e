import { type AxisRefAttr, type MeshAttr, subAxisOf } from '@shardform/dialect-sdy';

/** An axis, or its major sub-axis, that fits into a capacity. */
export interface FittedAxis {
  readonly axis: AxisRefAttr;
  /** The minor sub-axis that doesn't fit; `null` if the axis fits as a whole. */
  readonly remainder: AxisRefAttr | null;
  /** The remaining capacity. */
  readonly capacity: number;
}

/** Fits an axis into a capacity; `null` if neither size divides the other. */
export function fitAxis(axis: AxisRefAttr, capacity: number, mesh: MeshAttr): FittedAxis | null {
  const size = axis.size(mesh);
  if (capacity <= 1) return null;
  if (capacity >= size)
    return capacity % size === 0 ? { axis, remainder: null, capacity: capacity / size } : null;
  if (size % capacity !== 0) return null;
  const { name, preSize } = axis;
  return {
    axis: subAxisOf(name, preSize, capacity, mesh),
    remainder: subAxisOf(name, preSize * capacity, size / capacity, mesh),
    capacity: 1,
  };
}
