import { dataFlowOp, makeDataFlowOp } from '@shardform/dialect-sdy';
import { CaseOp } from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation, OpResult } from '@shardform/ir-core';

/** One edge per result, fed by what each branch returns. The index feeds none. */
export const caseDataFlow: InterfaceImplementation = /* @__PURE__ */ dataFlowOp.implementFor(CaseOp, (op) =>
  makeDataFlowOp(op, {
    sources: (owner) =>
      // Owners of these edges are results.
      op.branches.map((branch) => branch.entry.lastOp!.operands[(owner as OpResult).index]!),
    ownerOfTarget: (target) => target,
    ownerOfSource: (source) => (source.owner === op ? null : (op.results[source.index] ?? null)),
  }),
);
