import {
  AddOp,
  BroadcastInDimOp,
  CompareOp,
  ComparisonDirectionAttr,
  ConcatenateOp,
  ConstantOp,
  ConvertOp,
  DivOp,
  ExpOp,
  MaxOp,
  MinOp,
  MulOp,
  PadOp,
  ReduceOp,
  ReshapeOp,
  ReturnOp,
  SelectOp,
  SliceOp,
  SubtractOp,
  TransposeOp,
} from '@shardform/dialect-stablehlo';
import {
  type Builder,
  type CreatableOp,
  DenseArrayAttr,
  DenseElementsAttr,
  FloatType,
  i64,
  i64Attr,
  IntegerType,
  type Operation,
  RankedTensorType,
  type Region,
  type Type,
  type Value,
} from '@shardform/ir-core';

/** A value of a tensor type of known sizes. */
export type Tensor = Value<RankedTensorType>;

/** A value as what it is: a tensor. @throws when its type is none. */
export function tensorOf(value: Value | undefined): Tensor {
  if (value?.type instanceof RankedTensorType) return value as Tensor;
  throw new Error(`a value of type '${String(value?.type)}' is no tensor`);
}

/** The attribute of a list of numbers. */
export function numbersAttr(values: readonly number[]): DenseArrayAttr {
  return DenseArrayAttr.get(
    i64,
    values.map((value) => BigInt(value)),
  );
}

/** The attribute of pairs of paddings, low and high. */
export function paddingAttr(pairs: readonly (readonly [number, number])[]): DenseElementsAttr {
  return DenseElementsAttr.fromNumbers(
    RankedTensorType.get([pairs.length, 2], i64),
    pairs.flat().map((value) => BigInt(value)),
  );
}

/** Operations of two operands of one type. */
export type Binary = CreatableOp<
  { readonly lhs: Tensor; readonly rhs: Tensor },
  Operation & { result: Value }
>;

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

/** Creates StableHLO operations. */
export class TensorBuilder {
  readonly builder: Builder;

  constructor(builder: Builder) {
    this.builder = builder;
  }

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
  binary(opClass: Binary, lhs: Tensor, rhs: Tensor): Tensor {
    const [left, right] = this.fitted([lhs, rhs]);
    return tensorOf(this.builder.create(opClass, { lhs: left!, rhs: right! }, [left!.type]).result);
  }

  add(lhs: Tensor, rhs: Tensor): Tensor {
    return this.binary(AddOp, lhs, rhs);
  }

  subtract(lhs: Tensor, rhs: Tensor): Tensor {
    return this.binary(SubtractOp, lhs, rhs);
  }

  multiply(lhs: Tensor, rhs: Tensor): Tensor {
    return this.binary(MulOp, lhs, rhs);
  }

  divide(lhs: Tensor, rhs: Tensor): Tensor {
    return this.binary(DivOp, lhs, rhs);
  }

  /** The same number for every element, of the tensor's element type. */
  scalar(like: Tensor, value: number): Tensor {
    return this.splat([], like.type.elementType, value);
  }

  compare(lhs: Tensor, direction: 'EQ' | 'GT' | 'GE' | 'LT' | 'LE', rhs: Tensor): Tensor {
    const [left, right] = this.fitted([lhs, rhs]);
    const comparisonDirection = ComparisonDirectionAttr.get(direction);
    return tensorOf(this.builder.create(CompareOp, { lhs: left!, rhs: right!, comparisonDirection }).result);
  }

  select(pred: Tensor, onTrue: Tensor, onFalse: Tensor): Tensor {
    const [condition, yes, no] = this.fitted([pred, onTrue, onFalse]);
    return tensorOf(
      this.builder.create(SelectOp, { pred: condition!, onTrue: yes!, onFalse: no! }, [yes!.type]).result,
    );
  }

  convert(operand: Tensor, elementType: Type): Tensor {
    if (operand.type.elementType === elementType) return operand;
    const type = operand.type.withElementType(elementType);
    return tensorOf(this.builder.create(ConvertOp, { operand }, [type]).result);
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

  broadcast(operand: Tensor, type: RankedTensorType, dims: readonly number[]): Tensor {
    const broadcastDimensions = numbersAttr(dims);
    return tensorOf(this.builder.create(BroadcastInDimOp, { operand, broadcastDimensions }, [type]).result);
  }

  reshape(operand: Tensor, shape: readonly number[]): Tensor {
    if (operand.type.shape.join() === shape.join()) return operand;
    const type = RankedTensorType.get(shape, operand.type.elementType);
    return tensorOf(this.builder.create(ReshapeOp, { operand }, [type]).result);
  }

  transpose(operand: Tensor, permutation: readonly number[]): Tensor {
    if (permutation.every((dim, i) => dim === i)) return operand;
    const { shape, elementType } = operand.type;
    const sizes = permutation.map((dim) => shape[dim]!);
    const args = { operand, permutation: numbersAttr(permutation) };
    return tensorOf(
      this.builder.create(TransposeOp, args, [RankedTensorType.get(sizes, elementType)]).result,
    );
  }

  slice(
    operand: Tensor,
    starts: readonly number[],
    limits: readonly number[],
    strides: readonly number[],
  ): Tensor {
    const args = {
      operand,
      startIndices: numbersAttr(starts),
      limitIndices: numbersAttr(limits),
      strides: numbersAttr(strides),
    };
    return tensorOf(this.builder.create(SliceOp, args).result);
  }

  pad(operand: Tensor, low: readonly number[], high: readonly number[], value: Tensor): Tensor {
    const args = {
      operand,
      paddingValue: value,
      edgePaddingLow: numbersAttr(low),
      edgePaddingHigh: numbersAttr(high),
      interiorPadding: numbersAttr(low.map(() => 0)),
    };
    return tensorOf(this.builder.create(PadOp, args).result);
  }

  concatenate(inputs: readonly Tensor[], axis: number): Tensor {
    const [first] = inputs;
    const shape = first!.type.shape.map((size, dim) =>
      dim === axis ? inputs.reduce((sum, { type }) => sum + type.shape[dim]!, 0) : size,
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
  fillReducer(region: Region, elementType: Type, opClass: Binary): void {
    const scalar = RankedTensorType.get([], elementType);
    this.builder.atSavedPoint(() => {
      const block = this.builder.createBlock(region, [scalar, scalar]);
      const [lhs, rhs] = block.arguments.map(tensorOf);
      this.builder.create(ReturnOp, { results: [this.binary(opClass, lhs!, rhs!)] });
    });
  }

  mean(operand: Tensor, dims: readonly number[], keep: boolean): Tensor {
    const count = dims.reduce((product, dim) => product * operand.type.shape[dim]!, 1);
    const sum = this.reduce(operand, dims, 'sum', keep);
    return this.divide(sum, this.scalar(sum, count));
  }

  /** `exp(x - max)` and its sum along dimensions. */
  exponentials(
    operand: Tensor,
    dims: readonly number[],
  ): readonly [shifted: Tensor, powers: Tensor, sum: Tensor] {
    const shifted = this.subtract(operand, this.reduce(operand, dims, 'max', true));
    const powers = this.unary(ExpOp, shifted);
    return [shifted, powers, this.reduce(powers, dims, 'sum', true)];
  }
}

/** Booleans are 0 and 1. */
function isUnsigned({ signedness, width }: IntegerType): boolean {
  return signedness === 'unsigned' || width === 1;
}

/** The least element of a type. */
export function lowest(elementType: Type): number | bigint {
  if (!(elementType instanceof IntegerType)) return -Infinity;
  return isUnsigned(elementType) ? 0n : -(2n ** BigInt(elementType.width - 1));
}

function highest(elementType: Type): number | bigint {
  if (!(elementType instanceof IntegerType)) return Infinity;
  return 2n ** BigInt(isUnsigned(elementType) ? elementType.width : elementType.width - 1) - 1n;
}
