import { type DimSplits, partsOf } from '../problem/dim-splits.ts';
import type { Flow } from '../problem/program-graph.ts';
import { sizeOf } from '../problem/reshard-tables.ts';
import type { ShardingProblem } from '../problem/sharding-problem.ts';
import { type CopyPlaces, copyPlaces } from './copy-places.ts';
import { flowStates, type FlowStates } from './flow-states.ts';

/** A tensor that is split in another way for those that need it so. */
export interface TensorCopy {
  /** What needs it first, and the number of its flow of classes. */
  readonly flow: Flow;
  readonly number: number;
  readonly splits: DimSplits;
  /** The number of the splits. */
  readonly key: number;
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
export function tensorCopies(
  problem: ShardingProblem,
  choices: readonly number[],
  places: CopyPlaces = copyPlaces(problem),
  states: FlowStates = flowStates(problem, choices, places),
): (TensorCopy | null)[] {
  const { flowNumbers } = problem;
  const known: (TensorCopy[] | undefined)[] = [];
  const found = new Array<TensorCopy | null>(flowNumbers.length).fill(null);
  for (let i = 0; i < found.length; i++) {
    const key = states.needed[flowNumbers[i]!]!;
    if (key < 0) continue;
    const copies = (known[places.places[i]!] ??= []);
    const same = copies.find((copy) => copy.key === key);
    if (same !== undefined) found[i] = same;
    else copies.push((found[i] = copyOf(problem, i, key, copies, { places, states })));
  }
  return found;
}

interface Known {
  readonly places: CopyPlaces;
  readonly states: FlowStates;
}

function copyOf(
  { graph, tied, flows, flowNumbers, communication }: ShardingProblem,
  i: number,
  key: number,
  copies: readonly TensorCopy[],
  { places: { isFused }, states }: Known,
): TensorCopy {
  const own = flows[flowNumbers[i]!]!;
  const at = states.at[flowNumbers[i]!]!;
  const splits = own.needed[at % own.needed.length]!;
  let [source, cost]: [TensorCopy | null, Cost] = [
    null,
    { communication: own.communication[at]!, kernels: own.kernels[at]! },
  ];
  for (const copy of copies) {
    const reshard = communication.reshard(sizeOf(own.type), copy.splits, splits);
    const other = {
      communication: reshard.communication,
      kernels: isFused[i] === 1 ? reshard.fused : reshard.kernels,
    };
    if (total(other) < total(cost)) [source, cost] = [copy, other];
  }
  const bytes = own.bytes / partsOf(splits, communication.axisSizes);
  const flow = graph.flows[i] ?? tied[i - graph.flows.length]!;
  return { flow, number: flowNumbers[i]!, splits, key, source, ...cost, bytes };
}

type Cost = Pick<TensorCopy, 'communication' | 'kernels'>;

function total({ communication, kernels }: Cost): number {
  return communication + kernels;
}
