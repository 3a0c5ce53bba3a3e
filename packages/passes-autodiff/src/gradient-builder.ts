import {
  AddOp,
  BroadcastInDimOp,
  CompareOp,
  ComparisonDirectionAttr,
  ConstantOp,
  ConvertOp,
  DivOp,
  DotDimensionNumbersAttr,
  DotGeneralOp,
  MulOp,
  NegOp,
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
  DenseArrayAttr,
  DenseElementsAttr,
  i64,
  RankedTensorType,
  type Region,
  type Type,
  type Value,
} from '@shardform/ir-core';

/** A value of a ranked tensor type. */
export type Tensor = Value<RankedTensorType>;

/** How two numbers are compared. */
export type Comparison = 'EQ' | 'GT' | 'GE' | 'LT' | 'LE';

/** A value as what it is: a tensor. @throws when its type is none; differentiation has seen that it is. */
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

/** The attribute of pairs of paddings, low and high, or `null` where all are zero. */
export function paddingAttr(pairs: readonly (readonly [number, number])[]): DenseElementsAttr {
  return DenseElementsAttr.fromNumbers(
    RankedTensorType.get([pairs.length, 2], i64),
    pairs.flat().map((value) => BigInt(value)),
  );
}

/** Creates the operations of gradients. Operands have static shapes. */
export class GradientBuilder {
  readonly builder: Builder;

  constructor(builder: Builder) {
    this.builder = builder;
  }

  /** A number in every element. */
  constant(type: RankedTensorType, value: number): Tensor {
    const scalar = RankedTensorType.get([], type.elementType);
    const attr = DenseElementsAttr.splat(scalar, value);
    const single = this.builder.create(ConstantOp, { value: attr }, [scalar]).output as Tensor;
    return type.rank === 0 ? single : this.broadcast(single, type, []);
  }

  zeros(type: RankedTensorType): Tensor {
    return this.constant(type, 0);
  }

  add(lhs: Tensor, rhs: Tensor): Tensor {
    return this.builder.create(AddOp, { lhs, rhs }, [lhs.type]).result;
  }

  subtract(lhs: Tensor, rhs: Tensor): Tensor {
    return this.builder.create(SubtractOp, { lhs, rhs }, [lhs.type]).result;
  }

  multiply(lhs: Tensor, rhs: Tensor): Tensor {
    return this.builder.create(MulOp, { lhs, rhs }, [lhs.type]).result;
  }

  divide(lhs: Tensor, rhs: Tensor): Tensor {
    return this.builder.create(DivOp, { lhs, rhs }, [lhs.type]).result;
  }

  negate(operand: Tensor): Tensor {
    return this.builder.create(NegOp, { operand }, [operand.type]).result;
  }

  /** `operand * factor` with the same number for every element. */
  scale(operand: Tensor, factor: number): Tensor {
    return this.multiply(operand, this.constant(operand.type, factor));
  }

  compare(lhs: Tensor, direction: Comparison, rhs: Tensor): Tensor {
    const comparisonDirection = ComparisonDirectionAttr.get(direction);
    return this.builder.create(CompareOp, { lhs, rhs, comparisonDirection }).result;
  }

  select(pred: Tensor, onTrue: Tensor, onFalse: Tensor): Tensor {
    return this.builder.create(SelectOp, { pred, onTrue, onFalse }, [onTrue.type]).result;
  }

  convert(operand: Tensor, elementType: Type): Tensor {
    if (operand.type.elementType === elementType) return operand;
    return this.builder.create(ConvertOp, { operand }, [operand.type.withElementType(elementType)]).result;
  }

  broadcast(operand: Tensor, type: RankedTensorType, dims: readonly number[]): Tensor {
    if (operand.type === type) return operand;
    const broadcastDimensions = numbersAttr(dims);
    return this.builder.create(BroadcastInDimOp, { operand, broadcastDimensions }, [type]).result;
  }

  reshape(operand: Tensor, shape: readonly number[]): Tensor {
    if (operand.type.shape.join() === shape.join()) return operand;
    const type = RankedTensorType.get(shape, operand.type.elementType);
    return this.builder.create(ReshapeOp, { operand }, [type]).result;
  }

  /** Dimension `i` of the result is `permutation[i]` of the operand. */
  transpose(operand: Tensor, permutation: readonly number[]): Tensor {
    if (permutation.every((dim, i) => dim === i)) return operand;
    const { shape, elementType } = operand.type;
    const type = RankedTensorType.get(
      permutation.map((dim) => shape[dim]!),
      elementType,
    );
    return this.builder.create(TransposeOp, { operand, permutation: numbersAttr(permutation) }, [type])
      .result;
  }

  /** Sums along dimensions, which go. */
  sum(operand: Tensor, dims: readonly number[]): Tensor {
    if (dims.length === 0) return operand;
    const { shape, elementType } = operand.type;
    const type = RankedTensorType.get(
      shape.filter((_, dim) => !dims.includes(dim)),
      elementType,
    );
    const initValues = [this.zeros(RankedTensorType.get([], elementType))];
    const op = this.builder.create(
      ReduceOp,
      { inputs: [operand], initValues, dimensions: numbersAttr(dims) },
      [type],
    );
    this.fillWithSum(op.body, elementType);
    return tensorOf(op.results[0]);
  }

  /** Gives a region the block that adds its two arguments. */
  fillWithSum(region: Region, elementType: Type): void {
    const scalar = RankedTensorType.get([], elementType);
    this.builder.atSavedPoint(() => {
      const block = this.builder.createBlock(region, [scalar, scalar]);
      const [lhs, rhs] = block.arguments.map(tensorOf);
      this.builder.create(ReturnOp, { results: [this.add(lhs!, rhs!)] });
    });
  }

  /** Gives a region the block that compares its two arguments. */
  fillWithComparison(region: Region, elementType: Type, direction: Comparison): void {
    const scalar = RankedTensorType.get([], elementType);
    this.builder.atSavedPoint(() => {
      const block = this.builder.createBlock(region, [scalar, scalar]);
      const [lhs, rhs] = block.arguments.map(tensorOf);
      this.builder.create(ReturnOp, { results: [this.compare(lhs!, direction, rhs!)] });
    });
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
    return this.builder.create(SliceOp, args).result;
  }

  /** Pads with zeros; amounts at the ends may be negative. */
  pad(operand: Tensor, low: readonly number[], high: readonly number[], interior: readonly number[]): Tensor {
    if ([...low, ...high, ...interior].every((amount) => amount === 0)) return operand;
    const args = {
      operand,
      paddingValue: this.zeros(RankedTensorType.get([], operand.type.elementType)),
      edgePaddingLow: numbersAttr(low),
      edgePaddingHigh: numbersAttr(high),
      interiorPadding: numbersAttr(interior),
    };
    return this.builder.create(PadOp, args).result;
  }

  /** A contraction; the result has the batch, then what is left of `lhs`, then of `rhs`. */
  dot(
    lhs: Tensor,
    rhs: Tensor,
    dims: {
      readonly lhsBatching: readonly number[];
      readonly rhsBatching: readonly number[];
      readonly lhsContracting: readonly number[];
      readonly rhsContracting: readonly number[];
    },
    elementType: Type,
  ): Tensor {
    const left = (type: RankedTensorType, ...taken: (readonly number[])[]): number[] =>
      type.shape.filter((_, dim) => !taken.some((list) => list.includes(dim)));
    const shape = [
      ...dims.lhsBatching.map((dim) => lhs.type.shape[dim]!),
      ...left(lhs.type, dims.lhsBatching, dims.lhsContracting),
      ...left(rhs.type, dims.rhsBatching, dims.rhsContracting),
    ];
    const dotDimensionNumbers = DotDimensionNumbersAttr.get(dims);
    const type = RankedTensorType.get(shape, elementType);
    return this.builder.create(DotGeneralOp, { lhs, rhs, dotDimensionNumbers }, [type]).result;
  }
}
