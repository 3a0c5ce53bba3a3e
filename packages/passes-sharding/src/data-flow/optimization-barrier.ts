import { dataFlowOp, makeDataFlowOp } from '@shardform/dialect-sdy';
import { OptimizationBarrierOp } from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation, OpResult } from '@shardform/ir-core';

/** One edge per result, fed by the operand that passes the barrier. */
export const optimizationBarrierDataFlow: InterfaceImplementation = /* @__PURE__ */ dataFlowOp.implementFor(
  OptimizationBarrierOp,
  (op) =>
    makeDataFlowOp(op, {
      // Owners of these edges are results.
      sources: (owner) => [op.operands[(owner as OpResult).index]!],
      ownerOfTarget: (target) => target,
      ownerOfSource: (source) => op.results[source.index] ?? null,
    }),
);
