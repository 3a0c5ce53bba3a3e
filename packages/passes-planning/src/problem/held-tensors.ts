import { bytesOfType } from '@shardform/cost-model';
import { Operation } from '@shardform/ir-core';

import { partsOf } from './dim-splits.ts';
import type { Item } from './program-graph.ts';
import type { ShardingProblem } from './sharding-problem.ts';

/** A number for each kind of tensor that a device may hold: how many it holds, or what a byte of each costs. */
export interface ByTensor {
  /** By class, of each result of its members. */
  readonly results: ReadonlyMap<number, readonly number[]>;
  /** By class, of partial results that are there beside their sum. */
  readonly partial: ReadonlyMap<number, number>;
  /** By flow of classes, of copies that are split as they are needed. */
  readonly copies: ReadonlyMap<number, number>;
}

/** Nothing is held, or all memory is free. */
export const NO_TENSORS: ByTensor = { results: new Map(), partial: new Map(), copies: new Map() };

/** Bytes of what an item leaves, on all devices together if it is split. */
export function bytesOfResult(item: Item, result: number): number {
  return bytesOfType(item instanceof Operation ? item.results[result]?.type : item.type);
}

/** The bytes of each result and of partial results, times a number of each, on one device. */
export function bytesOfClass(
  { classes }: Pick<ShardingProblem, 'classes'>,
  axisSizes: readonly number[],
  { results: counts, partial }: ByTensor,
  own: number,
  choice: number,
): number {
  const { members, strategies } = classes[own]!;
  const { results, partialBytes } = strategies[choice]!;
  let bytes = (partial.get(own) ?? 0) * partialBytes;
  for (const [result, count] of (counts.get(own) ?? []).entries())
    if (count > 0)
      bytes += (count * bytesOfResult(members[0]!, result)) / partsOf(results[result] ?? [], axisSizes);
  return bytes;
}

/** The bytes of a copy on one device, by place in the flow's tables: none where a tensor is needed as it is made. */
export function bytesOfCopy(
  { flows }: Pick<ShardingProblem, 'flows'>,
  axisSizes: readonly number[],
  number: number,
  at: number,
): number {
  const { bytes, needed, communication, kernels } = flows[number]!;
  const isCopied = communication[at]! > 0 || kernels[at]! > 0;
  return isCopied ? bytes / partsOf(needed[at % needed.length]!, axisSizes) : 0;
}
