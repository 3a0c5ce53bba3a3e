import {
  bytesOfType,
  type FusionRole,
  fusesOperands,
  fusionRole,
  mayFuseIntoUsers,
  type OperationCost,
} from '@shardform/cost-model';
import type { FuncOp } from '@shardform/dialect-func';
import { ConvolutionOp, DotGeneralOp, DotOp } from '@shardform/dialect-stablehlo';
import { BlockArgument, type Context, Operation, RankedTensorType, type Value } from '@shardform/ir-core';

import type { Flow, Item } from '../problem/program-graph.ts';
import type { ClassFlow, ShardingProblem } from '../problem/sharding-problem.ts';
import { type CopyPlaces, copyPlaces } from './copy-places.ts';

/** Element types of which products are computed in f32. */
const NARROW: ReadonlySet<string> = new Set(['bf16']);

/** A tensor that an entry of an outline uses. */
export interface Use {
  /** The number of the tensor. */
  readonly tensor: number;
  /** The entry that makes it. */
  readonly maker: number;
  readonly flow: ClassFlow;
  /** The number of the flow of classes. */
  readonly class: number;
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
  /** Operands that no entry makes. */
  readonly others: readonly number[];
  /** The entries that use its tensors. */
  readonly users: readonly number[];
  /** The numbers of the flows of classes in which its tensors are used, each once. */
  readonly outgoing: readonly number[];
  /** Whether it is an argument of the function. */
  readonly isArgument: boolean;
  /** Whether it is a product of matrices, or a convolution. */
  readonly isProduct: boolean;
  /** Whether it is computed inside of its users if nothing has to be communicated between. */
  readonly mayFuse: boolean;
}

/** A program in order, with numbers for its tensors: what estimates of plans have in common. */
export interface StepOutline {
  readonly entries: readonly OutlineEntry[];
  readonly tensorCount: number;
  /** What parameters become, at the end. */
  readonly tied: readonly Use[];
  /** By number of the tensor, 1 for one that is there all the time: an argument, or a returned one that takes no argument's memory. */
  readonly isAlways: Uint8Array;
  /** By number of the tensor, 1 for one of a type that products are not computed in. */
  readonly isNarrow: Uint8Array;
  /** By number of the tensor, the entry that makes it. */
  readonly makers: Int32Array;
  /** The entry of each item. */
  readonly numbers: ReadonlyMap<Item, number>;
  /** By entry, the number of the loop that it is in, or of its own. */
  readonly groups: Int32Array;
  readonly places: CopyPlaces;
}

/** @param aliased numbers of results that take an argument's memory. */
export function stepOutline(problem: ShardingProblem, aliased: ReadonlySet<number>): StepOutline {
  const { context, graph, classes, classOf, flows, flowNumbers, func, tied } = problem;
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
  const outgoing = items.map(() => new Set<number>());
  const useOf = ({ from }: Flow, number: number): Use => {
    const maker = numberOf.get(from.item)!;
    const own = flowNumbers[number]!;
    return { tensor: firsts[maker]! + from.result, maker, flow: flows[own]!, class: own, number };
  };
  for (const [i, flow] of graph.flows.entries()) {
    const use = useOf(flow, i);
    uses[numberOf.get(flow.to)!]!.push(use);
    users[use.maker]!.push(numberOf.get(flow.to)!);
    outgoing[use.maker]!.add(flowNumbers[i]!);
  }
  const isAlways = new Uint8Array(tensorCount);
  const returners = new Set<number>();
  for (const [index, origin] of graph.results.entries()) {
    if (origin === null) continue;
    const maker = numberOf.get(origin.item)!;
    returners.add(maker);
    if (!aliased.has(index) && origin.item instanceof Operation) isAlways[firsts[maker]! + origin.result] = 1;
  }
  const roles = items.map(([item]) => {
    const isComputed = item instanceof Operation && classes[classOf.get(item)!]!.cost !== null;
    return isComputed ? fusionRole(item, context) : 'none';
  });
  const entries = items.map(([item, times], i): OutlineEntry => {
    const number = classOf.get(item)!;
    const { cost } = classes[number]!;
    const values: readonly Value[] = item instanceof Operation ? item.results : [item];
    const operandBytes =
      item instanceof Operation && cost !== null ? readBytes(item, cost, uses[i]!, context) : [];
    const made = new Set(uses[i]!.map(({ flow }) => flow.operand));
    const role = roles[i]!;
    // Results of loops are values, too.
    const isArgument = item instanceof BlockArgument && item.parentBlock === func.entry;
    if (isArgument) isAlways[firsts[i]!] = 1;
    const mayBeInside = !returners.has(i) && mayFuseIntoUsers(role, values.length, new Set(users[i]).size);
    return {
      ...{ item, class: number, times, uses: uses[i]!, users: users[i]!, outgoing: [...outgoing[i]!], cost },
      ...{ first: firsts[i]!, tensors: values.length, role, operandBytes, isArgument },
      isProduct: item instanceof DotGeneralOp || item instanceof DotOp || item instanceof ConvolutionOp,
      resultBytes: values.map(({ type }) => bytesOfType(type)),
      others: [...operandBytes.keys()].filter((operand) => !made.has(operand)),
      mayFuse:
        mayBeInside &&
        users[i]!.every((user) => fusesOperands(roles[user]!) && blockOf(items[user]![0]) === blockOf(item)),
    };
  });
  const ends = tied.map((flow, i) => useOf(flow, graph.flows.length + i));
  const [isNarrow, makers] = [new Uint8Array(tensorCount), new Int32Array(tensorCount)];
  for (const [i, [item]] of items.entries()) {
    const values: readonly Value[] = item instanceof Operation ? item.results : [item];
    for (const [own, { type }] of values.entries()) {
      makers[firsts[i]! + own] = i;
      if (type instanceof RankedTensorType && NARROW.has(String(type.elementType)))
        isNarrow[firsts[i]! + own] = 1;
    }
  }
  const tensors = { tensorCount, isAlways, isNarrow, makers };
  const groups = groupsOf(
    items.map(([item]) => item),
    func,
  );
  return { entries, ...tensors, numbers: numberOf, groups, tied: ends, places: copyPlaces(problem) };
}

/** What is in one loop, or another operation with regions, is a group; other items are alone. */
function groupsOf(items: readonly Item[], { entry }: FuncOp): Int32Array {
  const numbers = new Map<unknown, number>();
  return Int32Array.from(items, (item) => {
    const owner = item instanceof Operation ? item : (item.definingOp ?? item.parentBlock?.parentOp ?? null);
    let outer: Operation | null = owner;
    while (outer !== null && outer.parent !== entry) outer = outer.parentOp;
    const key = outer?.regions.some(({ blocks }) => blocks.length > 0) === true ? outer : item;
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
}

function blockOf(item: Item): unknown {
  return item instanceof Operation ? item.parent : null;
}

/** Of constants, what is computed from nothing else is inside of what uses it. */
function readBytes(
  op: Operation,
  { reads }: OperationCost,
  uses: readonly Use[],
  context: Context,
): number[] {
  const made = new Set(uses.map(({ flow }) => flow.operand));
  return op.operandValues().map((value, i) => {
    const maker = value.definingOp;
    const isInside = !made.has(i) && maker !== null && fusesOperands(fusionRole(maker, context));
    return isInside ? 0 : (reads[i] ?? bytesOfType(value.type));
  });
}
