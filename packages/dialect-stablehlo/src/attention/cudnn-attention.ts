import type * as hlo from '../ops/index.ts';
import { lastOf } from '@shardform/ir-core';
import type { AttentionCall } from './attention-call.ts';
import { type AttentionDims, dimsOfLayout } from './attention-dims.ts';
import { operandShape } from './attention-operands.ts';
import { fieldsOf, jsonConfig } from './call-attributes.ts';

/**
 * Returns the attention of a call of cuDNN, as XLA for GPUs writes it: the products of its configuration say which dimensions are
 * batches and heads. Forward, queries are on the left of the first product; backward, on the right of the one that gives the
 * gradient of keys. `null` for other calls.
 */
export function cudnnAttention(op: hlo.CustomCallOp): AttentionCall | null {
  const target = op.callTargetName.value;
  if (!target.startsWith('__cudnn$fmha')) return null;
  const config = fieldsOf(fieldsOf(jsonConfig(op)).cudnn_fmha_backend_config);
  const isBackward = target.includes('Backward');
  const rank = (index: number): number => operandShape(op, index).length;
  const [query, key, value] = isBackward
    ? [
        dimsOf(config.bmm1_grad_gemm1_dot_dimension_numbers, 'rhs', 'sequence', rank(0)),
        dimsOf(config.bmm1_grad_gemm2_dot_dimension_numbers, 'rhs', 'sequence', rank(1)),
        dimsOf(config.bmm2_grad_gemm2_dot_dimension_numbers, 'rhs', 'depth', rank(2)),
      ]
    : [
        dimsOf(config.bmm1_dot_dimension_numbers, 'lhs', 'depth', rank(0)),
        dimsOf(config.bmm1_dot_dimension_numbers, 'rhs', 'depth', rank(1)),
        dimsOf(config.bmm2_dot_dimension_numbers, 'rhs', 'sequence', rank(2)),
      ];
  if (query == null || key == null || value == null) return null;
  const window = Number(config.sliding_window_length ?? 0);
  return {
    pass: isBackward ? 'backward' : 'forward',
    query: { index: 0, dims: query },
    key: { index: 1, dims: key },
    value: { index: 2, dims: value },
    isCausal: String(config.mask_type).endsWith('CAUSAL'),
    ...(op.getAttr('shardform.dealt') === null ? {} : { isDealt: true }),
    window: window > 0 ? window : null,
  };
}

/** The dimensions of an operand of a product, in the layout of JAX where the configuration says nothing. */
function dimsOf(
  numbers: unknown,
  side: 'lhs' | 'rhs',
  contracted: 'sequence' | 'depth',
  rank: number,
): AttentionDims | null {
  if (rank < 3) return null;
  if (numbers === undefined) return rank === 4 ? dimsOfLayout('bshd') : null;
  const fields = fieldsOf(numbers);
  const batches = numberList(fields[`${side}_batch_dimensions`]);
  const contracting = numberList(fields[`${side}_contracting_dimensions`]);
  const all = new Set([...batches, ...contracting]);
  const others = Array.from({ length: rank }, (_, dim) => dim).filter((dim) => !all.has(dim));
  const [[first, ...more], [other, ...free]] = [contracting, others];
  if (first === undefined || other === undefined || batches.length === 0) return null;
  if (more.length > 0 || free.length > 0) return null;
  return {
    batch: batches.length > 1 ? batches.slice(0, -1) : batches,
    heads: batches.length > 1 ? lastOf(batches) : null,
    ...(contracted === 'sequence' ? { sequence: first, depth: other } : { sequence: other, depth: first }),
  };
}

/** Numbers in JSON of protobuf, which has them as strings. */
function numberList(json: unknown): readonly number[] {
  return Array.isArray(json) ? json.map(Number) : [];
}
