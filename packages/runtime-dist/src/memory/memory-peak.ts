import type { FuncOp } from '@shardform/dialect-func';
import { BlockArgument, type Operation, type Value } from '@shardform/ir-core';
import type { NamedComputation } from './build-graph.ts';
import type { GraphValue } from './hlo-graph.ts';
import { assignMemory, type MemoryEstimate, type MemoryOptions } from './memory-estimate.ts';

/** A part of the memory of a device when it needs most. */
export interface HeldMemory {
  /**
   * The use of the memory: arguments and results have theirs while the program runs, a donated argument also for the result
   * that replaces it; `addresses` are tables, `gaps` are between temporaries.
   */
  readonly kind: 'argument' | 'donated' | 'result' | 'temporary' | 'addresses' | 'gaps';
  readonly bytes: number;
  /** What is in it, of the program that was estimated; `null` for addresses and gaps. */
  readonly value: Value | null;
  /** True if it isn't the value itself but something made from it, such as a copy in another layout or type. */
  readonly isDerived: boolean;
  /** The number of the argument or result; `null` for others. */
  readonly index: number | null;
  /** The operation that makes it; `null` if it is there from the beginning. */
  readonly from: Operation | null;
  /** The last operation that reads it; `null` if it is there until the end. */
  readonly until: Operation | null;
}

/** The memory of a device while an operation runs. */
export interface MemoryMoment {
  /** `null` where a kernel stands for no operation. */
  readonly op: Operation | null;
  /** That are in use, gaps aside. */
  readonly bytes: number;
}

/** The memory of a device when it needs most. */
export interface MemoryPeak {
  readonly estimate: MemoryEstimate;
  /** The operation at which temporaries need most; `null` where there are none. */
  readonly at: Operation | null;
  /** Its bytes add up to the estimate's peak. */
  readonly held: readonly HeldMemory[];
  /** In the order of kernels; the most of them is the peak but for gaps. */
  readonly moments: readonly MemoryMoment[];
}

/**
 * Returns what the estimate of `estimateMemory` consists of at the peak.
 *
 * @throws CostError for an unknown function.
 */
export function memoryPeak(func: FuncOp, options: MemoryOptions = {}): MemoryPeak {
  const { estimate, graph, memory, donated } = assignMemory(func, options);
  const { order, live, tableBytes, fullestAt } = memory;
  const held: HeldMemory[] = graph.parameters.map((parameter, i) => {
    const { value } = nameOf(parameter, graph);
    const isDonated = isTaken(i, donated, graph);
    return {
      kind: isDonated ? 'donated' : 'argument',
      bytes: parameter.bytes,
      value,
      isDerived: false,
      index: value instanceof BlockArgument ? value.index : null,
      from: null,
      until: isDonated ? null : order.operationAt(order.lastUse(parameter)),
    };
  });
  for (const [i, result] of graph.results.entries()) {
    const argument = donated.get(i);
    if (argument !== undefined && argument < graph.parameters.length) continue;
    const { bytes } = result;
    const from = order.makerOf(result);
    held.push({ kind: 'result', bytes, ...nameOf(result, graph), index: i, from, until: null });
  }
  if (tableBytes > 0) held.push(unnamed('addresses', tableBytes));
  for (const { bytes, value, end } of live) {
    const until = order.operationAt(end);
    if (value === null) {
      held.push({ ...unnamed('addresses', bytes), until });
      continue;
    }
    const named = nameOf(value, graph);
    held.push({
      kind: 'temporary',
      bytes,
      value: named.value,
      // Arguments themselves are no temporaries.
      isDerived: named.isDerived || graph.parameters.includes(value),
      index: null,
      from: order.makerOf(value),
      until,
    });
  }
  const gaps = estimate.temporaries - live.reduce((sum, { bytes }) => sum + bytes, 0);
  if (gaps > 0) held.push(unnamed('gaps', gaps));
  const always = estimate.peak - estimate.temporaries;
  const moments = Array.from(memory.liveBytes, (bytes, position) => ({
    ...{ op: order.operationAt(position), bytes: always + bytes },
  }));
  return { estimate, moments, at: live.length === 0 ? null : order.operationAt(fullestAt), held };
}

function unnamed(kind: 'addresses' | 'gaps', bytes: number): HeldMemory {
  return { kind, bytes, value: null, isDerived: false, index: null, from: null, until: null };
}

/** Returns whether a result that exists takes the memory of a parameter. */
function isTaken(
  parameter: number,
  donated: ReadonlyMap<number, number>,
  { results }: NamedComputation,
): boolean {
  return [...donated].some(([result, argument]) => argument === parameter && result < results.length);
}

/** The value of the program that a value of the graph is, or is made from. */
function nameOf(
  given: GraphValue,
  { names }: NamedComputation,
): { readonly value: Value | null; readonly isDerived: boolean } {
  let value: GraphValue | undefined = given;
  while (value !== undefined && !names.has(value)) value = value.node?.operands[0];
  return {
    value: (value === undefined ? undefined : names.get(value)) ?? null,
    isDerived: value !== given,
  };
}
