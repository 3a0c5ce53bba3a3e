import { defineAttr } from '@shardform/ir-core';
import { dimension, dimensionFields, dimensions } from './dimension-lists.ts';

/** The correspondence between the dimensions of a scatter's inputs, indices and updates. Dimensions are 0-based. */
export interface ScatterDimensions {
  readonly updateWindowDims: readonly number[];
  readonly insertedWindowDims: readonly number[];
  readonly inputBatchingDims: readonly number[];
  readonly scatterIndicesBatchingDims: readonly number[];
  readonly scatterDimsToOperandDims: readonly number[];
  readonly indexVectorDim: number;
}

const parameters = {
  update_window_dims: dimensions,
  inserted_window_dims: dimensions,
  input_batching_dims: dimensions,
  scatter_indices_batching_dims: dimensions,
  scatter_dims_to_operand_dims: dimensions,
  index_vector_dim: dimension,
};

/** `#stablehlo.scatter<update_window_dims = [1], ...>` (StableHLO spec, "scatter"). */
export class ScatterDimensionNumbersAttr extends defineAttr('stablehlo.scatter', {
  summary: 'Attribute that models the dimension information for scatter',
  parameters,
  format: dimensionFields(parameters, 'scatter dimension numbers'),
}) {}
