import type { InterfaceImplementation, OpDefinition, Operation, OpWithDefinition } from '@shardform/ir-core';
import { CallOp } from '@shardform/dialect-func';
import * as sdy from '@shardform/dialect-sdy';
import * as stablehlo from '@shardform/dialect-stablehlo';
import { shardingRule } from './sharding-rule.ts';

/**
 * Operations along which nothing is propagated by a rule: they have no operands or no results, or propagation
 * knows them as data flow, or they are a boundary on purpose.
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

export const noRules: readonly InterfaceImplementation[] = /* @__PURE__ */ opsWithoutRule.map((opClass) =>
  shardingRule.implementFor(opClass, () => () => null),
);

const definitionsWithoutRule: ReadonlySet<OpDefinition> = /* @__PURE__ */ new Set(
  opsWithoutRule.map(({ definition }) => definition),
);

/** Whether operations of a kind are known to have no rule. */
export function isWithoutRule(definition: OpDefinition): boolean {
  return definitionsWithoutRule.has(definition);
}
