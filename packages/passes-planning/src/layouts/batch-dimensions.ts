import type { FuncOp } from '@shardform/dialect-func';
import type { OpShardingRuleAttr, TensorMappingAttr } from '@shardform/dialect-sdy';
import { WhileOp } from '@shardform/dialect-stablehlo';
import type { Block, Context, Operation, Value } from '@shardform/ir-core';
import { attachedShardingRule, partitionRule, registeredShardingRule } from '@shardform/passes-sharding';

/**
 * Returns the dimension of the batch of all values that have it, followed through sharding rules from arguments, of
 * which it is the first one.
 */
export function batchDimensions(
  func: FuncOp,
  data: Iterable<number>,
  context: Context,
): ReadonlyMap<Value, number> {
  const found = new Map<Value, number>();
  for (const index of data) found.set(func.entry.getArgument(index), 0);
  const copy = (from: Value, to: Value | undefined): void => {
    const dimension = found.get(from);
    if (dimension !== undefined && to !== undefined) found.set(to, dimension);
  };
  const visit = (block: Block): void => {
    for (const op of block) {
      if (op instanceof WhileOp)
        op.operandValues().forEach((value, i) => {
          copy(value, op.results[i]);
          for (const region of op.regions) copy(value, region.blocks[0]?.arguments[i]);
        });
      for (const region of op.regions) region.blocks.forEach(visit);
      const rule = op instanceof WhileOp ? null : ruleOf(op, context);
      if (rule !== null) follow(op, rule, found);
    }
  };
  visit(func.entry);
  return found;
}

function ruleOf(op: Operation, context: Context): OpShardingRuleAttr | null {
  return partitionRule(op, context) ?? attachedShardingRule(op) ?? registeredShardingRule(op, context);
}

function follow(op: Operation, rule: OpShardingRuleAttr, found: Map<Value, number>): void {
  op.operandValues().forEach((operand, i) => {
    const dimension = found.get(operand);
    const mapping = rule.operands[i];
    const factor =
      dimension === undefined || mapping === undefined ? undefined : majorFactor(mapping, dimension);
    if (factor === undefined) return;
    rule.results.forEach((result, r) => {
      const value = op.results[r];
      const at = result.dimMappings.findIndex((_, dim) => majorFactor(result, dim) === factor);
      if (at >= 0 && value !== undefined && !found.has(value)) found.set(value, at);
    });
  });
}

function majorFactor({ dimMappings }: TensorMappingAttr, dimension: number): number | undefined {
  return dimMappings[dimension]?.factorIndices[0];
}
