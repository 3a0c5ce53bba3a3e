import {
  ArrayAttr,
  boolAttr,
  type Builder,
  type CreatableOp,
  DenseArrayAttr,
  f32,
  FloatAttr,
  i32,
  i64,
  type Operation,
  type OpResult,
  type RankedTensorType,
  type Tensor,
  type Value,
  zip,
} from '@shardform/ir-core';
import { i32Array } from '@shardform/dialect-ttir';
import { changedTensor } from '../attrs/make-layout.ts';
import { ShapeAttr } from '../attrs/shape-attrs.ts';
import { openedDevice } from '../opened-device.ts';
import { FullOp } from '../ops/creation-ops.ts';
import { MatmulOp } from '../ops/matmul-ops.ts';
import { MeanOp } from '../ops/reduction-ops.ts';
import { PadOp, PermuteOp, RepeatOp, ReshapeOp, SliceStaticOp } from '../ops/shape-ops.ts';
import type { DeviceType } from '../types/device-type.ts';

type Made = Operation & { readonly result: OpResult<RankedTensorType> };

const none = ArrayAttr.get([]);

/** The attributes of a binary operation that applies no functions to operands and result. */
export const noActivations = {
  activations: none,
  inputTensorAActivations: none,
  inputTensorBActivations: none,
};

type Binary = CreatableOp<{ readonly lhs: Tensor; readonly rhs: Tensor } & typeof noActivations, Made>;

/** A builder, or the rewriter of a pattern. */
type Inserter = Pick<Builder, 'atSavedPoint' | 'create' | 'insertionPoint' | 'setInsertionPointToStart'>;

/**
 * Creates operations with the types that follow from their operands, in layouts of the same kind, where a builder or
 * the rewriter of a pattern stands.
 */
export class TensorBuilder {
  readonly #builder: Inserter;

  constructor(builder: Inserter) {
    this.#builder = builder;
  }

  /** The opened devices of the function that is built in. @throws outside of functions. */
  device(): Value<DeviceType> {
    const around = this.#builder.insertionPoint?.block.parentOp;
    if (!around) throw new Error('no function to open devices in');
    return openedDevice(around, this.#builder);
  }

  make<A>(opClass: CreatableOp<A, Made>, args: NoInfer<A>, type: RankedTensorType): Tensor {
    return this.#builder.create(opClass, args, [type]).result;
  }

  /** @param type that of the left operand unless given. */
  binary(opClass: Binary, lhs: Tensor, rhs: Tensor, type: RankedTensorType = lhs.type): Tensor {
    return this.make(opClass, { lhs, rhs, ...noActivations }, type);
  }

  /** A tensor of one number. */
  full(value: number, type: RankedTensorType): Tensor {
    const shape = ShapeAttr.get({ shape: type.shape });
    return this.make(FullOp, { device: this.device(), shape, fillValue: FloatAttr.get(value, f32) }, type);
  }

  /** The mean over dimensions, which stay with size one. */
  mean(input: Tensor, dims: readonly number[]): Tensor {
    const shape = input.type.shape.map((size, d) => (dims.includes(d) ? 1 : size));
    const args = { input, keepDim: boolAttr(true), dimArg: i32Array(dims) };
    return this.make(MeanOp, args, changedTensor(input.type, { shape }));
  }

  /** The product of matrices. @param like what the result has beside its shape. */
  matmul(a: Tensor, b: Tensor, like: RankedTensorType): Tensor {
    const shape = [...a.type.shape.slice(0, -1), b.type.dimSize(-1)];
    return this.make(MatmulOp, { a, b }, changedTensor(like, { shape }));
  }

  reshape(input: Tensor, shape: readonly number[]): Tensor {
    return this.make(ReshapeOp, { input, shape: i32Array(shape) }, changedTensor(input.type, { shape }));
  }

  /** Dimension `i` of the result is dimension `permutation[i]` of the tensor. */
  permute(input: Tensor, permutation: readonly number[]): Tensor {
    const shape = permutation.map((dim) => input.type.dimSize(dim));
    const args = { input, permutation: DenseArrayAttr.get(i64, permutation) };
    return this.make(PermuteOp, args, changedTensor(input.type, { shape }));
  }

  /** Adds a number around a tensor: how many before and after, per dimension. */
  pad(
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
    return this.make(PadOp, args, changedTensor(input.type, { shape }));
  }

  /** Adds zeros at the end of one dimension until it has `size` elements. */
  padTo(input: Tensor, dim: number, size: number, useMulticore = true): Tensor {
    const padding = input.type.shape.flatMap((old, d) => [0, d === dim ? size - old : 0]);
    return this.pad(input, padding, { useMulticore });
  }

  /** Takes a slice with stride one. */
  slice(
    input: Tensor,
    begins: readonly number[],
    ends: readonly number[],
    type: RankedTensorType = changedTensor(input.type, {
      shape: zip(ends, begins).map(([end, begin]) => end - begin),
    }),
  ): Tensor {
    const step = i32Array(begins.map(() => 1));
    return this.make(SliceStaticOp, { input, begins: i32Array(begins), ends: i32Array(ends), step }, type);
  }

  /** Repeats dimensions of size one until the tensor has the shape. */
  repeatTo(input: Tensor, shape: readonly number[]): Tensor {
    const repeatDims = ShapeAttr.get({
      shape: shape.map((size, d) => (input.type.shape[d] === size ? 1 : size)),
    });
    return this.make(RepeatOp, { input, repeatDims }, changedTensor(input.type, { shape }));
  }
}

/** Returns the next multiple that is not smaller. */
export function roundedUp(size: number, unit: number): number {
  return Math.ceil(size / unit) * unit;
}
