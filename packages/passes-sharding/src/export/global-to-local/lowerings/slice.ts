import { areAxisListsEqual } from '@shardform/dialect-sdy';
import { DynamicSliceOp, SliceOp } from '@shardform/dialect-stablehlo';
import { DenseArrayAttr, i64, type InterfaceImplementation } from '@shardform/ir-core';
import { localLowering } from '../local-lowering.ts';
import { axesOfDim, dropSharding, globalShape, shardsOfDim, reportMismatch } from '../split-dims.ts';

/** Split dimensions are taken whole, or so that a device's shard of the result lies in its shard of the operand. */
export const sliceLowering: InterfaceImplementation = /* @__PURE__ */ localLowering.implementFor(
  SliceOp,
  (op) => (converter) => {
    const { operands, results } = converter.global(op);
    const [input, output] = [operands[0]!, results[0]!];
    const starts = [...op.startIndices.numbers()];
    const limits = [...op.limitIndices.numbers()];
    for (const [d, stride] of op.strides.numbers().entries()) {
      const [a, b] = [axesOfDim(input, d), axesOfDim(output, d)];
      if (!areAxisListsEqual(a, b)) {
        reportMismatch(op, d, a, b, converter);
        return;
      }
      const parts = shardsOfDim(output, d, converter);
      if (parts === 1) continue;
      const [inSize, outSize] = [globalShape(input)[d]!, globalShape(output)[d]!];
      const localSize = Math.ceil(inSize / parts);
      const isFull = starts[d] === 0 && limits[d] === inSize && localSize % stride === 0;
      const isFree = starts[d] === 0 && stride === 1 && localSize === Math.ceil(outSize / parts);
      if (!isFull && !isFree) {
        converter.opError(
          op,
          `dimension ${d} is sharded but the slice is not a full slice and requires device communication.`,
        );
        return;
      }
      limits[d] = localSize;
    }
    op.startIndices = DenseArrayAttr.get(i64, starts);
    op.limitIndices = DenseArrayAttr.get(i64, limits);
    dropSharding(op);
  },
);

/** Split dimensions are taken whole. */
export const dynamicSliceLowering: InterfaceImplementation = /* @__PURE__ */ localLowering.implementFor(
  DynamicSliceOp,
  (op) => () => {
    op.sliceSizes = DenseArrayAttr.get(i64, op.result.type.shape);
  },
);
