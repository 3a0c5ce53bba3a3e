import { boolAttr, f32, FloatAttr, pattern, type Tensor } from '@shardform/ir-core';
import {
  AddOp,
  BroadcastOp,
  DivOp,
  MatmulOp,
  MultiplyOp,
  PermuteOp,
  RepeatInterleaveOp,
  ScaledDotProductAttentionOp,
  SoftmaxOp,
  tensorOf,
} from '@shardform/dialect-ttir';
import { eitherWay, lookThrough, numberOf } from './values.ts';

/** A tensor that is perhaps multiplied by a number. */
interface Scaled {
  readonly value: Tensor;
  /** `null` where it is not. */
  readonly scale: number | null;
}

function scaled(value: Tensor): Scaled {
  const op = value.definingOp;
  if (op instanceof DivOp) {
    const number = numberOf(op.rhs);
    if (number !== null) return { value: op.lhs, scale: 1 / number };
  }
  if (op instanceof MultiplyOp)
    for (const [own, other] of eitherWay(op)) {
      const number = numberOf(other);
      if (number !== null) return { value: own, scale: number };
    }
  return { value, scale: null };
}

/** The products of queries with keys, with a mask that is added to them. */
interface Scores {
  readonly query: Tensor;
  /** As the library takes it: a row for each key. */
  readonly key: Tensor;
  readonly mask: Tensor | null;
  readonly scale: number;
}

function scoresOf(value: Tensor): Scores | null {
  const sum = value.definingOp;
  const splits = sum instanceof AddOp ? eitherWay(sum) : ([[value, null]] as const);
  for (const [products, added] of splits) {
    const after = scaled(products);
    const product = after.value.definingOp;
    if (!(product instanceof MatmulOp) || product.transposeA?.value === 1n) continue;
    const rows = keyOf(product);
    if (rows === null) continue;
    const [query, key] = [scaled(product.a), scaled(rows)];
    const scales = [after, query, key].flatMap(({ scale }) => (scale === null ? [] : [scale]));
    // Of several factors it is not known which one is the library's.
    if (scales.length > 1) continue;
    const mask = added === null ? null : tensorOf(lookThrough(added, BroadcastOp));
    return { query: query.value, key: key.value, mask, scale: scales[0] ?? 1 };
  }
  return null;
}

/** The tensor that a product takes transposed; `null` for one that it takes as it is. */
function keyOf({ b, transposeB }: MatmulOp): Tensor | null {
  const op = b.definingOp;
  if (transposeB?.value === 1n) return b;
  const isSwapped = op instanceof PermuteOp && op.permutation.numbers().join() === '0,1,3,2';
  return isSwapped ? op.input : null;
}

/** Heads of keys and values that several heads of queries share are repeated by the library itself. */
function withoutRepeats(value: Tensor): Tensor {
  const op = value.definingOp;
  return op instanceof RepeatInterleaveOp && op.dim.number === 1 ? op.input : value;
}

/** Returns true if the library takes a mask: one for each pair of a query and a key. */
function isMask(mask: Tensor, scores: Tensor): boolean {
  const [own, all] = [mask.type.shape, scores.type.shape];
  return (
    own.length === 4 &&
    own.every((size, d) => size === all[d] || (d < 2 && size === 1)) &&
    mask.type.elementType === scores.type.elementType
  );
}

/** `softmax(query * key^T * scale + mask) * value`. */
export const attention = pattern(MatmulOp, 'ttir-fuse-attention', (op, rewriter) => {
  const weights = op.a.definingOp;
  const flags = [op.transposeA, op.transposeB].some((flag) => flag?.value === 1n);
  if (flags || !(weights instanceof SoftmaxOp) || !weights.result.hasOneUse) return false;
  const { rank } = op.result.type;
  if (rank !== 4 || (weights.dimension.number !== 3 && weights.dimension.number !== -1)) return false;
  const scores = scoresOf(weights.input);
  if (scores === null) return false;
  const { query, mask: attentionMask } = scores;
  const [key, value] = [withoutRepeats(scores.key), withoutRepeats(op.b)];
  if (query.type !== op.result.type || key.type !== value.type) return false;
  if (attentionMask !== null && !isMask(attentionMask, weights.input)) return false;
  const args = {
    ...{ query, key, value, attentionMask },
    isCausal: boolAttr(false),
    scale: FloatAttr.get(scores.scale, f32),
  };
  rewriter.replaceOpWith(op, ScaledDotProductAttentionOp, args, op.resultTypes());
  return true;
});
