import { ConvolutionOp, dim, DotGeneralOp, windowedDim } from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation, Operation, RankedTensorType } from '@shardform/ir-core';
import { padGeneric } from './generic.ts';
import { opPadding } from './op-padding.ts';
import type { Padder } from './padder.ts';
import { zip } from '@shardform/ir-core';

/** Sets what was added to an operand to zeros along the dimensions that are summed over. */
function maskOperands(op: Operation, dims: readonly (readonly number[])[], padder: Padder): void {
  padder.buildBefore(op);
  zip(dims, op.operands).forEach(([list, operand]) => {
    const masked = padder.maskWithZeros(operand.value, list);
    if (masked !== operand.value) operand.set(masked);
  });
}

const dotGeneralPadding: InterfaceImplementation = /* @__PURE__ */ opPadding.implementFor(
  DotGeneralOp,
  (op) => (padder) => {
    const { lhsContractingDimensions: lhsContracting, rhsContractingDimensions: rhsContracting } =
      op.dotDimensionNumbers;
    maskOperands(op, [lhsContracting, rhsContracting], padder);
    padGeneric(op, padder);
    return true;
  },
);

/** Windows that reach over the end are cut off; too few of them can't be made up for. */
const convolutionPadding: InterfaceImplementation = /* @__PURE__ */ opPadding.implementFor(
  ConvolutionOp,
  (op) => (padder) => {
    const dimensions = op.dimensionNumbers;
    maskOperands(
      op,
      [
        [dimensions.inputFeatureDimension, ...dimensions.inputSpatialDimensions],
        [dimensions.kernelInputFeatureDimension, ...dimensions.kernelSpatialDimensions],
      ],
      padder,
    );
    // Padding keeps a ranked tensor ranked.
    const type = padder.divisibleType(op.result.type, padder.shardingOf(op.result)) as RankedTensorType;
    const inferred = inferredShape(op, type.shape);
    const { outputSpatialDimensions: outputSpatial } = dimensions;
    if (inferred === null || outputSpatial.some((d) => inferred[d]! < type.dimSize(d))) return false;
    const sharding = padder.shardingOf(op.result);
    padder.setType(op.result, type.withShape(inferred));
    padder.buildAfter(op);
    const trimmed = padder.trim(op.result, type.shape, outputSpatial, sharding);
    if (trimmed !== op.result) padder.replaceUses(op.result, trimmed);
    return true;
  },
);

/** The sizes that follow from the operands. */
function inferredShape(op: ConvolutionOp, shape: readonly number[]): number[] | null {
  const dimensions = op.dimensionNumbers;
  const [lhs, rhs] = [op.lhs.type.shape, op.rhs.type.shape];
  const windows = op.windows();
  if (typeof windows === 'string') return null;
  const inferred = [...shape];
  inferred[dimensions.outputBatchDimension] = Math.trunc(
    lhs[dimensions.inputBatchDimension]! / op.groups().batchGroups,
  );
  inferred[dimensions.outputFeatureDimension] = rhs[dimensions.kernelOutputFeatureDimension]!;
  zip(dimensions.outputSpatialDimensions, dimensions.inputSpatialDimensions, windows).forEach(
    ([d, inputSpatialDimension, window]) => {
      inferred[d] = windowedDim(dim(lhs[inputSpatialDimension]!), window).size;
    },
  );
  return inferred;
}

/** Padding of the operands and results of contractions and convolutions. */
export const contractionPaddings: readonly InterfaceImplementation[] = [
  dotGeneralPadding,
  convolutionPadding,
];
