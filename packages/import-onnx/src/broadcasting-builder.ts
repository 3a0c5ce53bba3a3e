import {
  AddOp,
  type BinaryOpClass,
  type Comparison,
  ConcatenateOp,
  ConstantOp,
  ExpOp,
  MaxOp,
  MinOp,
  MulOp,
  numbersAttr,
  ReduceOp,
  TensorBuilder,
  tensorOf,
} from '@shardform/dialect-stablehlo';
import {
  type CreatableOp,
  DenseElementsAttr,
  FloatType,
  i64Attr,
  IntegerType,
  type Operation,
  RankedTensorType,
  type Region,
  type Tensor,
  type Type,
  type Value,
} from '@shardform/ir-core';

/** Operations of one operand whose result has its type. */
export type Unary = CreatableOp<{ readonly operand: Tensor }, Operation & { result: Value }>;

/** Sizes as ONNX and NumPy broadcast them, or `null` when they don't fit. */
export function broadcastShape(shapes: readonly (readonly number[])[]): number[] | null {
  const rank = Math.max(0, ...shapes.map(({ length }) => length));
  const result: number[] = [];
  for (let dim = 0; dim < rank; dim += 1) {
    let size = 1;
    for (const shape of shapes) {
      const own = shape[dim - rank + shape.length] ?? 1;
      if (own === 1 || own === size) continue;
      if (size !== 1) return null;
      size = own;
    }
    result.push(size);
  }
  return result;
}

/** Creates StableHLO operations whose operands are broadcast as in ONNX. */
export class BroadcastingBuilder extends TensorBuilder {
  /** A number in every element. */
  splat(shape: readonly number[], elementType: Type, value: number | bigint): Tensor {
    const type = RankedTensorType.get(shape, elementType);
    const given = elementType instanceof FloatType ? Number(value) : BigInt(value);
    return tensorOf(
      this.builder.create(ConstantOp, { value: DenseElementsAttr.splat(type, given) }, [type]).output,
    );
  }

  constant(shape: readonly number[], elementType: Type, values: readonly number[]): Tensor {
    const type = RankedTensorType.get(shape, elementType);
    const elements = elementType instanceof FloatType ? values : values.map((value) => BigInt(value));
    const value = DenseElementsAttr.fromNumbers(type, elements);
    return tensorOf(this.builder.create(ConstantOp, { value }, [type]).output);
  }

  unary(opClass: Unary, operand: Tensor): Tensor {
    return tensorOf(this.builder.create(opClass, { operand }, [operand.type]).result);
  }

  /** Of two tensors whose sizes broadcasting fits together. @throws RangeError when it can't. */
  override binary(opClass: BinaryOpClass, lhs: Tensor, rhs: Tensor): Tensor {
    const [left, right] = this.fitted([lhs, rhs]);
    return super.binary(opClass, left!, right!);
  }

  /** The same number for every element, of the tensor's element type. */
  scalar(like: Tensor, value: number): Tensor {
    return this.splat([], like.type.elementType, value);
  }

  override compare(lhs: Tensor, direction: Comparison, rhs: Tensor): Tensor {
    const [left, right] = this.fitted([lhs, rhs]);
    return super.compare(left!, direction, right!);
  }

  override select(pred: Tensor, onTrue: Tensor, onFalse: Tensor): Tensor {
    const [condition, yes, no] = this.fitted([pred, onTrue, onFalse]);
    return super.select(condition!, yes!, no!);
  }

  /** Tensors repeated to the sizes that broadcasting gives. @throws RangeError when they don't fit. */
  fitted(tensors: readonly Tensor[]): Tensor[] {
    const shapes = tensors.map(({ type }) => type.shape);
    const shape = broadcastShape(shapes);
    if (shape === null)
      throw new RangeError(`can't broadcast ${shapes.map((own) => `[${own.join(', ')}]`).join(' and ')}`);
    return tensors.map((tensor) => this.repeated(tensor, shape));
  }

  /** Repeats a tensor to larger sizes, as broadcasting does. */
  repeated(operand: Tensor, shape: readonly number[]): Tensor {
    const { shape: own, elementType } = operand.type;
    if (own.join() === shape.join()) return operand;
    const offset = shape.length - own.length;
    return this.broadcast(
      operand,
      RankedTensorType.get(shape, elementType),
      own.map((_, dim) => offset + dim),
    );
  }

  concatenate(inputs: readonly Tensor[], axis: number): Tensor {
    const [first] = inputs;
    const shape = first!.type.shape.map((size, dim) =>
      dim === axis ? inputs.reduce((sum, { type }) => sum + type.dimSize(dim), 0) : size,
    );
    const type = RankedTensorType.get(shape, first!.type.elementType);
    return tensorOf(this.builder.create(ConcatenateOp, { inputs, dimension: i64Attr(axis) }, [type]).result);
  }

  /** Combines along dimensions, which go or have size 1. */
  reduce(
    operand: Tensor,
    dims: readonly number[],
    how: 'sum' | 'max' | 'min' | 'product',
    keep: boolean,
  ): Tensor {
    const { shape, elementType } = operand.type;
    const left = shape.filter((_, dim) => !dims.includes(dim));
    const kept = shape.map((size, dim) => (dims.includes(dim) ? 1 : size));
    if (dims.length === 0) return operand;
    const start = { sum: 0, product: 1, max: lowest(elementType), min: highest(elementType) }[how];
    const args = {
      inputs: [operand],
      initValues: [this.splat([], elementType, start)],
      dimensions: numbersAttr(dims),
    };
    const op = this.builder.create(ReduceOp, args, [RankedTensorType.get(left, elementType)]);
    this.fillReducer(op.body, elementType, { sum: AddOp, product: MulOp, max: MaxOp, min: MinOp }[how]);
    const result = tensorOf(op.results[0]);
    return keep ? this.reshape(result, kept) : result;
  }

  /** Gives a region the block that combines its two arguments. */
  fillReducer(region: Region, elementType: Type, opClass: BinaryOpClass): void {
    this.fillRegion(region, elementType, (lhs, rhs) => this.binary(opClass, lhs, rhs));
  }

  mean(operand: Tensor, dims: readonly number[], keep: boolean): Tensor {
    const count = dims.reduce((product, dim) => product * operand.type.dimSize(dim), 1);
    const sum = this.reduce(operand, dims, 'sum', keep);
    return this.divide(sum, this.scalar(sum, count));
  }

  /** `exp(x - max)` and its sum along dimensions. */
  exponentials(
    operand: Tensor,
    dims: readonly number[],
  ): readonly [shifted: Tensor, powers: Tensor, sum: Tensor] {
    const shifted = this.subtract(operand, this.reduce(operand, dims, 'max', true));
    return [shifted, ...this.powers(shifted, dims)];
  }

  /** `exp(x)` and its sum along dimensions. */
  powers(operand: Tensor, dims: readonly number[]): readonly [powers: Tensor, sum: Tensor] {
    const powers = this.unary(ExpOp, operand);
    return [powers, this.reduce(powers, dims, 'sum', true)];
  }
}

/** Booleans are 0 and 1. */
function isUnsigned({ signedness, width }: IntegerType): boolean {
  return signedness === 'unsigned' || width === 1;
}

/** Returns the least element of a type. */
export function lowest(elementType: Type): number | bigint {
  if (!(elementType instanceof IntegerType)) return -Infinity;
  return isUnsigned(elementType) ? 0n : -(2n ** BigInt(elementType.width - 1));
}

/** Returns the greatest element of a type. */
export function highest(elementType: Type): number | bigint {
  if (!(elementType instanceof IntegerType)) return Infinity;
  return 2n ** BigInt(isUnsigned(elementType) ? elementType.width : elementType.width - 1) - 1n;
}
