import * as shlo from '@shardform/dialect-stablehlo';
import * as ttir from '@shardform/dialect-ttir';
import { TensorBuilder } from '@shardform/dialect-ttir';
import { boolAttr, type ConversionPattern, inversePermutation } from '@shardform/ir-core';
import { conversion } from './convertible.ts';
import { RowIndexing } from './row-indexing.ts';

/** Gathers take rows: of a matrix whose rows are what is left of the operand behind the dimensions that indices count in. */
const rowsGather = conversion(shlo.GatherOp, (op, { builder }) => {
  const numbers = op.dimensionNumbers;
  const { operandBatchingDims: operandBatch, collapsedSliceDims, offsetDims } = numbers;
  const windows = {
    operand: op.operand,
    sizes: op.sliceSizes.numbers(),
    indices: op.startIndices,
    indexVectorDim: numbers.indexVectorDim,
    indexMap: numbers.startIndexMap,
    operandBatch,
    indicesBatch: numbers.startIndicesBatchingDims,
    windowDims: op.operand.type.shape
      .map((_, d) => d)
      .filter((d) => !collapsedSliceDims.includes(d) && !operandBatch.includes(d)),
    ownDims: offsetDims,
  };
  const indexing = new RowIndexing(windows, builder);
  const input = indexing.rows();
  const index = indexing.index();
  const count = index.type.dimSize(2) * indexing.extent;
  const type = input.type.withShape([input.type.dimSize(0), count, ...indexing.rowSizes]);
  const fillOutOfBounds = boolAttr(op.hasAttr(shlo.FILL_OUT_OF_BOUNDS));
  const args = { input, index, ...indexing.attributes(), fillOutOfBounds };
  const taken = builder.create(ttir.RowsGatherOp, args, [type]).result;
  const result = op.result.type;
  const order = indexing.valueOrder(result.rank);
  const tensors = new TensorBuilder(builder);
  const whole = tensors.reshape(
    taken,
    order.map((d) => result.dimSize(d)),
  );
  return [tensors.reorder(whole, inversePermutation(order))];
});

/** Conversions of gathers. */
export const gatherConversions: readonly ConversionPattern[] = [rowsGather];
