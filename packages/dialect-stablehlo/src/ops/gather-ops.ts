import {
  attrOf,
  boolAttr,
  boolAttrConstraint,
  defaultAttr,
  defineOp,
  type OpReport,
  type RankedTensorType,
} from '@shardform/ir-core';
import { GatherDimensionNumbersAttr } from '../attrs/gather-dimension-numbers-attr.ts';
import { dimensionsAttr, intTensor, sliceSizesTensor, tensor } from '../constraints.ts';
import { tensorOfDims } from '../inference/bounded-shape.ts';
import { type GatherSlices, gatherResultDims } from '../inference/gather.ts';
import { constantSizes } from '../inference/shape-operand.ts';
import { ifOperandsStatic, ifShapesConstant } from '../speculatability.ts';
import { allElementTypesMatch } from '../traits.ts';
import { inferredType } from './inferred.ts';

const dimensionNumbers = attrOf(
  GatherDimensionNumbersAttr,
  'Attribute that models the dimension information for gather',
);
const sortedFlag = defaultAttr(boolAttrConstraint, () => boolAttr(false));

/** The operands and attributes that `gather` and `dynamic_gather` have in common. */
interface GatherLike {
  readonly operand: { readonly type: RankedTensorType };
  readonly startIndices: { readonly type: RankedTensorType };
  readonly dimensionNumbers: GatherDimensionNumbersAttr;
}

function inferGather(
  { operand, startIndices, dimensionNumbers: dimensions }: GatherLike,
  slices: GatherSlices,
  report: OpReport,
): readonly RankedTensorType[] | null {
  const dims = gatherResultDims(operand.type, startIndices.type, dimensions, slices);
  return inferredType(typeof dims === 'string' ? dims : tensorOfDims(dims, operand.type.elementType), report);
}

/** Slices of a tensor at listed indices (StableHLO spec, "gather"). */
export class GatherOp extends defineOp('stablehlo.gather', {
  summary: 'gathers slices at indices',
  operands: { operand: tensor, start_indices: intTensor },
  attrs: {
    dimension_numbers: dimensionNumbers,
    slice_sizes: dimensionsAttr,
    indices_are_sorted: sortedFlag,
  },
  results: { result: tensor },
  traits: [allElementTypesMatch('operand', 'result')],
  effects: 'none',
  // A promise about the indices that is broken is undefined behaviour.
  speculates: (op) => (op.indicesAreSorted?.value === 1n ? false : ifOperandsStatic(op)),
  infer: (op, report) => {
    const sizes = op.sliceSizes.numbers();
    return inferGather(op, { sizes, shape: [sizes.length] }, report);
  },
}) {}

/** Like `gather` of slices whose sizes are computed (StableHLO spec, "dynamic_gather"). */
export class DynamicGatherOp extends defineOp('stablehlo.dynamic_gather', {
  summary: 'gathers slices of dynamic sizes at indices',
  operands: { operand: tensor, start_indices: intTensor, slice_sizes: sliceSizesTensor },
  attrs: { dimension_numbers: dimensionNumbers, indices_are_sorted: sortedFlag },
  results: { result: tensor },
  traits: [allElementTypesMatch('operand', 'result')],
  effects: 'none',
  speculates: ifShapesConstant(2),
  infer: (op, report) => {
    const { sliceSizes } = op;
    return inferGather(op, { sizes: constantSizes(sliceSizes), shape: sliceSizes.type.shape }, report);
  },
}) {}
