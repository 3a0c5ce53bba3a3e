import type { GraphValue } from '../hlo-graph.ts';
import { isBroadcast, isScalarConstant } from '../node-kinds.ts';
import type { OrderedKernel } from './barriers.ts';

/**
 * Returns kernels without those that fill memory with a constant only loops begin with: these fill what they carry themselves.
 *
 * @param returned values that have memory of their own.
 */
export function withoutFills(
  kernels: readonly OrderedKernel[],
  returned: ReadonlySet<GraphValue>,
): readonly OrderedKernel[] {
  const others = new Set<GraphValue>(returned);
  for (const { node, operands } of kernels)
    for (const operand of operands) {
      const isInitial =
        node.kind === 'stablehlo.while' && node.operands.lastIndexOf(operand) < node.results.length;
      if (!isInitial) others.add(operand);
    }
  return kernels.filter(
    ({ node }) =>
      !isBroadcast(node) ||
      !node.operands.every(isScalarConstant) ||
      node.results.some((result) => others.has(result)),
  );
}
