import type { InterfaceImplementation, OpResult } from '@shardform/ir-core';
import { computationDataFlow, type DataFlowOp, dataFlowOp, makeDataFlowOp } from '@shardform/dialect-sdy';
import { ForOp } from '../ops/for-op.ts';
import { FragmentOp } from '../ops/fragment-op.ts';

const fragmentDataFlow = /* @__PURE__ */ dataFlowOp.implementFor(FragmentOp, (op) =>
  computationDataFlow(op, true),
);

/** One edge for each value that the loop carries. */
const forDataFlow = /* @__PURE__ */ dataFlowOp.implementFor(ForOp, (op): DataFlowOp =>
  makeDataFlowOp(op, {
    sources(owner) {
      // All owners are results.
      const { index } = owner as OpResult;
      return [op.operands[index]!, op.entry.getTerminator().operands[index]!];
    },
    // As above.
    otherTargets: (owner) => [op.entry.getArgument((owner as OpResult).index)],
    ownerOfSource: (source) => op.getResult(source.index),
  }),
);

/** How shardings move through the operations with regions. */
export const mpmdDataFlow: readonly InterfaceImplementation[] = [fragmentDataFlow, forDataFlow];
