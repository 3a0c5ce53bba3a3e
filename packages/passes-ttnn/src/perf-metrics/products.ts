import { product, type RankedTensorType } from '@shardform/ir-core';

/** Rows, length of the sums, columns and number of the matrix products of an operation. */
export interface ProductSizes {
  readonly count: number;
  readonly rows: number;
  readonly inner: number;
  readonly columns: number;
}

/** The parts of a matrix product that say how large it is. */
export interface Product {
  readonly a: { readonly type: RankedTensorType };
  readonly result: { readonly type: RankedTensorType };
}

/** Returns the sizes of a matrix product; `null` for products with vectors. */
export function productSizes({ a, result }: Product, isTransposed: boolean): ProductSizes | null {
  if (a.type.rank < 2 || result.type.rank < 2) return null;
  const [rows, columns] = result.type.shape.slice(-2);
  const count = product(result.type.shape.slice(0, -2));
  return { count, rows: rows!, inner: a.type.shape.at(isTransposed ? -2 : -1)!, columns: columns! };
}

/** The parts of attention to a whole sequence that say how much it computes. */
export interface Attention {
  readonly query: { readonly type: RankedTensorType };
  readonly key: { readonly type: RankedTensorType };
  /** The length of a head's values. */
  readonly valueLength: number;
  readonly isCausal: boolean;
  /** The number of keys that a query sees, if not all. */
  readonly window: number | null;
}

/** The sizes of the two products of attention, and the part of them that a causal mask leaves. */
export interface AttentionSizes {
  /** Batches times heads of queries. */
  readonly count: number;
  readonly queries: number;
  readonly keys: number;
  readonly keyLength: number;
  readonly valueLength: number;
  /** True if about half of the scores are masked: a window counts what it leaves by itself. */
  readonly isHalved: boolean;
}

/** Returns the sizes of attention; `null` where queries and keys have not four dimensions. */
export function attentionSizes(attention: Attention): AttentionSizes | null {
  const { query, key, valueLength, isCausal, window } = attention;
  if (query.type.rank !== 4 || key.type.rank !== 4) return null;
  const [batch, heads, queries, keyLength] = query.type.shape;
  const length = key.type.dimSize(2);
  return {
    count: batch! * heads!,
    queries: queries!,
    keys: window === null ? length : Math.min(window, length),
    keyLength: keyLength!,
    valueLength,
    isHalved: isCausal && window === null,
  };
}
