import { BlockArgument, type InterfaceImplementation, type OpOperand } from '@shardform/ir-core';
import { type DataFlowOp, dataFlowOp } from '../data-flow-op.ts';
import { NamedComputationOp } from './named-computation-op.ts';

/** Edges from each operand to its block argument, and from each returned value to its result. */
export const namedComputationDataFlow: InterfaceImplementation = /* @__PURE__ */ dataFlowOp.implementFor(
  NamedComputationOp,
  (op): DataFlowOp => ({
    blockArgumentOwners: op.entry.arguments,
    resultOwners: op.results,
    sources(owner) {
      if (owner instanceof BlockArgument) return [op.operands[owner.index]!];
      return [op.entry.lastOp!.operands[op.results.findIndex((result) => result === owner)]!];
    },
    otherTargets: () => [],
    ownerOfTarget: (target) => target,
    ownerOfSource: (source: OpOperand) =>
      source.owner === op ? op.entry.getArgument(source.index) : op.getResult(source.index),
    blockArgumentShardings: () => op.inShardings,
    setBlockArgumentShardings(shardings) {
      op.inShardings = shardings;
    },
    resultShardings: () => op.outShardings,
    setResultShardings(shardings) {
      op.outShardings = shardings;
    },
    transformTarget: (_target, sharding) => sharding,
    keepsShardingsDivisible: false,
  }),
);
