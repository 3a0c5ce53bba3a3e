import {
  boolAttr,
  type Builder,
  DenseArrayAttr,
  DenseElementsAttr,
  i32,
  i64,
  IntegerAttr,
  type RankedTensorType,
  type Tensor,
  type Type,
  type Value,
  zip,
} from '@shardform/ir-core';
import { i32Array, si32, tensorType } from './constraints.ts';
import { BroadcastOp, ConcatOp, PermuteOp, ReshapeOp } from './ops/shape-ops.ts';
import { SliceStaticOp } from './ops/slice-ops.ts';
import { TypecastOp } from './ops/unary-ops.ts';
import { ConstantOp } from './ops/creation-ops.ts';

/** Returns the value as a tensor. @throws where it is none. */
export function tensorOf(value: Value): Tensor {
  tensorType(value.type);
  // The line above has checked the type.
  return value as Tensor;
}

/** Creates operations that move elements, with the types that follow from their operands. */
export class TensorBuilder {
  readonly #builder: Pick<Builder, 'create'>;

  constructor(builder: Pick<Builder, 'create'>) {
    this.#builder = builder;
  }

  permute(input: Tensor, order: readonly number[]): Tensor {
    const type = input.type.withShape(order.map((dim) => input.type.dimSize(dim)));
    return this.#builder.create(PermuteOp, { input, permutation: DenseArrayAttr.get(i64, order) }, [type])
      .result;
  }

  /** Permutes the dimensions, unless they are in that order. */
  reorder(input: Tensor, order: readonly number[]): Tensor {
    return order.every((dim, i) => dim === i) ? input : this.permute(input, order);
  }

  /** Brings dimensions with the labels `from` into the order of the labels `to`. */
  relabel(input: Tensor, from: readonly string[], to: readonly string[]): Tensor {
    return this.permute(
      input,
      to.map((label) => from.indexOf(label)),
    );
  }

  reshape(input: Tensor, shape: readonly number[]): Tensor {
    const type = input.type.withShape(shape);
    return this.#builder.create(ReshapeOp, { input, shape: i32Array(shape) }, [type]).result;
  }

  /** Repeats dimensions of size one until the tensor has the shape. */
  broadcast(input: Tensor, shape: readonly number[]): Tensor {
    const factors = shape.map((size, d) => (input.type.shape[d] === size ? 1 : size));
    const broadcastDimensions = DenseArrayAttr.get(i64, factors);
    return this.#builder.create(BroadcastOp, { input, broadcastDimensions }, [input.type.withShape(shape)])
      .result;
  }

  slice(input: Tensor, dim: number, begin: number, end: number): Tensor {
    const { shape } = input.type;
    return this.sliceAll(
      input,
      shape.map((_, d) => (d === dim ? begin : 0)),
      shape.map((size, d) => (d === dim ? end : size)),
    );
  }

  /**
   * Slices every `steps[d]`-th element from `begins[d]` to before `ends[d]`; negative indices are counted from the end.
   */
  sliceAll(
    input: Tensor,
    begins: readonly number[],
    ends: readonly number[],
    steps: readonly number[] = begins.map(() => 1),
  ): Tensor {
    const counted = (place: number, d: number): number => (place < 0 ? place + input.type.dimSize(d) : place);
    const lengths = zip(ends, begins).map(([end, begin], d) => counted(end, d) - counted(begin, d));
    const type = input.type.withShape(zip(lengths, steps).map(([length, step]) => Math.ceil(length / step)));
    const args = { input, begins: i32Array(begins), ends: i32Array(ends), step: i32Array(steps) };
    return this.#builder.create(SliceStaticOp, args, [type]).result;
  }

  concat(inputs: readonly Tensor[], dim: number): Tensor {
    const { type } = inputs[0]!;
    const size = inputs.reduce((sum, input) => sum + input.type.dimSize(dim), 0);
    const result = type.withShape(type.shape.with(dim, size));
    return this.#builder.create(ConcatOp, { inputs, dim: IntegerAttr.get(dim, si32) }, [result]).result;
  }

  typecast(input: Tensor, elementType: Type): Tensor {
    const args = { input, conservativeFolding: boolAttr(false) };
    return this.#builder.create(TypecastOp, args, [input.type.withElementType(elementType)]).result;
  }

  /** A tensor whose elements are all one number. */
  constant(type: RankedTensorType, number: number): Tensor {
    return this.#builder.create(ConstantOp, { value: DenseElementsAttr.splat(type, number) }, [type]).result;
  }
}

/** Numbers of 32 bits in a dense array. */
export function i32Dense(numbers: readonly number[]): DenseArrayAttr {
  return DenseArrayAttr.get(i32, numbers);
}
