import { Operation, type Value } from '@shardform/ir-core';
import { bytesOfType, type FusionRole, fusionRole, type OperationCost } from '@shardform/runtime-dist';
import type { Flow, Item } from '../problem/program-graph.ts';
import type { ClassFlow, ShardingProblem } from '../problem/sharding-problem.ts';

/** A tensor that an entry of an outline uses. */
export interface Use {
  /** The number of the tensor. */
  readonly tensor: number;
  /** The entry that makes it. */
  readonly maker: number;
  readonly flow: ClassFlow;
  /** The number of the flow among those of the graph and the tied ones. */
  readonly number: number;
}

/** An item of a program, in the order of the program. */
export interface OutlineEntry {
  readonly item: Item;
  readonly class: number;
  readonly times: number;
  readonly uses: readonly Use[];
  /** The number of its first tensor; the others follow. */
  readonly first: number;
  readonly tensors: number;
  readonly cost: OperationCost | null;
  readonly role: FusionRole;
  /** Of each result, on all parts together. */
  readonly resultBytes: readonly number[];
  /** Of each operand that is read, by number. */
  readonly operandBytes: readonly number[];
  /** The entries that use its tensors. */
  readonly users: readonly number[];
  /** Whether a result of the program is one of its tensors. */
  readonly isReturned: boolean;
  readonly isArgument: boolean;
}

/** A program in order, with numbers for its tensors: what estimates of plans have in common. */
export interface StepOutline {
  readonly entries: readonly OutlineEntry[];
  readonly tensorCount: number;
  /** What parameters become, at the end. */
  readonly tied: readonly Use[];
  /** Bytes of returned tensors that take no argument's memory, by number of the tensor; on all parts together. */
  readonly returned: ReadonlyMap<number, number>;
}

/** @param aliased numbers of results that take an argument's memory. */
export function stepOutline(problem: ShardingProblem, aliased: ReadonlySet<number>): StepOutline {
  const { graph, classes, classOf, flows, flowNumbers, func, tied } = problem;
  const items = [...graph.items];
  const numberOf = new Map(items.map(([item], i) => [item, i]));
  const firsts: number[] = [];
  let tensorCount = 0;
  for (const [item] of items) {
    firsts.push(tensorCount);
    tensorCount += item instanceof Operation ? item.results.length : 1;
  }
  const uses: Use[][] = items.map(() => []);
  const users: number[][] = items.map(() => []);
  const useOf = ({ from }: Flow, number: number): Use => {
    const maker = numberOf.get(from.item)!;
    return { tensor: firsts[maker]! + from.result, maker, flow: flows[flowNumbers[number]!]!, number };
  };
  for (const [i, flow] of graph.flows.entries()) {
    const use = useOf(flow, i);
    uses[numberOf.get(flow.to)!]!.push(use);
    users[use.maker]!.push(numberOf.get(flow.to)!);
  }
  const returned = new Map<number, number>();
  const returners = new Set<number>();
  for (const [index, origin] of graph.results.entries()) {
    if (origin === null) continue;
    const maker = numberOf.get(origin.item)!;
    returners.add(maker);
    if (!aliased.has(index) && origin.item instanceof Operation)
      returned.set(firsts[maker]! + origin.result, bytesOfType(func.functionType.results[index]));
  }
  const entries = items.map(([item, times], i): OutlineEntry => {
    const number = classOf.get(item)!;
    const { cost } = classes[number]!;
    const values: readonly Value[] = item instanceof Operation ? item.results : [item];
    return {
      ...{ item, class: number, times, uses: uses[i]!, users: users[i]!, cost },
      ...{ first: firsts[i]!, tensors: values.length },
      role: item instanceof Operation && cost !== null ? fusionRole(item.name) : 'none',
      resultBytes: values.map(({ type }) => bytesOfType(type)),
      operandBytes: item instanceof Operation && cost !== null ? readBytes(item, cost, uses[i]!) : [],
      isReturned: returners.has(i),
      isArgument: !(item instanceof Operation) && item.parentBlock === func.entry,
    };
  });
  const ends = tied.map((flow, i) => useOf(flow, graph.flows.length + i));
  return { entries, tensorCount, tied: ends, returned };
}

/** Of constants, what is computed from nothing else is inside of what uses it. */
function readBytes(op: Operation, { reads }: OperationCost, uses: readonly Use[]): number[] {
  const made = new Set(uses.map(({ flow }) => flow.operand));
  return op.operandValues().map((value, i) => {
    const maker = value.definingOp;
    const isInside = !made.has(i) && maker !== null && fusionRole(maker.name) !== 'none';
    return isInside ? 0 : (reads[i] ?? bytesOfType(value.type));
  });
}
