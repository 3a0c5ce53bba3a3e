import { CustomCallOp } from '@shardform/dialect-stablehlo';
import { elementCount, type GraphNode, type GraphValue, type Kernel, resultOf } from './hlo-graph.ts';
import { isElementwise } from './node-kinds.ts';

/** The operation that writes a slice of a value. */
export const UPDATE = 'stablehlo.dynamic_update_slice';

/** Operations that write a slice of their first operand. */
const UPDATES: ReadonlySet<string> = new Set([UPDATE, 'stablehlo.scatter']);

/** The members of a kernel during fusion: by operation, the indices at which its elements are computed. */
export type Members = Map<GraphNode, ReadonlySet<string>>;

/** Kernels of a computation without their bodies, in program order. */
export type PlainKernel = Omit<Kernel, 'bodies'>;

/** Returns the kernel of a root and the operations that are computed with it. */
export function kernelOf(root: GraphNode, members: Members): PlainKernel {
  const inside = new Set<GraphValue>([...members.keys()].flatMap(({ results }) => results));
  const operands = new Set<GraphValue>();
  /** Operands that are read at other indices than where the result is written. */
  const elsewhere = new Set<GraphValue>();
  for (const [member, indices] of members) {
    const isAligned = isElementwise(member) && indices.size === 1 && indices.has('');
    member.operands.forEach((operand, i) => {
      if (inside.has(operand)) return;
      operands.add(operand);
      const isUpdated = member === root && i === 0 && UPDATES.has(member.kind);
      if (!isAligned && !isUpdated) elsewhere.add(operand);
    });
  }
  const shares = new Map<GraphValue, GraphValue>();
  if (root.op instanceof CustomCallOp)
    for (const { operandIndex, outputTupleIndices } of root.op.aliases()) {
      const resultIndex = outputTupleIndices[0] ?? 0;
      if (operandIndex in root.operands && resultIndex in root.results)
        shares.set(root.operands[operandIndex], root.results[resultIndex]);
    }
  else if (root.results.length === 1)
    for (const operand of operands)
      if (!elsewhere.has(operand) && operand.bytes === resultOf(root).bytes)
        shares.set(operand, resultOf(root));
  return {
    node: root,
    operands: [...operands].filter(
      (operand) => operand.node?.kind !== 'stablehlo.constant' || elementCount(operand) > 1,
    ),
    results: root.results,
    shares,
  };
}
