import {
  AxisRefAttr,
  DimensionShardingAttr,
  type MeshAttr,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { checkInterruptAfter, type SymbolRefAttr } from '@shardform/ir-core';

/** By dimension, the axes of the mesh that split it, by number, major first. Each axis splits one dimension at most. */
export type DimSplits = readonly (readonly number[])[];

/** Of those of an operation, about as many as looking at the splits of a dimension takes. */
export const STEPS_PER_DIMENSION = 10;

/** Nothing is split. */
export function unsplit(rank: number): DimSplits {
  return new Array<readonly number[]>(rank).fill([]);
}

/** A text that is equal for equal splits only. */
export function splitsKey(splits: DimSplits): string {
  return splits.map((axes) => axes.join()).join('|');
}

/** The number of parts of a dimension. */
export function partsOfDim(axes: readonly number[], axisSizes: readonly number[]): number {
  return axes.reduce((parts, axis) => parts * axisSizes[axis]!, 1);
}

/** The number of parts of a tensor. */
export function partsOf(splits: DimSplits, axisSizes: readonly number[]): number {
  return splits.reduce((parts, axes) => parts * partsOfDim(axes, axisSizes), 1);
}

/** The closed sharding of a tensor that is split so. */
export function shardingOf(
  splits: DimSplits,
  mesh: MeshAttr,
  meshOrRef: MeshAttr | SymbolRefAttr,
): TensorShardingAttr {
  const dims = splits.map((axes) =>
    DimensionShardingAttr.get(
      axes.map((axis) => AxisRefAttr.get(mesh.axes[axis]!.name)),
      true,
    ),
  );
  return TensorShardingAttr.get(meshOrRef, dims);
}

/** Whether a dimension has parts of the same size. */
export function isEven(size: number, parts: number): boolean {
  return size % parts === 0;
}

/** Whether a dimension has parts of the same size, or is padded by an eighth at most so that it has. */
export function isNearlyEven(size: number, parts: number): boolean {
  return paddedSize(size, parts) <= size * (1 + 1 / 8);
}

/** The size of a dimension that is padded so that its parts are equal. */
export function paddedSize(size: number, parts: number): number {
  return Math.ceil(size / parts) * parts;
}

/**
 * Returns all ways to split dimensions: each axis of the mesh splits one of them or none, and the axes of a dimension are
 * in any order. Nothing split comes first.
 *
 * @param sizes of the dimensions; 1 for one that must not be split.
 * @param allows which numbers of parts a dimension may have.
 */
export function splitsOfSizes(
  sizes: readonly number[],
  axisSizes: readonly number[],
  allows: (size: number, parts: number, dim: number) => boolean,
): DimSplits[] {
  const found: DimSplits[] = [];
  const current: number[][] = sizes.map(() => []);
  const choose = (axis: number): void => {
    if (axis === axisSizes.length) {
      checkInterruptAfter(STEPS_PER_DIMENSION * (1 + sizes.length));
      found.push(current.map((axes) => [...axes]));
      return;
    }
    choose(axis + 1);
    if (axisSizes[axis] === 1) return;
    for (const [dim, axes] of current.entries()) {
      if (!allows(sizes[dim]!, partsOfDim(axes, axisSizes) * axisSizes[axis]!, dim)) continue;
      for (let place = axes.length; place >= 0; place--) {
        axes.splice(place, 0, axis);
        choose(axis + 1);
        axes.splice(place, 1);
      }
    }
  };
  choose(0);
  return found;
}

/** Returns all ways to split dimensions into equal parts. */
export function evenSplits(sizes: readonly number[], axisSizes: readonly number[]): DimSplits[] {
  return splitsOfSizes(sizes, axisSizes, isEven);
}
