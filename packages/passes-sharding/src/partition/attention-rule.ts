import {
  type AttentionRole,
  attentionCall,
  attentionRoles,
  type CustomCallOp,
} from '@shardform/dialect-stablehlo';
import type { OpShardingRuleAttr } from '@shardform/dialect-sdy';
import { shapeOf } from '@shardform/ir-core';
import { type FactorKind, NO_DIM, ShardingRuleBuilder } from '../rules/rule-builder.ts';

const whole: FactorKind = { type: 'need-replication' };

/**
 * The rule of fused attention: batches and heads are independent, several heads of queries for one of keys together. Forward and
 * without a causal mask, so are queries. Keys, depths, and queries where their positions count or gradients are summed over them, are
 * whole. `null` for other calls, and where a result that is used has other dimensions.
 */
export function attentionRule(op: CustomCallOp): OpShardingRuleAttr | null {
  const call = attentionCall(op);
  if (call === null) return null;
  const roles = attentionRoles(op, call);
  if (roles.results.some((own, i) => own === null && op.getResult(i).users().length > 0)) return null;
  const builder = new ShardingRuleBuilder(op);
  const dimsOf = (...wanted: readonly AttentionRole[]): [number[], number[]] => {
    const find = (own: readonly AttentionRole[] | null): number =>
      own?.findIndex((role) => wanted.includes(role)) ?? NO_DIM;
    return [roles.operands.map(find), roles.results.map(find)];
  };
  const { query, key, pass, isCausal } = call;
  const queryShape = shapeOf(op.getOperand(query.index).type);
  const sizeOf = (dim: number | null): number => (dim === null ? 1 : (queryShape[dim] ?? 1));
  for (const [i, dim] of query.dims.batch.entries()) builder.addFactor(...dimsOf(i), sizeOf(dim));
  const heads = sizeOf(query.dims.heads);
  const keyHeads =
    key.dims.heads === null ? 1 : (shapeOf(op.getOperand(key.index).type)[key.dims.heads] ?? 1);
  if (heads % keyHeads !== 0) return null;
  if (keyHeads > 1) builder.addFactor(...dimsOf('heads', 'kvHeads'), keyHeads);
  const isForward = pass === 'forward';
  // The gradients of a head of keys are sums over the heads of queries.
  if (heads > keyHeads) builder.addFactor(...dimsOf('heads'), heads / keyHeads, isForward ? {} : whole);
  builder.addFactor(...dimsOf('queries'), sizeOf(query.dims.sequence), isForward && !isCausal ? {} : whole);
  // Devices have all of the rest.
  const known = [...roles.operands, ...roles.results];
  const tensors = [...op.operandTypes(), ...op.resultTypes()].map(shapeOf);
  const { length: operands } = roles.operands;
  tensors.forEach((shape, index) =>
    shape.forEach((size, dim) => {
      if (size === 1 || (known[index]?.[dim] ?? null) !== null) return;
      const dims = tensors.map((_, i) => (i === index ? dim : NO_DIM));
      builder.addFactor(dims.slice(0, operands), dims.slice(operands), size, whole);
    }),
  );
  return builder.build();
}
