import { enclosingFunction } from '@shardform/dialect-func';
import { topologyOf, TransferOp } from '@shardform/dialect-mpmd';
import { OpShardingRuleAttr, TensorMappingAttr } from '@shardform/dialect-sdy';
import type { InterfaceImplementation } from '@shardform/ir-core';
import { shardingRule } from '@shardform/passes-sharding';

/** Operand and result of a transfer are split alike, unless they are on meshes that differ. */
export const transferRule: InterfaceImplementation = /* @__PURE__ */ shardingRule.implementFor(
  TransferOp,
  (op) => () => (isBetweenUnlikeMeshes(op) ? null : ruleOf(op)),
);

function isBetweenUnlikeMeshes(op: TransferOp): boolean {
  if (op.isIntraMesh) return false;
  const func = enclosingFunction(op);
  const topology = func === null ? null : topologyOf(func);
  const meshOf = (name: string): unknown => topology?.meshNamed(name) ?? null;
  return meshOf(op.tensor.type.meshName) !== meshOf(op.result.type.meshName);
}

function ruleOf(op: TransferOp): OpShardingRuleAttr {
  const { shape } = op.result.type;
  const mapping = TensorMappingAttr.of(shape.map((_, dim) => [dim]));
  return OpShardingRuleAttr.get(shape, [mapping], [mapping]);
}
