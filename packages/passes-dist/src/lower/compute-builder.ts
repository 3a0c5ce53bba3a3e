import {
  ConcatenateOp,
  ConstantOp,
  DotDimensionNumbersAttr,
  DotGeneralOp,
  numbersAttr,
  ReduceOp,
  TensorBuilder,
  tensorOf,
} from '@shardform/dialect-stablehlo';
import { DenseElementsAttr, i64Attr, IntegerType, RankedTensorType, type Tensor } from '@shardform/ir-core';
import { StrategyError } from '../strategy/flat-strategy.ts';

/** Creates the StableHLO operations that computations of dist programs consist of. */
export class ComputeBuilder extends TensorBuilder {
  /** A number in every element. @throws StrategyError for a fraction among integers. */
  constant(type: RankedTensorType, value: number): Tensor {
    if (type.elementType instanceof IntegerType && !Number.isInteger(value))
      throw new StrategyError(`${value} is no '${String(type.elementType)}'`);
    const attr = DenseElementsAttr.splat(type, value);
    return tensorOf(this.builder.create(ConstantOp, { value: attr }, [type]).output);
  }

  /** Repeats a tensor to a type of at least its rank; sizes of 1 fit every size. */
  repeated(operand: Tensor, type: RankedTensorType): Tensor {
    const offset = type.rank - operand.type.rank;
    return this.broadcast(
      operand,
      type,
      operand.type.shape.map((_, dim) => offset + dim),
    );
  }

  /** A product along one dimension of each; the dimensions before the last two are batches. */
  product(lhs: Tensor, rhs: Tensor, along: readonly [number, number], type: RankedTensorType): Tensor {
    const batching = lhs.type.shape.slice(0, -2).map((_, dim) => dim);
    const dotDimensionNumbers = DotDimensionNumbersAttr.get({
      lhsBatchingDimensions: batching,
      rhsBatchingDimensions: batching,
      lhsContractingDimensions: [along[0]],
      rhsContractingDimensions: [along[1]],
    });
    return tensorOf(this.builder.create(DotGeneralOp, { lhs, rhs, dotDimensionNumbers }, [type]).result);
  }

  /** The sum of all elements. */
  sum(operand: Tensor): Tensor {
    const scalar = operand.type.withShape([]);
    const args = {
      inputs: [operand],
      initValues: [this.constant(scalar, 0)],
      dimensions: numbersAttr(operand.type.shape.map((_, dim) => dim)),
    };
    const op = this.builder.create(ReduceOp, args, [scalar]);
    this.fillRegion(op.body, scalar.elementType, (lhs, rhs) => this.add(lhs, rhs));
    return tensorOf(op.results[0]);
  }

  /** Returns slice `index` of `count` equal ones along a dimension. */
  part(operand: Tensor, axis: number, index: number, count: number): Tensor {
    const { shape } = operand.type;
    const size = operand.type.dimSize(axis) / count;
    return this.slice(
      operand,
      shape.map((_, dim) => (dim === axis ? index * size : 0)),
      shape.map((whole, dim) => (dim === axis ? (index + 1) * size : whole)),
      shape.map(() => 1),
    );
  }

  /** Tensors one after the other along a dimension. */
  joined(inputs: readonly Tensor[], axis: number): Tensor {
    // Callers join at least one tensor.
    const [{ type: first }] = inputs as readonly [Tensor];
    const size = inputs.reduce((sum, { type }) => sum + type.dimSize(axis), 0);
    const type = first.withShape(first.shape.map((own, dim) => (dim === axis ? size : own)));
    return tensorOf(this.builder.create(ConcatenateOp, { inputs, dimension: i64Attr(axis) }, [type]).result);
  }
}
