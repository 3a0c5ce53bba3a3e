import { ReshardOp, type ReductionOp, ShardingConstraintOp } from '@shardform/dialect-sdy';
import {
  AddOp,
  BroadcastInDimOp,
  ComplexOp,
  ConcatenateOp,
  ConvertOp,
  ConvolutionOp,
  DivOp,
  DotGeneralOp,
  DotOp,
  DynamicSliceOp,
  DynamicUpdateSliceOp,
  GatherOp,
  ImagOp,
  MaxOp,
  MinOp,
  MulOp,
  NegOp,
  PadOp,
  RealOp,
  ReduceOp,
  ReduceWindowOp,
  ReshapeOp,
  ReverseOp,
  ScatterOp,
  SelectOp,
  SliceOp,
  SubtractOp,
  TransposeOp,
} from '@shardform/dialect-stablehlo';
import { type AnyOpClass, IntegerType, type Operation, ShapedType, type Value } from '@shardform/ir-core';
import { isOneOf } from '../../module/is-one-of.ts';
import { commonReduction } from '../../rules/common-reduction.ts';

/** Move the elements of their first operand. */
const MOVES: ReadonlySet<AnyOpClass> = new Set<AnyOpClass>([
  ...[BroadcastInDimOp, DynamicSliceOp, GatherOp, ReshapeOp, ReshardOp, ReverseOp],
  ...[ShardingConstraintOp, SliceOp, TransposeOp],
]);

/** Sums of what is done to their operands. */
const SUMS: ReadonlySet<AnyOpClass> = new Set<AnyOpClass>([
  AddOp,
  ComplexOp,
  ImagOp,
  NegOp,
  RealOp,
  SubtractOp,
]);

/** Products of their first two operands. */
const PRODUCTS: ReadonlySet<AnyOpClass> = new Set<AnyOpClass>([ConvolutionOp, DotGeneralOp, DotOp, MulOp]);

/** Operations that combine two numbers. */
const COMBINERS: Readonly<Record<ReductionOp, AnyOpClass | null>> = { sum: AddOp, max: MaxOp, min: MinOp };

/**
 * Returns the sets of operands by which an operation commutes with a reduction over devices: the operation on partial values of
 * all operands of a set, and on the whole others, gives partial values of the result.
 */
export function linearOperands(op: Operation, reduction: ReductionOp): readonly (readonly number[])[] {
  if (isOneOf(op, MOVES)) return [[0]];
  const all = [...op.operands.keys()];
  if (op instanceof ConcatenateOp) return [all];
  if (op instanceof SelectOp) return [[1, 2]];
  if (op instanceof DynamicUpdateSliceOp) return [[0, 1]];
  const combiner = COMBINERS[reduction];
  if (combiner === null || (reduction === 'sum' && !isNumeric(op))) return [];
  if (op instanceof ReduceOp || op instanceof ReduceWindowOp) {
    const combined = commonReduction(op.body, op.inputs.length);
    const isSame = combined !== null && combined instanceof combiner;
    // It makes no difference how often the initial value is a candidate.
    return isSame ? [reduction === 'sum' ? all : [...op.inputs.keys()]] : [];
  }
  if (op instanceof ScatterOp) {
    const combined = commonReduction(op.updateComputation, op.inputs.length);
    const isSame = combined !== null && combined instanceof combiner;
    return isSame ? [all.filter((index) => index !== op.inputs.length)] : [];
  }
  if (op instanceof PadOp) return [reduction === 'sum' ? all : [0]];
  if (reduction !== 'sum') return op instanceof combiner ? [all] : [];
  if (isOneOf(op, SUMS)) return [all];
  if (isOneOf(op, PRODUCTS)) return [[0], [1]];
  if (op instanceof DivOp && !isInteger(op.getResult())) return [[0]];
  return op instanceof ConvertOp && !isInteger(op.getOperand(0)) && !isInteger(op.getResult()) ? [[0]] : [];
}

function isInteger({ type }: Value): boolean {
  return type instanceof ShapedType && type.elementType instanceof IntegerType;
}

/** Truth values are not added up. */
function isNumeric(op: Operation): boolean {
  return op.resultTypes().every((type) => {
    const element = type instanceof ShapedType ? type.elementType : null;
    return !(element instanceof IntegerType && element.width === 1);
  });
}
