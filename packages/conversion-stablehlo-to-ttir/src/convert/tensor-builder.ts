import * as ttir from '@shardform/dialect-ttir';
import {
  type Builder,
  DenseArrayAttr,
  DenseElementsAttr,
  i32,
  i64,
  IntegerAttr,
  type RankedTensorType,
  type Value,
} from '@shardform/ir-core';

/** A tensor of known rank. */
export type Tensor = Value<RankedTensorType>;

/** Creates the TTIR operations that move elements, with the types that follow from their operands. */
export class TensorBuilder {
  readonly #builder: Pick<Builder, 'create'>;

  constructor(builder: Pick<Builder, 'create'>) {
    this.#builder = builder;
  }

  permute(input: Tensor, order: readonly number[]): Tensor {
    const type = input.type.withShape(order.map((dim) => input.type.shape[dim]!));
    return this.#builder.create(ttir.PermuteOp, { input, permutation: DenseArrayAttr.get(i64, order) }, [
      type,
    ]).result;
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
    return this.#builder.create(ttir.ReshapeOp, { input, shape: ttir.i32Array(shape) }, [type]).result;
  }

  slice(input: Tensor, dim: number, begin: number, end: number): Tensor {
    const { shape } = input.type;
    return this.sliceAll(
      input,
      shape.map((_, d) => (d === dim ? begin : 0)),
      shape.map((size, d) => (d === dim ? end : size)),
    );
  }

  sliceAll(input: Tensor, begins: readonly number[], ends: readonly number[]): Tensor {
    const type = input.type.withShape(ends.map((end, d) => end - begins[d]!));
    const step = ttir.i32Array(begins.map(() => 1));
    const args = { input, begins: ttir.i32Array(begins), ends: ttir.i32Array(ends), step };
    return this.#builder.create(ttir.SliceStaticOp, args, [type]).result;
  }

  concat(inputs: readonly Tensor[], dim: number): Tensor {
    const { type } = inputs[0]!;
    const size = inputs.reduce((sum, input) => sum + input.type.shape[dim]!, 0);
    const result = type.withShape(type.shape.with(dim, size));
    return this.#builder.create(ttir.ConcatOp, { inputs, dim: IntegerAttr.get(dim, ttir.si32) }, [result])
      .result;
  }

  /** A tensor whose elements are all one number. */
  constant(type: RankedTensorType, number: number): Tensor {
    return this.#builder.create(ttir.ConstantOp, { value: DenseElementsAttr.splat(type, number) }, [type])
      .result;
  }
}

/** Numbers of 32 bits in a dense array. */
export function i32Dense(numbers: readonly number[]): DenseArrayAttr {
  return DenseArrayAttr.get(i32, numbers);
}

/** The permutation that undoes another. */
export function inverse(order: readonly number[]): number[] {
  return order.map((_, dim) => order.indexOf(dim));
}
