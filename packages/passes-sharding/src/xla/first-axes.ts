import { type AxisList, type AxisRefAttr, type MeshAttr, subAxisOf } from '@shardform/dialect-sdy';

/**
 * Returns the axes that split by a number, the first of a list; `null` if there are too few.
 *
 * @param count which may end within an axis.
 */
export function firstAxes(axes: AxisList, count: number, mesh: MeshAttr): AxisList | null {
  const found: AxisRefAttr[] = [];
  let left = count;
  for (const axis of axes) {
    if (left === 1) break;
    const size = axis.size(mesh);
    if (left % size === 0) found.push(axis);
    else if (size % left === 0) found.push(subAxisOf(axis.name, axis.preSize, left, mesh));
    else return null;
    left = Math.max(1, left / size);
  }
  return left === 1 ? found : null;
}
