import { boolAttr, i64, IntegerAttr, pattern, type Tensor } from '@shardform/ir-core';
import {
  ArangeOp,
  GreaterEqualOp,
  ScaledDotProductAttentionOp,
  si32,
  si64,
  SoftmaxOp,
  WhereOp,
} from '@shardform/dialect-ttir';
import { Arithmetic } from './arithmetic.ts';

/** Zero where the query comes after the key or with it, and minus infinity elsewhere. */
function causalMask(scores: Tensor, make: Arithmetic): Tensor {
  // Verified: attention has four dimensions.
  const [, , queries, keys] = scores.type.shape as readonly [number, number, number, number];
  const type = scores.type.withShape([1, 1, queries, keys]);
  const count = (dim: number): Tensor =>
    make.builder.create(
      ArangeOp,
      {
        start: IntegerAttr.get(0, si64),
        end: IntegerAttr.get(type.dimSize(dim), si64),
        step: IntegerAttr.get(1, si64),
        arangeDimension: IntegerAttr.get(dim, i64),
      },
      [type],
    ).result;
  const first = make.builder.create(GreaterEqualOp, { lhs: count(2), rhs: count(3) }, [type]).result;
  const second = make.full(type, 0);
  const third = make.full(type, -Infinity);
  return make.builder.create(WhereOp, { first, second, third }, [type]).result;
}

/** The softmax of scaled products of queries and keys, times the values. Groups of queries may share their keys. */
export const attention = pattern(
  ScaledDotProductAttentionOp,
  'ttir-decompose-attention',
  (op, rewriter) => {
    if (op.slidingWindowSize !== null || op.attentionSink !== null) return false;
    const make = new Arithmetic(rewriter);
    const { query, key, value, attentionMask } = op;
    // Verified: attention has four dimensions.
    const [batch, heads, queries, size] = query.type.shape as readonly [number, number, number, number];
    const [, keyHeads, keys] = key.type.shape as readonly [number, number, number, number];
    const isGrouped = heads !== keyHeads;
    // Queries that share keys lie behind each other: no copies of the keys are made.
    const grouped = (x: Tensor, last: number): Tensor =>
      isGrouped ? make.reshape(x, [batch, keyHeads, (heads / keyHeads) * queries, last]) : x;
    const apart = (x: Tensor, last: number): Tensor =>
      isGrouped ? make.reshape(x, [batch, heads, queries, last]) : x;
    const columns = grouped(query, size);
    const products = make.matmul(columns, make.permute(key, [0, 1, 3, 2]));
    let scores = apart(products, keys);
    const scale = op.scale?.value ?? Math.fround(1 / Math.sqrt(size));
    scores = make.binary('multiply', scores, make.full(scores.type, scale));
    if (attentionMask !== null) scores = make.binary('add', scores, attentionMask);
    if (op.isCausal?.value === 1n) scores = make.binary('add', scores, causalMask(scores, make));
    const settings = { dimension: IntegerAttr.get(3, si32), numericStable: boolAttr(true) };
    const weights = make.builder.create(SoftmaxOp, { input: scores, ...settings }, [scores.type]).result;
    rewriter.replaceOp(op, [apart(make.matmul(grouped(weights, keys), value), value.type.dimSize(3))]);
    return true;
  },
  { benefit: 2 },
);
