import {
  type Block,
  BlockArgument,
  type InterfaceImplementation,
  type Operation,
  type OpResult,
} from '@shardform/ir-core';
import type { TensorShardingPerValueAttr } from '../attrs/tensor-sharding-per-value-attr.ts';
import { type DataFlowOp, dataFlowOp, makeDataFlowOp } from '../data-flow-op.ts';
import { NamedComputationOp } from './named-computation-op.ts';

/** An operation whose region gets its operands, and whose terminator has its results; it holds the shardings of both. */
export type ComputationOp = Operation & {
  readonly entry: Block;
  inShardings: TensorShardingPerValueAttr | null;
  outShardings: TensorShardingPerValueAttr | null;
};

/** Edges from each operand to its block argument, and from each returned value to its result. */
export function computationDataFlow(op: ComputationOp, keepsShardingsDivisible = false): DataFlowOp {
  return {
    ...makeDataFlowOp(op, {
      blockArgumentOwners: op.entry.arguments,
      sources(owner) {
        if (owner instanceof BlockArgument) return [op.operands[owner.index]!];
        // An owner that is no argument is a result.
        return [op.entry.getTerminator().operands[(owner as OpResult).index]!];
      },
      ownerOfTarget: (target) => target,
      ownerOfSource: (source) =>
        source.owner === op ? op.entry.getArgument(source.index) : op.getResult(source.index),
    }),
    blockArgumentShardings: () => op.inShardings,
    setBlockArgumentShardings(shardings) {
      op.inShardings = shardings;
    },
    resultShardings: () => op.outShardings,
    setResultShardings(shardings) {
      op.outShardings = shardings;
    },
    keepsShardingsDivisible,
  };
}

/** How shardings move through a named computation. */
export const namedComputationDataFlow: InterfaceImplementation = /* @__PURE__ */ dataFlowOp.implementFor(
  NamedComputationOp,
  (op) => computationDataFlow(op),
);
