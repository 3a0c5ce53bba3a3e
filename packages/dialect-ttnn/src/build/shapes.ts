import {
  type Builder,
  DenseArrayAttr,
  f32,
  FloatAttr,
  i64,
  type RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import { i32Array } from '@shardform/dialect-ttir';
import { boolAttr, i32 } from '@shardform/ir-core';
import { changedTensor } from '../attrs/make-layout.ts';
import { PadOp, PermuteOp, RepeatOp, ReshapeOp, SliceStaticOp } from '../ops/shape-ops.ts';
import { ShapeAttr } from '../attrs/shape-attrs.ts';

/** A value that is a tensor. */
export type Tensor = Value<RankedTensorType>;

/** What makes operations: a builder or the rewriter of a pattern. */
export type Maker = Pick<Builder, 'create'>;

/** The elements under another shape, in a layout of the same kind. */
export function reshaped(builder: Maker, input: Tensor, shape: readonly number[]): Tensor {
  const type = changedTensor(input.type, { shape });
  return builder.create(ReshapeOp, { input, shape: i32Array(shape) }, [type]).result;
}

/** Dimension `i` of the result is dimension `permutation[i]` of the tensor. */
export function permuted(builder: Maker, input: Tensor, permutation: readonly number[]): Tensor {
  const type = changedTensor(input.type, { shape: permutation.map((dim) => input.type.shape[dim]!) });
  const args = { input, permutation: DenseArrayAttr.get(i64, permutation) };
  return builder.create(PermuteOp, args, [type]).result;
}

/** Adds a number around a tensor: how many before and after, per dimension. */
export function padded(
  builder: Maker,
  input: Tensor,
  padding: readonly number[],
  { value = 0, useMulticore = true }: { readonly value?: number; readonly useMulticore?: boolean } = {},
): Tensor {
  const shape = input.type.shape.map((size, d) => size + padding[2 * d]! + padding[2 * d + 1]!);
  const args = {
    input,
    padding: DenseArrayAttr.get(i32, padding),
    value: FloatAttr.get(value, f32),
    useMulticore: boolAttr(useMulticore),
  };
  return builder.create(PadOp, args, [changedTensor(input.type, { shape })]).result;
}

/** Adds zeros at the end of one dimension until it has `size` elements. */
export function paddedTo(
  builder: Maker,
  input: Tensor,
  dim: number,
  size: number,
  useMulticore = true,
): Tensor {
  const { shape } = input.type;
  const padding = shape.flatMap((old, d) => [0, d === dim ? size - old : 0]);
  return padded(builder, input, padding, { useMulticore });
}

/** A rectangular part without steps. */
export function sliced(
  builder: Maker,
  input: Tensor,
  begins: readonly number[],
  ends: readonly number[],
  type: RankedTensorType = changedTensor(input.type, { shape: ends.map((end, d) => end - begins[d]!) }),
): Tensor {
  const step = i32Array(begins.map(() => 1));
  const args = { input, begins: i32Array(begins), ends: i32Array(ends), step };
  return builder.create(SliceStaticOp, args, [type]).result;
}

/** Repeats dimensions of size one until the tensor has the shape. */
export function repeatedTo(builder: Maker, input: Tensor, shape: readonly number[]): Tensor {
  const repeatDims = ShapeAttr.get(shape.map((size, d) => (input.type.shape[d] === size ? 1 : size)));
  return builder.create(RepeatOp, { input, repeatDims }, [changedTensor(input.type, { shape })]).result;
}

/** The next multiple that is not smaller. */
export function roundedUp(size: number, unit: number): number {
  return Math.ceil(size / unit) * unit;
}
