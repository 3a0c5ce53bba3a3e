import {
  type Comparison,
  ComplexOp,
  ConstantOp,
  DotDimensionNumbersAttr,
  DotGeneralOp,
  ImagOp,
  LogOp,
  NegOp,
  numbersAttr,
  RealOp,
  ReduceOp,
  ReverseOp,
  TensorBuilder,
  tensorOf,
} from '@shardform/dialect-stablehlo';
import {
  type Block,
  ComplexType,
  type CreatableOp,
  DenseElementsAttr,
  isTriviallyDead,
  type Operation,
  RankedTensorType,
  type Region,
  type Tensor,
  type Type,
  type Value,
} from '@shardform/ir-core';

/** Operations of one operand, whose type is the result's too. */
export type UnaryOpClass = CreatableOp<{ readonly operand: Tensor }, Operation & { result: Value }>;

/** Creates the operations of gradients. Operands have static shapes. */
export class GradientBuilder extends TensorBuilder {
  /** A number in every element. */
  constant(type: RankedTensorType, value: number): Tensor {
    const scalar = RankedTensorType.get([], type.elementType);
    const attr = DenseElementsAttr.splat(scalar, value);
    const single = tensorOf(this.builder.create(ConstantOp, { value: attr }, [scalar]).output);
    return type.rank === 0 ? single : this.broadcast(single, type, []);
  }

  zeros(type: RankedTensorType): Tensor {
    return this.constant(type, 0);
  }

  negate(operand: Tensor): Tensor {
    return this.builder.create(NegOp, { operand }, [operand.type]).result;
  }

  /** A function of one operand and of its type. */
  unary(opClass: UnaryOpClass, operand: Tensor): Tensor {
    return tensorOf(this.builder.create(opClass, { operand }, [operand.type]).result);
  }

  log(operand: Tensor): Tensor {
    return this.unary(LogOp, operand);
  }

  /** A vector of numbers. */
  vector(numbers: readonly number[], elementType: Type): Tensor {
    const real = elementType instanceof ComplexType ? elementType.elementType : elementType;
    const type = RankedTensorType.get([numbers.length], real);
    const value = DenseElementsAttr.fromNumbers(type, numbers);
    return this.convert(this.builder.create(ConstantOp, { value }, [type]).output, elementType);
  }

  real(operand: Tensor): Tensor {
    return tensorOf(this.builder.create(RealOp, { operand }).result);
  }

  imaginary(operand: Tensor): Tensor {
    return tensorOf(this.builder.create(ImagOp, { operand }).result);
  }

  complex(lhs: Tensor, rhs: Tensor): Tensor {
    return tensorOf(this.builder.create(ComplexOp, { lhs, rhs }).result);
  }

  /** The conjugate; real numbers stay. */
  conjugate(operand: Tensor): Tensor {
    if (!(operand.type.elementType instanceof ComplexType)) return operand;
    return this.complex(this.real(operand), this.negate(this.imaginary(operand)));
  }

  addNumber(operand: Tensor, number: number): Tensor {
    return this.add(operand, this.constant(operand.type, number));
  }

  /** Reverses the order of the elements along dimensions. */
  reverse(operand: Tensor, dims: readonly number[]): Tensor {
    if (dims.length === 0) return operand;
    const args = { operand, dimensions: numbersAttr(dims) };
    return this.builder.create(ReverseOp, args, [operand.type]).result;
  }

  /** Removes from a block what nothing uses, so that nothing is kept for it. */
  eraseDeadOps(block: Block): void {
    for (let op = block.lastOp; op !== null;) {
      const { previous }: Operation = op;
      if (isTriviallyDead(op, this.builder.context)) op.erase();
      op = previous;
    }
  }

  /** `operand * factor` with the same number for every element. */
  scale(operand: Tensor, factor: number): Tensor {
    return this.multiply(operand, this.constant(operand.type, factor));
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
    this.fillRegion(region, elementType, (lhs, rhs) => this.add(lhs, rhs));
  }

  /** Gives a region the block that compares its two arguments. */
  fillWithComparison(region: Region, elementType: Type, direction: Comparison): void {
    this.fillRegion(region, elementType, (lhs, rhs) => this.compare(lhs, direction, rhs));
  }

  /** Pads with zeros; amounts at the ends may be negative. */
  padWithZeros(
    operand: Tensor,
    low: readonly number[],
    high: readonly number[],
    interior: readonly number[],
  ): Tensor {
    const zero = this.zeros(RankedTensorType.get([], operand.type.elementType));
    return this.pad(operand, zero, low, high, interior);
  }

  /** A contraction; the result has the batch, then what is left of `lhs`, then of `rhs`. */
  dot(
    lhs: Tensor,
    rhs: Tensor,
    dims: {
      readonly lhsBatchingDimensions: readonly number[];
      readonly rhsBatchingDimensions: readonly number[];
      readonly lhsContractingDimensions: readonly number[];
      readonly rhsContractingDimensions: readonly number[];
    },
    elementType: Type,
  ): Tensor {
    const left = (type: RankedTensorType, ...taken: (readonly number[])[]): number[] =>
      type.shape.filter((_, dim) => !taken.some((list) => list.includes(dim)));
    const shape = [
      ...dims.lhsBatchingDimensions.map((dim) => lhs.type.dimSize(dim)),
      ...left(lhs.type, dims.lhsBatchingDimensions, dims.lhsContractingDimensions),
      ...left(rhs.type, dims.rhsBatchingDimensions, dims.rhsContractingDimensions),
    ];
    const dotDimensionNumbers = DotDimensionNumbersAttr.get(dims);
    const type = RankedTensorType.get(shape, elementType);
    return this.builder.create(DotGeneralOp, { lhs, rhs, dotDimensionNumbers }, [type]).result;
  }
}
