import { type Operation, type OpReport, ShapedType, type Type } from '@shardform/ir-core';
import type { OpShardingRuleAttr } from '../attrs/op-sharding-rule-attr.ts';
import type { TensorMappingAttr } from '../attrs/tensor-mapping-attr.ts';
import { factorSymbol } from '../attrs/factor-symbol.ts';
import { valuePrefix } from './verify-tensor-sharding.ts';

/** Types of operands and then results for which a rule was found right last: operations that are alike share rules. */
const verified = new WeakMap<OpShardingRuleAttr, readonly Type[]>();

/** Checks a sharding rule against the operation that carries it. */
export function verifyShardingRule(rule: OpShardingRuleAttr, op: Operation, report: OpReport): boolean {
  const types = verified.get(rule);
  if (types !== undefined && rule.operands.length === op.operands.length && hasTypes(op, types)) return true;
  const problem = shardingRuleProblem(rule, op);
  if (problem !== null) return report.opError(problem);
  verified.set(rule, [...op.operandTypes(), ...op.resultTypes()]);
  return true;
}

function hasTypes({ operands, results }: Operation, types: readonly Type[]): boolean {
  const { length } = operands;
  if (types.length !== length + results.length) return false;
  for (let i = 0; i < length; i++) if (operands[i]!.value.type !== types[i]) return false;
  for (let i = 0; i < results.length; i++) if (results[i]!.type !== types[length + i]) return false;
  return true;
}

function shardingRuleProblem(rule: OpShardingRuleAttr, op: Operation): string | null {
  const used = new Set<number>();
  return (
    mappingsProblem(rule, rule.operands, op.operandTypes(), 'operand', used) ??
    mappingsProblem(rule, rule.results, op.resultTypes(), 'result', used) ??
    unusedFactor(rule, used) ??
    specialFactorsProblem(rule)
  );
}

function mappingsProblem(
  rule: OpShardingRuleAttr,
  mappings: readonly TensorMappingAttr[],
  types: readonly Type[],
  kind: 'operand' | 'result',
  used: Set<number>,
): string | null {
  if (types.length !== mappings.length) {
    return `number of ${kind}s and mappings must match: ${types.length} != ${mappings.length}`;
  }
  if (mappings.length === 0) {
    return `number of ${kind}s mappings cannot be 0. Op sharding rules can only be defined on operations with at least one operand and result.`;
  }
  for (const [i, mapping] of mappings.entries()) {
    const problem = mappingProblem(rule, mapping, types[i]!, used);
    if (problem !== null) return valuePrefix(kind, i, types.length) + problem;
  }
  return null;
}

function mappingProblem(
  { factorSizes, factorCount }: OpShardingRuleAttr,
  mapping: TensorMappingAttr,
  type: Type,
  used: Set<number>,
): string | null {
  const rank = type instanceof ShapedType && type.hasStaticShape ? (type.shape?.length ?? null) : null;
  if (rank === null) {
    return `expected a ranked tensor with a static shape. type: '${String(type)}'`;
  }
  if (rank !== mapping.rank) return `mapping rank must match: ${mapping.rank} != ${rank}`;
  const own = new Set<number>();
  for (const { factorIndices: factors } of mapping.dimMappings) {
    if (factors.length === 0) return 'dim mapping must have at least one factor';
    for (const factor of factors) {
      if (factor < 0 || factor >= factorCount) {
        return `expecting factor indices to be within 0<=...<num_factors; received: ${factor}, num_factors: ${factorCount}`;
      }
      if (own.has(factor)) return 'cannot reuse factors for the same tensor value';
      own.add(factor);
      used.add(factor);
      if (factors.length > 1 && factorSizes[factor] === 1) {
        return "dim mapping can't have a factor of size 1 if there are multiple factors";
      }
    }
  }
  return null;
}

function unusedFactor({ factorSizes }: OpShardingRuleAttr, used: ReadonlySet<number>): string | null {
  for (let i = 0; i < factorSizes.length; i++) {
    if (!used.has(i)) {
      return `has factor ${factorSymbol(i)}=${factorSizes[i]!} that isn't used in operand and result mappings`;
    }
  }
  return null;
}

function specialFactorsProblem(rule: OpShardingRuleAttr): string | null {
  const sets = [rule.reduction, rule.needReplication, rule.permutation, rule.blockedPropagation];
  for (const set of sets) {
    const problem = factorSetProblem(set, rule.factorCount);
    if (problem !== null) return problem;
  }
  const kinds = [...rule.reduction, ...rule.needReplication, ...rule.permutation];
  if (new Set(kinds).size !== kinds.length) {
    return 'a factor can only be in one of the reduction, need replication, or permutation factor sets';
  }
  if (rule.reduction.some((factor) => rule.results.some((result) => result.hasFactor(factor)))) {
    return 'reduction factor cannot be in result mappings';
  }
  return null;
}

function factorSetProblem(set: readonly number[], factorCount: number): string | null {
  for (let i = 1; i < set.length; i++)
    if (set[i - 1]! > set[i]!) return 'indices of special factors must be sorted';
  if (new Set(set).size !== set.length) return 'indices of special factors must be unique';
  for (const factor of set) {
    if (factor < 0) return 'index must be non-negative';
    if (factor >= factorCount) return `index must be less than ${factorCount}, got: ${factor}`;
  }
  return null;
}
