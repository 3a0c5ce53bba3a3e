import { DynamicSliceOp, GatherOp, PadOp, SliceOp } from '@shardform/dialect-stablehlo';
import {
  DenseArrayAttr,
  i64,
  type InterfaceImplementation,
  RankedTensorType,
  type Tensor,
  zip,
} from '@shardform/ir-core';
import { padGeneric } from './generic.ts';
import { opPadding } from './op-padding.ts';
import type { Padder } from './padder.ts';

/** Takes more of the operand, along dimensions in which each device slices its own shard. */
const slicePadding: InterfaceImplementation = /* @__PURE__ */ opPadding.implementFor(
  SliceOp,
  (op) => (padder) => {
    const type = padder.divisibleType(op.result.type, padder.shardingOf(op.result));
    if (type === op.result.type || !(type instanceof RankedTensorType)) {
      padGeneric(op, padder);
      return true;
    }
    const [starts, limits] = [op.startIndices.numbers(), op.limitIndices.numbers()];
    const { shape } = op.result.type;
    op.limitIndices = DenseArrayAttr.get(
      i64,
      zip(type.shape, limits, starts).map(([size, limit, start], d) =>
        size === shape[d] ? limit : start + size,
      ),
    );
    padder.setType(op.result, type);
    return true;
  },
);

/** Adds more at the end, or less where the operand was made longer; where that was followed by padding, it has to end with the padding value. */
const padPadding: InterfaceImplementation = /* @__PURE__ */ opPadding.implementFor(
  PadOp,
  (op) => (padder) => {
    // Padding keeps a ranked tensor ranked.
    const type = padder.divisibleType(op.result.type, padder.shardingOf(op.result)) as RankedTensorType;
    const [low, high, interior] = [op.edgePaddingLow, op.edgePaddingHigh, op.interiorPadding].map((list) =>
      list.numbers(),
    );
    const newHigh = op.operand.type.shape.map(
      (size, d) => type.dimSize(d) - size - low![d]! - Math.max(0, size - 1) * interior![d]!,
    );
    const original = padder.originalType(op.operand);
    if (original instanceof RankedTensorType) {
      // The elements that were added to the operand follow its last one, after the interior padding.
      const seen = [...high!.keys()].filter((d) => high![d]! > interior![d]!);
      padder.buildBefore(op);
      op.operands[0]!.set(padder.mask(op.operand, original, op.paddingValue, seen));
    }
    op.edgePaddingHigh = DenseArrayAttr.get(i64, newHigh);
    padder.setType(op.result, type);
    return true;
  },
);

/** Takes all of a longer operand along the dimensions of which all is taken: no others are split. */
const dynamicSlicePadding: InterfaceImplementation = /* @__PURE__ */ opPadding.implementFor(
  DynamicSliceOp,
  (op) => (padder) => {
    op.sliceSizes = paddedSizes(op.sliceSizes, op.operand, [], padder);
    padGeneric(op, padder);
    return true;
  },
);

const gatherPadding: InterfaceImplementation = /* @__PURE__ */ opPadding.implementFor(
  GatherOp,
  (op) => (padder) => {
    const { collapsedSliceDims, operandBatchingDims } = op.dimensionNumbers;
    const single = [...collapsedSliceDims, ...operandBatchingDims];
    op.sliceSizes = paddedSizes(op.sliceSizes, op.operand, single, padder);
    padGeneric(op, padder);
    return true;
  },
);

/** The sizes of slices, with those of a padded operand in place of those that it had; single elements stay single. */
function paddedSizes(
  sizes: DenseArrayAttr,
  operand: Tensor,
  single: readonly number[],
  padder: Padder,
): DenseArrayAttr {
  const original = padder.originalType(operand);
  if (!(original instanceof RankedTensorType)) return sizes;
  return DenseArrayAttr.get(
    i64,
    sizes
      .numbers()
      .map((size, d) =>
        size === original.dimSize(d) && !single.includes(d) ? operand.type.dimSize(d) : size,
      ),
  );
}

/** Padding of the operands and results of slices and pads. */
export const sliceAndPadPaddings: readonly InterfaceImplementation[] = [
  slicePadding,
  padPadding,
  dynamicSlicePadding,
  gatherPadding,
];
