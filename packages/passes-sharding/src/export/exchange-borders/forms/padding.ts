import { paddingPairs } from '@shardform/dialect-stablehlo';
import { DenseElementsAttr, i64, RankedTensorType } from '@shardform/ir-core';

/** The padding in front of and behind the dimension at `index` of a list, of windows that are verified. */
export function paddingAt(padding: DenseElementsAttr | null, index: number): readonly [number, number] {
  const pairs = paddingPairs(padding);
  return (typeof pairs === 'string' ? undefined : pairs[index]) ?? [0, 0];
}

/** Returns a `padding` attribute. */
export function paddingOf(rank: number, of: (index: number) => readonly [number, number]): DenseElementsAttr {
  const pairs = Array.from({ length: rank }, (_, index) => of(index));
  return DenseElementsAttr.fromNumbers(RankedTensorType.get([rank, 2], i64), pairs.flat());
}
