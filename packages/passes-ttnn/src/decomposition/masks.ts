import { f32, IntegerAttr, type RankedTensorType, type Tensor } from '@shardform/ir-core';
import { si64 } from '@shardform/dialect-ttir';
import {
  ArangeOp,
  changedTensor,
  GreaterEqualOp,
  GreaterThanOp,
  LessThanOp,
  SubtractOp,
  type TensorBuilder,
  TypecastOp,
  WhereOp,
} from '@shardform/dialect-ttnn';

/** Numbers from zero to before `length` along one of four dimensions. */
export function counting(maker: TensorBuilder, length: number, axis: number, like: RankedTensorType): Tensor {
  const [start, end, step] = [0, length, 1].map((value) => IntegerAttr.get(value, si64));
  const args = { device: maker.device(), start: start!, end: end!, step: step! };
  const numbers = maker.make(ArangeOp, args, changedTensor(like, { shape: [length] }));
  return maker.reshape(numbers, [1, 1, 1, 1].with(axis, length));
}

/** One tensor where a condition holds, another elsewhere. */
export function choice(
  maker: TensorBuilder,
  first: Tensor,
  second: Tensor,
  third: Tensor,
  type: RankedTensorType,
): Tensor {
  return maker.make(WhereOp, { first, second, third }, type);
}

/** Minus infinity where a query must not look at a key, zero elsewhere: keys after it are hidden. */
export function causalMask(maker: TensorBuilder, like: RankedTensorType, shape: readonly number[]): Tensor {
  const single = changedTensor(like, { elementType: f32 });
  // Masks have four dimensions.
  const [queries, keys] = shape.slice(2) as [number, number];
  const query = counting(maker, queries, 2, single);
  const key = counting(maker, keys, 3, single);
  const type = changedTensor(single, { shape });
  const isHidden = maker.binary(GreaterThanOp, key, query, type);
  const zeros = maker.full(0, type);
  const hidden = maker.full(-Infinity, type);
  const mask = choice(maker, isHidden, hidden, zeros, type);
  return maker.make(TypecastOp, { input: mask }, changedTensor(like, { shape }));
}

/** Like {@link causalMask} for keys outside of a window: before the query when causal, around it otherwise. */
export function windowMask(
  maker: TensorBuilder,
  like: RankedTensorType,
  shape: readonly number[],
  { size, isCausal }: { readonly size: number; readonly isCausal: boolean },
): Tensor {
  const single = changedTensor(like, { elementType: f32 });
  // Masks have four dimensions.
  const [queries, keys] = shape.slice(2) as [number, number];
  const type = changedTensor(single, { shape });
  const query = counting(maker, queries, 2, single);
  const key = counting(maker, keys, 3, single);
  const distance = maker.binary(SubtractOp, query, key, type);
  const zeros = maker.full(0, type);
  const hidden = maker.full(-Infinity, type);
  const half = Math.floor(size / 2);
  const isBelow = isCausal
    ? maker.binary(LessThanOp, distance, zeros)
    : maker.binary(LessThanOp, distance, maker.full(-half, type));
  const isAbove = isCausal
    ? maker.binary(GreaterEqualOp, distance, maker.full(size, type))
    : maker.binary(GreaterThanOp, distance, maker.full(half, type));
  const inner = choice(maker, isAbove, hidden, zeros, type);
  const mask = choice(maker, isBelow, hidden, inner, type);
  return maker.make(TypecastOp, { input: mask }, changedTensor(like, { shape }));
}
