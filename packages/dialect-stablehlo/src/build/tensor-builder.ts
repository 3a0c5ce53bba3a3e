import {
  type Builder,
  type CreatableOp,
  DenseArrayAttr,
  DenseElementsAttr,
  i64,
  type Operation,
  RankedTensorType,
  type Region,
  type Tensor,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { ComparisonDirectionAttr } from '../attrs/enums.ts';
import { AddOp, DivOp, MulOp, SubtractOp } from '../ops/binary-ops.ts';
import { CompareOp } from '../ops/compare-op.ts';
import { PadOp } from '../ops/pad-op.ts';
import { ReturnOp } from '../ops/return-op.ts';
import { SelectOp } from '../ops/select-op.ts';
import { BroadcastInDimOp, ReshapeOp, TransposeOp } from '../ops/shape-ops.ts';
import { SliceOp } from '../ops/slice-op.ts';
import { ConvertOp } from '../ops/unary-ops.ts';

/** The relation that a comparison tests. */
export type Comparison = 'EQ' | 'NE' | 'GT' | 'GE' | 'LT' | 'LE';

/** Operations of two operands of one type, which is the result's too. */
export type BinaryOpClass = CreatableOp<
  { readonly lhs: Tensor; readonly rhs: Tensor },
  Operation & { result: Value }
>;

/** Returns a value as what it is: a tensor. @throws when its type is none. */
export function tensorOf(value: Value | undefined): Tensor {
  // The condition has checked the type.
  if (value?.type instanceof RankedTensorType) return value as Tensor;
  throw new Error(`a value of type '${String(value?.type)}' is no tensor`);
}

/** Returns the attribute of a list of numbers. */
export function numbersAttr(values: readonly number[]): DenseArrayAttr {
  return DenseArrayAttr.get(i64, values);
}

/** Returns the attribute of pairs of paddings, low and high. */
export function paddingAttr(pairs: readonly (readonly [number, number])[]): DenseElementsAttr {
  return DenseElementsAttr.fromNumbers(
    RankedTensorType.get([pairs.length, 2], i64),
    pairs.flat().map((value) => BigInt(value)),
  );
}

/** Creates StableHLO operations on tensors of static shapes; what would change nothing is not created. */
export class TensorBuilder {
  readonly builder: Builder;

  constructor(builder: Builder) {
    this.builder = builder;
  }

  binary(opClass: BinaryOpClass, lhs: Tensor, rhs: Tensor): Tensor {
    return tensorOf(this.builder.create(opClass, { lhs, rhs }, [lhs.type]).result);
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

  compare(lhs: Tensor, direction: Comparison, rhs: Tensor): Tensor {
    const comparisonDirection = ComparisonDirectionAttr.get(direction);
    return tensorOf(this.builder.create(CompareOp, { lhs, rhs, comparisonDirection }).result);
  }

  select(pred: Tensor, onTrue: Tensor, onFalse: Tensor): Tensor {
    return tensorOf(this.builder.create(SelectOp, { pred, onTrue, onFalse }, [onTrue.type]).result);
  }

  convert(operand: Tensor, elementType: Type): Tensor {
    if (operand.type.elementType === elementType) return operand;
    const type = operand.type.withElementType(elementType);
    return tensorOf(this.builder.create(ConvertOp, { operand }, [type]).result);
  }

  /** @param dims which dimension of the result each of the operand's is. */
  broadcast(operand: Tensor, type: RankedTensorType, dims: readonly number[]): Tensor {
    if (operand.type === type) return operand;
    const broadcastDimensions = numbersAttr(dims);
    return tensorOf(this.builder.create(BroadcastInDimOp, { operand, broadcastDimensions }, [type]).result);
  }

  reshape(operand: Tensor, shape: readonly number[]): Tensor {
    if (operand.type.shape.join() === shape.join()) return operand;
    const type = RankedTensorType.get(shape, operand.type.elementType);
    return tensorOf(this.builder.create(ReshapeOp, { operand }, [type]).result);
  }

  /** Dimension `i` of the result is `permutation[i]` of the operand. */
  transpose(operand: Tensor, permutation: readonly number[]): Tensor {
    if (permutation.every((dim, i) => dim === i)) return operand;
    const { elementType } = operand.type;
    const sizes = permutation.map((dim) => operand.type.dimSize(dim));
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

  /** Amounts at the ends may be negative. */
  pad(
    operand: Tensor,
    paddingValue: Tensor,
    low: readonly number[],
    high: readonly number[],
    interior: readonly number[] = low.map(() => 0),
  ): Tensor {
    if ([...low, ...high, ...interior].every((amount) => amount === 0)) return operand;
    const args = {
      operand,
      paddingValue,
      edgePaddingLow: numbersAttr(low),
      edgePaddingHigh: numbersAttr(high),
      interiorPadding: numbersAttr(interior),
    };
    return tensorOf(this.builder.create(PadOp, args).result);
  }

  /** Gives a region the block that returns what is made of its two arguments. */
  fillRegion(region: Region, elementType: Type, combine: (lhs: Tensor, rhs: Tensor) => Tensor): void {
    const scalar = RankedTensorType.get([], elementType);
    this.builder.atSavedPoint(() => {
      const [lhs, rhs] = this.builder.createBlock(region, [scalar, scalar]).arguments.map(tensorOf);
      this.builder.create(ReturnOp, { results: [combine(lhs!, rhs!)] });
    });
  }
}
