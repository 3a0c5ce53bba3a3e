import * as shlo from '@shardform/dialect-stablehlo';
import { FP32_EXACT } from '@shardform/dialect-ttcore';
import * as ttir from '@shardform/dialect-ttir';
import {
  type ArrayAttr,
  boolAttr,
  type ConversionPattern,
  type CreatableOp,
  DenseArrayAttr,
  i1,
  i64,
  type IntegerAttr,
  isInstance,
  type Operation,
  RankedTensorType,
  type Region,
  type Tensor,
  type Type,
  UnitAttr,
} from '@shardform/ir-core';
import { splatOf } from './constants.ts';
import { conversion, tensorsOf } from './convertible.ts';
import { isHighest, isLowest } from './extremes.ts';
import { isRelation } from './scalar-region.ts';

type ReductionTarget = CreatableOp<
  { readonly input: Tensor; readonly dimArg?: ArrayAttr | null; readonly keepDim: IntegerAttr },
  Operation
>;
type BinaryTarget = CreatableOp<{ readonly lhs: Tensor; readonly rhs: Tensor }, Operation>;

/** A reduction by the operation that combines two elements. */
interface Reduction {
  readonly target: ReductionTarget;
  /** Combines the reduced elements with a start value that changes the result. */
  readonly combine: BinaryTarget;
  /** Returns true if a start value leaves the result as it is, whatever elements of the type are reduced. */
  isNeutral(start: number | bigint, elementType: Type): boolean;
  /** True for reductions of truth values; integers are combined bit by bit, for which the target has no reduction. */
  readonly isLogical?: true;
}

const equals =
  (neutral: number) =>
  (start: number | bigint): boolean =>
    Number(start) === neutral;

const REDUCTIONS: Readonly<Record<string, Reduction>> = {
  'stablehlo.add': { target: ttir.SumOp, combine: ttir.AddOp, isNeutral: equals(0) },
  'stablehlo.multiply': { target: ttir.ProdOp, combine: ttir.MultiplyOp, isNeutral: equals(1) },
  'stablehlo.maximum': {
    target: ttir.MaxOp,
    combine: ttir.MaximumOp,
    isNeutral: isLowest,
  },
  'stablehlo.minimum': {
    target: ttir.MinOp,
    combine: ttir.MinimumOp,
    isNeutral: isHighest,
  },
  'stablehlo.or': {
    target: ttir.ReduceOrOp,
    combine: ttir.LogicalOrOp,
    isNeutral: equals(0),
    isLogical: true,
  },
  'stablehlo.and': {
    target: ttir.ReduceAndOp,
    combine: ttir.LogicalAndOp,
    isNeutral: equals(1),
    isLogical: true,
  },
};

/** Returns the name of the operation that combines two elements in the region of a reduction. */
export function reducerName(region: Region): string | null {
  return shlo.reducerOp(region)?.name ?? truthReducerName(region);
}

/** The operation on truth values that a longer region is: PyTorch/XLA chooses `true` or `false` by a disjunction. */
function truthReducerName(region: Region): string | null {
  const { arguments: elements } = region.entry;
  if (elements.length !== 2) return null;
  if (!elements.every(({ type }) => type instanceof RankedTensorType && type.elementType === i1)) return null;
  if (isRelation(region, (a, b) => a === 1 || b === 1)) return 'stablehlo.or';
  return isRelation(region, (a, b) => a === 1 && b === 1) ? 'stablehlo.and' : null;
}

/** Returns true if both operands keep all of their digits. */
function isOfHighestPrecision({ precisionConfig }: shlo.DotGeneralOp): boolean {
  const precisions = precisionConfig?.elements ?? [];
  return (
    precisions.length > 0 &&
    precisions.every((own) => isInstance(shlo.PrecisionAttr, own) && own.value === 'HIGHEST')
  );
}

/** Contractions and reductions. */
export const contractionConversions: readonly ConversionPattern[] = [
  conversion(shlo.DotGeneralOp, (op, { builder }) => {
    const dims = op.dotDimensionNumbers;
    const list = (numbers: readonly number[]): DenseArrayAttr => DenseArrayAttr.get(i64, numbers);
    const made = builder.create(
      ttir.DotGeneralOp,
      {
        lhs: op.lhs,
        rhs: op.rhs,
        batchDimsLhs: list(dims.lhsBatchingDimensions),
        batchDimsRhs: list(dims.rhsBatchingDimensions),
        contractDimsLhs: list(dims.lhsContractingDimensions),
        contractDimsRhs: list(dims.rhsContractingDimensions),
      },
      op.resultTypes(),
    );
    if (isOfHighestPrecision(op)) made.setAttr(FP32_EXACT, UnitAttr.instance);
    return made;
  }),
  conversion(shlo.ReduceOp, (op, { builder }) => {
    const reduction = REDUCTIONS[reducerName(op.body) ?? ''];
    const [input] = op.inputs;
    const [start] = op.initValues;
    if (reduction === undefined || input === undefined || start === undefined || op.inputs.length !== 1)
      return null;
    if (reduction.isLogical && input.type.elementType !== i1) return null;
    const dims = op.dimensions.numbers();
    const args = { input, dimArg: ttir.i32Array(dims), keepDim: boolAttr(false) };
    // TTIR reads an empty list as all dimensions.
    const reduced =
      dims.length === 0 ? [input] : builder.create(reduction.target, args, op.resultTypes()).results;
    const number = splatOf(start);
    if (number !== null && reduction.isNeutral(number, start.type.elementType)) return reduced;
    const [lhs] = tensorsOf(reduced);
    return lhs === undefined
      ? null
      : builder.create(reduction.combine, { lhs, rhs: start }, op.resultTypes());
  }),
];
