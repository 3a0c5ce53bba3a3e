import { DenseArrayAttr, i64 } from '@shardform/ir-core';

/** Returns the attribute of a list of dimensions or sizes. */
export function dimensionList(dimensions: readonly number[]): DenseArrayAttr {
  return DenseArrayAttr.get(i64, dimensions);
}

/** Returns true if a list is 0, 1, 2, … */
export function isIota(dimensions: readonly number[]): boolean {
  return dimensions.every((dimension, i) => dimension === i);
}

/** Returns true if a list of different numbers ascends. */
export function isAscending(dimensions: readonly number[]): boolean {
  return dimensions.every((dimension, i) => i === 0 || dimensions[i - 1]! < dimension);
}
