import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import type { InterfaceImplementation } from '@shardform/ir-core';
import {
  arrayOf,
  binary,
  convert,
  ExecutionError,
  filled,
  type NdArray,
  reshape,
  transpose,
} from '@shardform/runtime-sim';
import { asResult, spread } from '../result.ts';
import { both } from './both.ts';
import { matmul } from './contraction-ops.ts';
import { softmax } from './normalization-ops.ts';

/** Minus infinity where keys come after the query. */
function causalMask(queries: number, keys: number): NdArray {
  const values = Array.from({ length: queries * keys }, (_, i) =>
    i % keys > Math.floor(i / keys) ? -Infinity : 0,
  );
  return arrayOf('f32', [1, 1, queries, keys], values);
}

/** Heads of keys and values that serve several heads of queries, one after the other. */
function perHead(x: NdArray, heads: number): NdArray {
  // Verified: heads have four dimensions.
  const [batch, own, length, size] = x.shape as readonly [number, number, number, number];
  if (own === heads) return x;
  const apart = reshape(x, [batch, own, 1, length, size]);
  return reshape(spread(apart, [batch, own, heads / own, length, size]), [batch, heads, length, size]);
}

type Attention = ttir.ScaledDotProductAttentionOp | ttnn.ScaledDotProductAttentionOp;

/**
 * Sums of values weighted by how alike their keys are to the query: batch x heads x length x size.
 *
 * @throws ExecutionError for sliding windows and sinks, which have no kernel here.
 */
function attention(op: Attention, [query, key, value, mask]: readonly NdArray[]): NdArray {
  if (op.slidingWindowSize !== null || op.attentionSink !== null)
    throw new ExecutionError(op, `'${op.name}' op with a sliding window or a sink has no kernel here`);
  // Verified: attention has four dimensions.
  const [, heads, queries, size] = query.shape as readonly [number, number, number, number];
  const keys = transpose(perHead(key, heads), [0, 1, 3, 2]);
  const products = matmul(query, keys);
  const scale = filled(products.kind, products.shape, op.scale?.value ?? 1 / Math.sqrt(size));
  let scores = binary('multiply', products, scale);
  const added = (values: NdArray): NdArray =>
    binary('add', scores, spread(convert(values, scores.kind), scores.shape));
  if (op.attentionMask !== null) scores = added(mask);
  if (op.isCausal?.value === 1n) scores = added(causalMask(queries, key.shape[2]));
  return matmul(softmax(scores, -1), perHead(value, heads));
}

/** Attention, formed in f32. */
export const attentionInterpreters: readonly InterfaceImplementation[] = both(
  ttir.ScaledDotProductAttentionOp,
  ttnn.ScaledDotProductAttentionOp,
  (op) => (inputs) => [asResult(op, attention(op, inputs))],
);
