import { DYNAMIC, type RankedTensorType } from '@shardform/ir-core';
import type { ConvDimensions } from '../attrs/conv-dimension-numbers-attr.ts';
import { type Dim, dim, dimsOf } from './bounded-shape.ts';
import { areCompatibleElementTypes } from './compatible-types.ts';
import { isQuantized } from './quantized-types.ts';
import { type WindowDimension, windowedDim } from './window.ts';

/** Into how many independent convolutions the batch or the features are split. */
export interface ConvGroups {
  readonly featureGroups: number;
  readonly batchGroups: number;
}

/**
 * Returns an error message for the violated constraint on the operands and dimensions of a convolution (StableHLO spec,
 * "convolution"), or `null`.
 */
export function convolutionProblem(
  lhs: RankedTensorType,
  rhs: RankedTensorType,
  dimensions: ConvDimensions,
  groups: ConvGroups,
): string | null {
  const types = `'${String(lhs)}' and '${String(rhs)}'`;
  if (lhs.rank < 2) return `expects convolution arguments to have >= 2 dimensions. Got: ${types}.`;
  if (lhs.rank !== rhs.rank) {
    return `expects convolution arguments to have same number of dimensions. Got: ${types}.`;
  }
  const [a, b] = [lhs.elementType, rhs.elementType];
  if (!isQuantized(a) && !isQuantized(b) && !areCompatibleElementTypes(a, b)) {
    return `expects lhs and rhs to have compatible element type. Got: '${String(a)}' and '${String(b)}'`;
  }
  return (
    dimensionNumbersProblem(lhs.rank, dimensions) ?? groupsProblem(lhs.shape, rhs.shape, dimensions, groups)
  );
}

function dimensionNumbersProblem(rank: number, dimensions: ConvDimensions): string | null {
  const {
    inputSpatialDimensions: inputSpatial,
    kernelSpatialDimensions: kernelSpatial,
    outputSpatialDimensions: outputSpatial,
  } = dimensions;
  if (inputSpatial.length !== kernelSpatial.length || inputSpatial.length !== outputSpatial.length) {
    return `expects the same size for input, kernel and output spatial-dimensions, but got ${inputSpatial.length}, ${kernelSpatial.length}, and ${outputSpatial.length} resp.`;
  }
  const lists = {
    input: [dimensions.inputBatchDimension, dimensions.inputFeatureDimension, ...inputSpatial],
    kernel: [
      dimensions.kernelInputFeatureDimension,
      dimensions.kernelOutputFeatureDimension,
      ...kernelSpatial,
    ],
    output: [dimensions.outputBatchDimension, dimensions.outputFeatureDimension, ...outputSpatial],
  };
  if (
    Object.values(lists)
      .flat()
      .some((d) => d < 0 || d >= rank)
  ) {
    return `expects input, kernel, and output dimension-numbers to be in-range [0, ${rank}).`;
  }
  for (const [name, list] of Object.entries(lists)) {
    if (new Set(list).size !== list.length) {
      return `expects ${name} dimension-numbers to be unique, got {${list.join(', ')}}.`;
    }
  }
  return null;
}

function groupsProblem(
  lhs: readonly number[],
  rhs: readonly number[],
  dimensions: ConvDimensions,
  { featureGroups, batchGroups }: ConvGroups,
): string | null {
  if (batchGroups > 1 && featureGroups > 1) {
    return `expects batch_group_count and feature_group_count not to be both greater than 1. Got ${batchGroups} and ${featureGroups} resp.`;
  }
  const batch = lhs[dimensions.inputBatchDimension]!;
  if (batch !== DYNAMIC && batch % batchGroups !== 0) {
    return `expects input batch dimension (${batch}) to be divisible by batch_group_count. Got batch_group_count = ${batchGroups}.`;
  }
  const feature = lhs[dimensions.inputFeatureDimension]!;
  const kernelInput = rhs[dimensions.kernelInputFeatureDimension]!;
  if (feature !== DYNAMIC) {
    if (feature % featureGroups !== 0) {
      return `expects input feature dimension (${feature}) to be a multiple of feature_group_count. Got feature_group_count = ${featureGroups}.`;
    }
    if (kernelInput !== DYNAMIC && feature / featureGroups !== kernelInput) {
      return `expects input feature dimension (${feature}) / feature_group_count = kernel input feature dimension (${kernelInput}). Got feature_group_count = ${featureGroups}.`;
    }
  }
  const kernelOutput = rhs[dimensions.kernelOutputFeatureDimension]!;
  if (kernelOutput === DYNAMIC) return null;
  if (kernelOutput % batchGroups !== 0) {
    return `expects output feature dimension size (${kernelOutput}) to be a multiple of batch_group_count. Got batch_group_count = ${batchGroups}.`;
  }
  return kernelOutput % featureGroups === 0
    ? null
    : `expects kernel output feature dimension (${kernelOutput}) to be divisible by feature_group_count. For feature_group_count = ${featureGroups}.`;
}

/** Returns the dimensions of a convolution's result. */
export function convolutionResultDims(
  lhs: RankedTensorType,
  rhs: RankedTensorType,
  dimensions: ConvDimensions,
  { batchGroups }: ConvGroups,
  windows: readonly WindowDimension[],
): Dim[] {
  const input = dimsOf(lhs);
  const batch = input[dimensions.inputBatchDimension]!;
  const split = (length: number): number => (length === DYNAMIC ? DYNAMIC : Math.floor(length / batchGroups));
  const result: Dim[] = new Array<Dim>(lhs.rank).fill(dim(DYNAMIC));
  result[dimensions.outputBatchDimension] = dim(split(batch.size), split(batch.bound));
  result[dimensions.outputFeatureDimension] = dimsOf(rhs)[dimensions.kernelOutputFeatureDimension]!;
  for (const [i, d] of dimensions.outputSpatialDimensions.entries()) {
    result[d] = windowedDim(input[dimensions.inputSpatialDimensions[i]!]!, windows[i]!);
  }
  return result;
}
