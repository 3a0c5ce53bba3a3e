import { GatherDimensionNumbersAttr, GatherOp, numbersAttr, tensorOf } from '@shardform/dialect-stablehlo';
import { boolAttr, RankedTensorType, type Tensor } from '@shardform/ir-core';
import type { BroadcastingBuilder } from '../broadcasting-builder.ts';

/** Returns the slices of a tensor at indices of one dimension, whose place the dimensions of the indices take. */
export function gathered(data: Tensor, indices: Tensor, axis: number, build: BroadcastingBuilder): Tensor {
  const { shape } = data.type;
  const size = build.scalar(indices, data.type.dimSize(axis));
  // Indices may count from the end.
  const places = build.select(
    build.compare(indices, 'LT', build.scalar(indices, 0)),
    build.add(indices, size),
    indices,
  );
  const rank = indices.type.rank;
  const result = [...shape.slice(0, axis), ...indices.type.shape, ...shape.slice(axis + 1)];
  const offsets = [...shape.keys()]
    .filter((dim) => dim !== axis)
    .map((dim) => (dim < axis ? dim : dim + rank - 1));
  const dimensions = {
    offsetDims: offsets,
    collapsedSliceDims: [axis],
    operandBatchingDims: [],
    startIndicesBatchingDims: [],
    startIndexMap: [axis],
    indexVectorDim: rank,
  };
  const args = {
    operand: data,
    startIndices: places,
    dimensionNumbers: GatherDimensionNumbersAttr.get(dimensions),
    sliceSizes: numbersAttr(shape.map((own, dim) => (dim === axis ? 1 : own))),
    indicesAreSorted: boolAttr(false),
  };
  return tensorOf(
    build.builder.create(GatherOp, args, [RankedTensorType.get(result, data.type.elementType)]).result,
  );
}
