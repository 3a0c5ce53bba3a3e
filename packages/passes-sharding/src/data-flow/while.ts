import { dataFlowOp, makeDataFlowOp } from '@shardform/dialect-sdy';
import { WhileOp } from '@shardform/dialect-stablehlo';
import type { BlockArgument, InterfaceImplementation, OpResult, Value } from '@shardform/ir-core';

/**
 * One edge per loop variable: the initial value and what the body returns feed the result and the arguments of both
 * regions. The condition's own result is no loop variable.
 */
export const whileDataFlow: InterfaceImplementation = /* @__PURE__ */ dataFlowOp.implementFor(WhileOp, (op) =>
  makeDataFlowOp(op, {
    sources: (owner) => {
      const index = resultIndex(owner);
      return [op.operands[index]!, op.body.entry.lastOp!.operands[index]!];
    },
    otherTargets: (owner) => {
      const index = resultIndex(owner);
      return [op.cond.entry.getArgument(index), op.body.entry.getArgument(index)];
    },
    ownerOfTarget: (target) => op.results[resultIndex(target)] ?? null,
    ownerOfSource: (source) =>
      source.owner.parentRegion === op.cond ? null : (op.results[source.index] ?? null),
  }),
);

/** The number of a loop variable, by its result or one of its arguments. */
function resultIndex(target: Value): number {
  // Owners and targets are results and block arguments, both of which have an index.
  return (target as BlockArgument | OpResult).index;
}
