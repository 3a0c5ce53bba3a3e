import { OpShardingRuleAttr } from '@shardform/dialect-sdy';
import {
  customCallConfig,
  type CustomCallOp,
  isRaggedAllToAll,
  LINEAR_ALGEBRA_CALLS,
} from '@shardform/dialect-stablehlo';
import { DictionaryAttr, IntegerAttr, type Operation, shapeOf, StringAttr } from '@shardform/ir-core';
import { pointwiseRule } from '../rules/pointwise.ts';
import { type FactorKind, NO_DIM, ShardingRuleBuilder } from '../rules/rule-builder.ts';
import { attachedShardingRule } from '../rules/sharding-rule.ts';
import { attentionRule } from './attention-rule.ts';

const whole: FactorKind = { type: 'need-replication' };

/** Returns a rule by which everything is on every device. */
export function wholeRule(op: Operation): OpShardingRuleAttr {
  return ruleWithShared(op, []);
}

/** A rule by which the dimensions of all tensors but scalars that `shared` lists correspond; all others are whole. */
function ruleWithShared(op: Operation, shared: readonly number[]): OpShardingRuleAttr {
  const builder = new ShardingRuleBuilder(op);
  const operands = op.operandTypes().map(shapeOf);
  const results = op.resultTypes().map(shapeOf);
  const tensors = [...operands, ...results];
  const at = (index: number, dim: number): number[] => tensors.map((_, i) => (i === index ? dim : NO_DIM));
  for (const dim of shared) {
    const sizes = new Set(tensors.filter((shape) => shape.length > 0).map((shape) => shape[dim]));
    const [size] = sizes;
    if (sizes.size === 1 && size !== undefined) builder.addFactorToAll(dim, size);
  }
  tensors.forEach((shape, index) =>
    shape.forEach((size, dim) => {
      if (shared.includes(dim)) return;
      const dims = at(index, dim);
      builder.addFactor(dims.slice(0, operands.length), dims.slice(operands.length), size, whole);
    }),
  );
  return builder.build();
}

/** Elementwise calls, and calls that are only hints to a compiler. */
const POINTWISE: ReadonlySet<string> = new Set([
  'annotate_device_placement',
  'cu_threefry2x32',
  'cu_threefry2x32_ffi',
  'hip_threefry2x32',
  'hip_threefry2x32_ffi',
  'InspectSharding',
  'LayoutConstraint',
  'mhlo.erf',
  'MoveToDevice',
  'MoveToHost',
  'Sharding',
  'X64Combine',
  'X64SplitHigh',
  'X64SplitLow',
  'xla.sdy.FuncResultSharding',
]);

/** Returns the number of batch dimensions of a call: JAX writes it, else all but those of the matrices. */
function batchRank(op: CustomCallOp): number {
  const attributes = op.getAttr('mhlo.frontend_attributes');
  const written = attributes instanceof DictionaryAttr ? attributes.get('num_batch_dims') : null;
  if (written instanceof StringAttr && /^\d+$/.test(written.value)) return Number(written.value);
  const ranks = [...op.operandTypes(), ...op.resultTypes()].map((type) => shapeOf(type).length);
  return Math.max(0, Math.max(...ranks) - 2);
}

/** The dimension that a search for the largest elements goes along, or `null` for other calls. */
function searchedDim(op: CustomCallOp): number | null {
  const rank = shapeOf(op.getOperand(0).type).length;
  const target = op.callTargetName.value;
  if (target === 'mhlo.topk' || target === 'TopK' || target === '__gpu$TopK') return rank - 1;
  if (target !== 'ApproxTopK' && target !== 'PartialReduce') return null;
  const dim = customCallConfig(op)?.get('reduction_dim');
  return dim instanceof IntegerAttr ? dim.number : rank - 1;
}

/**
 * A user-defined rule of which only pass-through factors that go from an operand to all results may be split: devices call the target with
 * their shards, and a result without the factor would be that of a shard.
 */
function splitByOwnRule(op: CustomCallOp): OpShardingRuleAttr {
  const rule = attachedShardingRule(op);
  if (rule === null) return wholeRule(op);
  const results = rule.results.filter(({ rank }) => rank > 0);
  const isKept = (factor: number): boolean =>
    rule.isPassThrough(factor) &&
    results.length > 0 &&
    results.every((result) => result.hasFactor(factor)) &&
    rule.operands.some((operand) => operand.hasFactor(factor));
  const needReplication = upTo(rule.factorSizes.length).filter((factor) => !isKept(factor));
  return OpShardingRuleAttr.get(rule.factorSizes, rule.operands, rule.results, { needReplication });
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

/**
 * Returns the sharding rule of a custom call when each device calls the target with its shards. Stricter than the rules
 * for propagation: there a dimension of a matrix may take a sharding from another one, here it needs replication.
 * Unknown targets get replicated tensors, except for factors of an attached rule that all results have.
 */
export function customCallPartitionRule(op: CustomCallOp): OpShardingRuleAttr {
  const target = op.callTargetName.value;
  if (POINTWISE.has(target)) return pointwiseRule(op) ?? wholeRule(op);
  const searched = searchedDim(op);
  if (searched !== null) {
    const rank = shapeOf(op.getOperand(0).type).length;
    return ruleWithShared(
      op,
      upTo(rank).filter((dim) => dim !== searched),
    );
  }
  if (LINEAR_ALGEBRA_CALLS.test(target)) return ruleWithShared(op, upTo(batchRank(op)));
  const attention = attentionRule(op);
  if (attention !== null && attachedShardingRule(op) === null) return attention;
  // Slices are of the first dimension.
  if (isRaggedAllToAll(op)) return raggedRule(op);
  return splitByOwnRule(op);
}

/** Devices exchange slices of the first dimension; all others are of what is sent, of what is kept and of the result. */
function raggedRule(op: CustomCallOp): OpShardingRuleAttr {
  const builder = new ShardingRuleBuilder(op);
  const [sent] = op.operandTypes().map(shapeOf);
  const counts = [NO_DIM, NO_DIM, NO_DIM, NO_DIM];
  sent!.forEach((size, dim) => {
    if (dim > 0) builder.addFactor([dim, dim, ...counts], [dim], size);
  });
  return builder.build();
}

/** Returns whether the semantics of a call are known, so that its operands are not replicated conservatively. */
export function isKnownCustomCall(op: CustomCallOp): boolean {
  const target = op.callTargetName.value;
  return (
    POINTWISE.has(target) ||
    LINEAR_ALGEBRA_CALLS.test(target) ||
    searchedDim(op) !== null ||
    isRaggedAllToAll(op) ||
    attentionRule(op) !== null
  );
}
