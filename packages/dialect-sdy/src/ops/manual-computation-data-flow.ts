import { BlockArgument, type InterfaceImplementation, type OpOperand, type Value } from '@shardform/ir-core';
import { addManualAxes, eraseManualAxes } from '../algebra/manual-axes.ts';
import type { TensorShardingAttr } from '../attrs/tensor-sharding-attr.ts';
import { TensorShardingPerValueAttr } from '../attrs/tensor-sharding-per-value-attr.ts';
import { type DataFlowOp, dataFlowOp } from '../data-flow-op.ts';
import { lookUpMesh } from '../mesh-table.ts';
import { ManualComputationOp } from './manual-computation-op.ts';

/**
 * Edges from each operand to its block argument, and from each returned value to its result. Block arguments have
 * their shardings without the manual axes, results with them; in the terms of the sources it is the other way round.
 */
export const manualComputationDataFlow: InterfaceImplementation = /* @__PURE__ */ dataFlowOp.implementFor(
  ManualComputationOp,
  (op): DataFlowOp => {
    const outerOf = (value: Value): TensorShardingAttr | undefined =>
      value instanceof BlockArgument
        ? op.inShardings.shardings[value.index]
        : op.outShardings.shardings[op.results.findIndex((result) => result === value)];
    const add = (inner: TensorShardingAttr, outer: TensorShardingAttr | undefined): TensorShardingAttr =>
      outer === undefined
        ? inner
        : addManualAxes(inner, outer, op.manualAxes, lookUpMesh(op, outer.meshOrRef));
    return {
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
      blockArgumentShardings: () =>
        op.inShardings.length === 0
          ? null
          : op.inShardings.map((sharding) => eraseManualAxes(sharding, op.manualAxes)),
      setBlockArgumentShardings(shardings) {
        op.inShardings =
          shardings === null
            ? TensorShardingPerValueAttr.get([])
            : shardings.map((sharding, i) => add(sharding, op.inShardings.shardings[i]));
      },
      resultShardings: () => (op.outShardings.length === 0 ? null : op.outShardings),
      setResultShardings(shardings) {
        op.outShardings = shardings ?? TensorShardingPerValueAttr.get([]);
      },
      transformTarget(target, sharding, when) {
        const isArgument = target instanceof BlockArgument;
        return isArgument === (when === 'before')
          ? add(sharding, outerOf(target))
          : eraseManualAxes(sharding, op.manualAxes);
      },
      keepsShardingsDivisible: true,
    };
  },
);
