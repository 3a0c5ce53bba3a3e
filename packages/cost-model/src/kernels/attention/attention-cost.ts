import { type Operation, product, shapeOf } from '@shardform/ir-core';
import type { AttentionCall, AttentionOperand, AttentionPass } from '@shardform/dialect-stablehlo';

/** The sizes of attention, of the operands as they are: those of one device in its program. */
export interface AttentionSizes {
  readonly batch: number;
  readonly heads: number;
  readonly kvHeads: number;
  readonly queries: number;
  readonly keys: number;
  /** Of a query and a key. */
  readonly depth: number;
  readonly valueDepth: number;
}

/** Returns the sizes of a call's operands. */
export function attentionSizes(op: Operation, { query, key, value }: AttentionCall): AttentionSizes {
  const size = ({ index }: AttentionOperand, dim: number | null): number =>
    dim === null ? 1 : shapeOf(op.getOperand(index).type)[dim];
  return {
    batch: product(query.dims.batch.map((dim) => size(query, dim))),
    heads: size(query, query.dims.heads),
    kvHeads: size(key, key.dims.heads),
    queries: size(query, query.dims.sequence),
    keys: size(key, key.dims.sequence),
    depth: size(query, query.dims.depth),
    valueDepth: size(value, value.dims.depth),
  };
}

/**
 * Products of the matrix of scores, by the depth of queries and keys and by that of values. Forward, the scores are a product over
 * the first and the result one over the second; backward, the scores and the gradients of queries and keys take the first, those of
 * probabilities and values the second.
 */
const PRODUCTS: Readonly<Record<AttentionPass, readonly [byDepth: number, byValueDepth: number]>> = {
  forward: [1, 1],
  backward: [3, 2],
  'backward-keys': [2, 2],
  'backward-queries': [2, 1],
};

/** Returns the floating-point operations of attention's products; those of softmax are not counted, as is usual. */
export function attentionFlops(
  pass: AttentionPass,
  { batch, heads, queries, keys, depth, valueDepth }: AttentionSizes,
  { isCausal, isDealt = false, window }: Pick<AttentionCall, 'isCausal' | 'isDealt' | 'window'>,
): number {
  const [byDepth, byValueDepth] = PRODUCTS[pass];
  const all = queries * keys;
  const pairs = isDealt ? all / 2 : isCausal ? causalPairs(queries, keys, window) : all;
  return 2 * batch * heads * pairs * (byDepth * depth + byValueDepth * valueDepth);
}

/**
 * Returns the pairs of a query and a key that causal attention computes: query `i` sees the keys up to `i`, of these the last
 * `window`.
 */
export function causalPairs(queries: number, keys: number, window: number | null): number {
  const all = triangle(queries, keys);
  return window === null ? all : all - triangle(queries - window, keys);
}

/** The sum of `min(i, keys)` for `i` from 1 to `queries`. */
function triangle(queries: number, keys: number): number {
  const rising = Math.max(0, Math.min(queries, keys));
  return (rising * (rising + 1)) / 2 + Math.max(0, queries - keys) * keys;
}
