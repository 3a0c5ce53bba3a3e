import { type DimSplits, splitsKey } from '../problem/dim-splits.ts';
import { flowPlaces, Numbers } from '../problem/flow-places.ts';
import { fusesOperandsOf } from '../problem/kernel-prices.ts';
import type { ShardingProblem } from '../problem/sharding-problem.ts';

/** Numbers for what flows of a problem have in common, whatever is chosen. */
export interface CopyPlaces {
  /** By flow of the graph and tied flow, the tensor and the block of its user as one number. */
  readonly places: Int32Array;
  /** By flow, whether cutting out a part is fused into what uses it. */
  readonly isFused: Uint8Array;
  /** By flow of classes and row, and by column: equal for equal splits only. */
  readonly made: readonly Int32Array[];
  readonly needed: readonly Int32Array[];
}

/** Returns the places of a problem's flows: copies of tensors are found by them. */
export function copyPlaces({ context, graph, tied, flows }: ShardingProblem): CopyPlaces {
  const all = [...graph.flows, ...tied];
  const splits = new Numbers();
  const numbersOf = (own: readonly DimSplits[]): Int32Array =>
    Int32Array.from(own, (each) => splits.of(splitsKey(each)));
  return {
    places: flowPlaces(all),
    isFused: Uint8Array.from(all, ({ to }) => (fusesOperandsOf(to, context) ? 1 : 0)),
    made: flows.map((own) => numbersOf(own.made)),
    needed: flows.map((own) => numbersOf(own.needed)),
  };
}
