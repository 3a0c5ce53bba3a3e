import { type AxisList, axisListSize, type MeshAttr } from '@shardform/dialect-sdy';

/**
 * Returns the axes of dimensions with one of them whole. Its axes go to the first other dimension that they divide further into equal parts;
 * without such a dimension they split nothing.
 *
 * @param mayTake whether a dimension may take the axes.
 */
export function withMovedTiles(
  axes: readonly AxisList[],
  whole: number,
  sizes: readonly number[],
  mesh: MeshAttr,
  mayTake: (dim: number) => boolean = () => true,
): readonly AxisList[] {
  const moved = axes[whole]!;
  if (moved.length === 0) return axes;
  const target =
    sizes[whole] === 1
      ? -1
      : sizes.findIndex(
          (size, dim) =>
            dim !== whole && mayTake(dim) && size % axisListSize([...axes[dim]!, ...moved], mesh) === 0,
        );
  return axes.map((own, dim) => {
    if (dim === whole) return [];
    return dim === target ? [...own, ...moved] : own;
  });
}
