import type { GraphNode, GraphValue } from '../hlo-graph.ts';
import type { OrderedKernel } from './barriers.ts';

/** Kernels as numbers, for schedulers. Only values that a kernel of the computation makes take memory. */
export interface KernelGraph {
  readonly count: number;
  /** By kernel, those that have to run before it. */
  readonly before: readonly (readonly number[])[];
  readonly after: readonly (readonly number[])[];
  /** By kernel, the values that it reads and makes. */
  readonly reads: readonly (readonly number[])[];
  readonly makes: readonly (readonly number[])[];
  /** By value, its bytes; 0 for one that has memory of its own anyway. */
  readonly bytes: readonly number[];
  /** By value, the kernels that read it. */
  readonly users: readonly (readonly number[])[];
  /** By kernel, pairs of a value that it reads and the one that it writes in place of it. */
  readonly inPlace: readonly (readonly (readonly [from: number, to: number])[])[];
  /** By kernel, the bytes that it needs inside while it runs. */
  readonly inside: readonly number[];
}

/** A value that is written where another one is, which must have been read before. */
export type Overwriting = readonly [old: GraphValue, value: GraphValue];

/**
 * Returns the graph of kernels.
 *
 * @param returned values that are in the memory of results.
 * @param inside bytes that a kernel needs while it runs.
 */
export function kernelGraph(
  kernels: readonly OrderedKernel[],
  returned: ReadonlySet<GraphValue>,
  overwriting: readonly Overwriting[],
  inside: readonly number[],
): KernelGraph {
  const numbers = new Map<GraphValue, number>();
  const makers: number[] = [];
  const bytes: number[] = [];
  const byNode = new Map<GraphNode, number>();
  const readers = new Map<GraphValue, number[]>();
  for (const [k, kernel] of kernels.entries()) {
    byNode.set(kernel.node, k);
    for (const result of kernel.results) {
      numbers.set(result, makers.length);
      makers.push(k);
      bytes.push(returned.has(result) ? 0 : result.bytes);
    }
  }
  const users = makers.map((): number[] => []);
  const before = kernels.map(() => new Set<number>());
  const reads = kernels.map((kernel, k) =>
    kernel.operands.flatMap((operand) => {
      const value = numbers.get(operand);
      const known = readers.get(operand);
      if (known === undefined) readers.set(operand, [k]);
      else known.push(k);
      if (value === undefined) return [];
      before[k].add(makers[value]);
      users[value].push(k);
      return [value];
    }),
  );
  for (const [k, { barriers }] of kernels.entries())
    for (const barrier of barriers) {
      const maker = byNode.get(barrier);
      if (maker !== undefined) before[k].add(maker);
    }
  const makes = kernels.map(({ results }) => results.map((result) => numbers.get(result)!));
  const isLast = (k: number): boolean => makes[k].every((value) => users[value].length === 0);
  const waits = new WaitingKernels();
  for (const [old, value] of overwriting) {
    const number = numbers.get(value);
    if (number === undefined || !isLast(makers[number])) continue;
    const writer = makers[number];
    for (const reader of readers.get(old) ?? [])
      // A kernel without users can wait for all readers, but for those that wait for it.
      if (reader !== writer && (!isLast(reader) || waits.add(writer, reader))) before[writer].add(reader);
  }
  const after = kernels.map((): number[] => []);
  for (const [k, own] of before.entries()) for (const earlier of own) after[earlier].push(k);
  const inPlace = kernels.map((kernel) =>
    sharesOf(kernel).flatMap(([from, to]) => {
      const [source, target] = [numbers.get(from), numbers.get(to)];
      return source === undefined || target === undefined ? [] : [[source, target] as const];
    }),
  );
  return {
    ...{ count: kernels.length, after, reads, makes, bytes, users, inPlace, inside },
    before: before.map((own) => [...own]),
  };
}

/** Kernels without users that wait for others of these. */
class WaitingKernels {
  readonly #waits = new Map<number, number[]>();

  /** Lets a kernel wait for another one; returns false if that one waits for it. */
  add(kernel: number, earlier: number): boolean {
    const seen = new Set([earlier]);
    // The set grows while it is read.
    for (const own of seen) for (const next of this.#waits.get(own) ?? []) seen.add(next);
    if (seen.has(kernel)) return false;
    this.#waits.set(kernel, [...(this.#waits.get(kernel) ?? []), earlier]);
    return true;
  }
}

/** What a kernel may write in place: a loop carries each value where the first one was. */
function sharesOf({ node, results, shares }: OrderedKernel): (readonly [GraphValue, GraphValue])[] {
  return node.kind === 'stablehlo.while'
    ? results.map((result, i) => [node.operands[i], result] as const)
    : [...shares];
}

/** Bytes of operands that nobody else reads and of which each result takes one. */
function reused({ inPlace, bytes }: KernelGraph, k: number, left: readonly number[]): number {
  let sum = 0;
  const written = new Set<number>();
  for (const [from, to] of inPlace[k]) {
    if (left[from] !== 1 || written.has(to)) continue;
    written.add(to);
    sum += Math.min(bytes[from], bytes[to]);
  }
  return sum;
}

/** Returns the most bytes that are needed at once if kernels run in an order. */
export function peakOfOrder(graph: KernelGraph, order: Iterable<number>): number {
  const left = graph.users.map(({ length }) => length);
  let [live, most] = [0, 0];
  for (const k of order) {
    for (const value of graph.makes[k]) live += graph.bytes[value];
    most = Math.max(most, live - reused(graph, k, left) + graph.inside[k]);
    for (const value of graph.reads[k]) {
      left[value] -= 1;
      if (left[value] === 0) live -= graph.bytes[value];
    }
    for (const value of graph.makes[k]) if (left[value] === 0) live -= graph.bytes[value];
  }
  return most;
}
