import { ConvolutionOp } from '@shardform/dialect-stablehlo';
import { i64Attr, type InterfaceImplementation } from '@shardform/ir-core';
import type { GlobalValue } from '../local-converter.ts';
import { localLowering } from '../local-lowering.ts';
import { dropSharding, shardsOfDim } from '../split-dims.ts';

/** Each device has some of the groups: those of its output features, or of its batches. */
export const convolutionLowering: InterfaceImplementation = /* @__PURE__ */ localLowering.implementFor(
  ConvolutionOp,
  (op) => (converter) => {
    const { operands } = converter.global(op);
    const {
      kernelOutputFeatureDimension: kernelOutputFeature,
      inputBatchDimension: inputBatch,
      kernelSpatialDimensions: kernelSpatial,
    } = op.dimensionNumbers;
    const [lhs, rhs] = [operands[0]!, operands[1]!];
    if (kernelSpatial.some((dim) => shardsOfDim(rhs, dim, converter) > 1)) {
      converter.opError(
        op,
        'the kernel is sharded along a spatial dimension, whose parts are other windows.',
      );
      return;
    }
    const groups = (count: number, operand: GlobalValue, dim: number): number =>
      Math.max(1, Math.trunc(count / shardsOfDim(operand, dim, converter)));
    op.featureGroupCount = i64Attr(groups(op.featureGroupCount.number, rhs, kernelOutputFeature));
    op.batchGroupCount = i64Attr(groups(op.batchGroupCount.number, lhs, inputBatch));
    dropSharding(op);
  },
);
