import type { InterfaceImplementation, OpDefinition, Operation, OpWithDefinition } from '@shardform/ir-core';
import { CallOp } from '@shardform/dialect-func';
import * as sdy from '@shardform/dialect-sdy';
import * as stablehlo from '@shardform/dialect-stablehlo';
import { shardingRule } from './sharding-rule.ts';

/**
 * Operations that nothing is propagated through by a rule: they have no operands or no results, are handled as data
 * flow, or are a deliberate boundary.
 */
const opsWithoutRule: readonly OpWithDefinition<Operation>[] = [
  CallOp,
  sdy.SdyConstantOp,
  sdy.DataFlowEdgeOp,
  sdy.FuncDataFlowEdgeOp,
  sdy.ManualComputationOp,
  sdy.NamedComputationOp,
  sdy.PropagationBarrierOp,
  sdy.ReshardOp,
  sdy.ShardingGroupOp,
  stablehlo.AfterAllOp,
  stablehlo.CaseOp,
  stablehlo.ConstantOp,
  stablehlo.CreateTokenOp,
  stablehlo.GetTupleElementOp,
  stablehlo.InfeedOp,
  stablehlo.IotaOp,
  stablehlo.OptimizationBarrierOp,
  stablehlo.OutfeedOp,
  stablehlo.PartitionIdOp,
  stablehlo.RecvOp,
  stablehlo.SendOp,
  stablehlo.WhileOp,
  stablehlo.interpreter.RunParallelOp,
];

/** Empty implementations for operations through which no rule propagates anything. */
export const noRules: readonly InterfaceImplementation[] = /* @__PURE__ */ opsWithoutRule.map((opClass) =>
  shardingRule.implementFor(opClass, () => () => null),
);

const definitionsWithoutRule: ReadonlySet<OpDefinition> = /* @__PURE__ */ new Set(
  opsWithoutRule.map(({ definition }) => definition),
);

/** Returns whether operations of a kind are declared to have no rule. */
export function isWithoutRule(definition: OpDefinition): boolean {
  return definitionsWithoutRule.has(definition);
}
