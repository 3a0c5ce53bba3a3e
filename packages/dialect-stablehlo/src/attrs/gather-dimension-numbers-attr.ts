import { defineAttr } from '@shardform/ir-core';
import { dimension, dimensionFields, dimensions } from './dimension-lists.ts';

/** The correspondence between the dimensions of a gather's operand, indices and result. Dimensions are 0-based. */
export interface GatherDimensions {
  readonly offsetDims: readonly number[];
  readonly collapsedSliceDims: readonly number[];
  readonly operandBatchingDims: readonly number[];
  readonly startIndicesBatchingDims: readonly number[];
  readonly startIndexMap: readonly number[];
  readonly indexVectorDim: number;
}

const parameters = {
  offset_dims: dimensions,
  collapsed_slice_dims: dimensions,
  operand_batching_dims: dimensions,
  start_indices_batching_dims: dimensions,
  start_index_map: dimensions,
  index_vector_dim: dimension,
};

/** `#stablehlo.gather<offset_dims = [1], ...>` (StableHLO spec, "gather"). */
export class GatherDimensionNumbersAttr extends defineAttr('stablehlo.gather', {
  summary: 'Attribute that models the dimension information for gather',
  parameters,
  format: dimensionFields(parameters, 'gather dimension numbers'),
}) {}
