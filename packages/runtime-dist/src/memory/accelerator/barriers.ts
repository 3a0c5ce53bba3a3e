import type { PlainKernel } from '../fused-kernel.ts';
import type { GraphNode, GraphValue } from '../hlo-graph.ts';

const BARRIER = 'stablehlo.optimization_barrier';

/** The values that barriers name once more, by the names; filled from the outside in. */
export type Names = Map<GraphValue, GraphValue>;

/** A kernel with the barriers that it waits for. */
export interface OrderedKernel extends PlainKernel {
  /** Nodes of barriers whose results it reads. */
  readonly barriers: ReadonlySet<GraphNode>;
}

/** Returns whether a kernel only orders others. */
export function isBarrier({ node }: PlainKernel): boolean {
  return node.kind === BARRIER;
}

/** Returns kernels that read the operands of barriers in place of their results, which are in the same memory. */
export function throughBarriers(kernels: readonly PlainKernel[], names: Names): readonly OrderedKernel[] {
  for (const kernel of kernels)
    if (isBarrier(kernel))
      for (const [i, result] of kernel.node.results.entries())
        names.set(result, sourceOf(kernel.node.operands[i], names));
  return kernels.map((kernel) => {
    const barriers = new Set<GraphNode>();
    for (const { node } of kernel.operands) if (node?.kind === BARRIER) barriers.add(node);
    if (names.size === 0) return { ...kernel, barriers };
    const operands = [...new Set(kernel.operands.map((operand) => sourceOf(operand, names)))];
    const shares = new Map([...kernel.shares].map(([from, to]) => [sourceOf(from, names), to]));
    const { node } = kernel;
    const own = node.operands.map((operand) => sourceOf(operand, names));
    const isSame = own.every((operand, i) => operand === node.operands[i]);
    return {
      ...kernel,
      ...{ operands, shares, barriers },
      node: isSame || isBarrier(kernel) ? node : { ...node, operands: own },
    };
  });
}

/** Returns the value that a name is of: itself for other values. */
export function sourceOf(value: GraphValue, names: Names): GraphValue {
  return names.get(value) ?? value;
}
