import type * as hlo from '@shardform/dialect-stablehlo';
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
  const ranks = [0, 1, 2].map((i) => operandShape(op, i).length);
  const dims = isBackward
    ? [
        dimsOf(config.bmm1_grad_gemm1_dot_dimension_numbers, 'rhs', 'sequence', ranks[0]),
        dimsOf(config.bmm1_grad_gemm2_dot_dimension_numbers, 'rhs', 'sequence', ranks[1]),
        dimsOf(config.bmm2_grad_gemm2_dot_dimension_numbers, 'rhs', 'depth', ranks[2]),
      ]
    : [
        dimsOf(config.bmm1_dot_dimension_numbers, 'lhs', 'depth', ranks[0]),
        dimsOf(config.bmm1_dot_dimension_numbers, 'rhs', 'depth', ranks[1]),
        dimsOf(config.bmm2_dot_dimension_numbers, 'rhs', 'sequence', ranks[2]),
      ];
  const [query, key, value] = dims;
  if (query === null || key === null || value === null) return null;
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
  if (contracting.length !== 1 || others.length !== 1 || batches.length === 0) return null;
  const [first, other] = [contracting[0], others[0]];
  return {
    batch: batches.length > 1 ? batches.slice(0, -1) : batches,
    heads: batches.length > 1 ? batches[batches.length - 1] : null,
    ...(contracted === 'sequence' ? { sequence: first, depth: other } : { sequence: other, depth: first }),
  };
}

/** Numbers in JSON of protobuf, which has them as strings. */
function numberList(json: unknown): readonly number[] {
  return Array.isArray(json) ? json.map(Number) : [];
}
