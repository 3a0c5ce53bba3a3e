import { Operation } from '@shardform/ir-core';
import { fusionRole } from '@shardform/runtime-dist';
import { type DimSplits, partsOf, splitsKey } from '../problem/dim-splits.ts';
import type { Flow, Item } from '../problem/program-graph.ts';
import { sizeOf } from '../problem/reshard-tables.ts';
import type { ShardingProblem } from '../problem/sharding-problem.ts';

/** A tensor that is split in another way for those that need it so. */
export interface TensorCopy {
  /** What needs it first. */
  readonly flow: Flow;
  readonly splits: DimSplits;
  /** The copy that it is made from; `null` for the tensor itself. */
  readonly source: TensorCopy | null;
  /** Seconds of one execution. */
  readonly communication: number;
  readonly kernels: number;
  /** On one device. */
  readonly bytes: number;
}

/**
 * Returns the copies of tensors that a plan needs, by number of the flow; `null` where a tensor is used as it is made. Those
 * that need a tensor split alike share a copy, and a copy is made from the one that takes least.
 *
 * @param choices the number of the strategy by class.
 */
export function tensorCopies(problem: ShardingProblem, choices: readonly number[]): (TensorCopy | null)[] {
  const { graph, tied, flows, flowNumbers, communication } = problem;
  // By tensor and the block of its user.
  const known = new Map<string, TensorCopy[]>();
  const numbers = new Numbers();
  return [...graph.flows, ...tied].map((flow, i) => {
    const own = flows[flowNumbers[i]!]!;
    const [row, column] = [own.rows[choices[own.a]!]!, own.columns[choices[own.b]!]!];
    const [made, splits] = [own.made[row]!, own.needed[column]!];
    const key = splitsKey(splits);
    if (splitsKey(made) === key) return null;
    const block = flow.to instanceof Operation ? flow.to.parent : flow.to;
    const place = `${numbers.of(flow.from.item)}.${flow.from.result} ${numbers.of(block)}`;
    const copies = known.get(place) ?? [];
    known.set(place, copies);
    const same = copies.find((copy) => splitsKey(copy.splits) === key);
    if (same !== undefined) return same;
    const at = row * own.needed.length + column;
    let [source, cost]: [TensorCopy | null, Cost] = [
      null,
      { communication: own.communication[at]!, kernels: own.kernels[at]! },
    ];
    for (const copy of copies) {
      const reshard = communication.reshard(sizeOf(own.type), copy.splits, splits);
      const other = {
        communication: reshard.communication,
        kernels: isFused(flow.to) ? reshard.fused : reshard.kernels,
      };
      if (total(other) < total(cost)) [source, cost] = [copy, other];
    }
    const bytes = own.bytes / partsOf(splits, communication.axisSizes);
    const copy = { flow, splits, source, ...cost, bytes };
    copies.push(copy);
    return copy;
  });
}

type Cost = Pick<TensorCopy, 'communication' | 'kernels'>;

function total({ communication, kernels }: Cost): number {
  return communication + kernels;
}

function isFused(user: Item): boolean {
  return user instanceof Operation && fusionRole(user.name) !== 'none';
}

/** Numbers things in the order in which they are asked for. */
class Numbers {
  readonly #numbers = new Map<unknown, number>();

  of(thing: unknown): number {
    const number = this.#numbers.get(thing) ?? this.#numbers.size;
    this.#numbers.set(thing, number);
    return number;
  }
}
