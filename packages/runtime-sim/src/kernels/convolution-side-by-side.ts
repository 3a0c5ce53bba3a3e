import { type NdArray, zeros } from '../array/nd-array.ts';
import type { ConvDims, ConvWindow } from './convolution.ts';
import { convolveLanes } from './convolution-lanes.ts';
import { patchGeometry } from './convolution-patches.ts';
import { transpose } from './transpose.ts';

/**
 * Returns the convolution of f32 arrays in many small groups as `[batch, ...spatial, feature]`, with the groups as the
 * innermost dimension of everything; see {@link convolveLanes}.
 */
export function convolveSideBySide(
  lhs: NdArray,
  rhs: NdArray,
  dims: ConvDims,
  window: ConvWindow,
  groups: number,
): NdArray {
  const {
    inputBatchDimension: inputBatch,
    inputFeatureDimension: inputFeature,
    kernelInputFeatureDimension: kernelInputFeature,
    kernelOutputFeatureDimension: kernelOutputFeature,
  } = dims;
  const grouped = window.batchGroups > 1 ? inputBatch : inputFeature;
  const values = groupsLast(lhs, [inputBatch, ...dims.inputSpatialDimensions, inputFeature], grouped, groups);
  const order = [...dims.kernelSpatialDimensions, kernelInputFeature, kernelOutputFeature];
  const weights = groupsLast(rhs, order, kernelOutputFeature, groups);
  const geometry = patchGeometry(values.shape.slice(0, -1), weights.shape.slice(0, -1), window);
  const { batch, places, outputs } = geometry;
  const sums = zeros('f32', [batch, ...places, outputs, groups]);
  // The caller has seen that the kind is f32.
  const [x, y, out] = [values.data, weights.data, sums.data] as [Float32Array, Float32Array, Float32Array];
  convolveLanes(x, y, out, groups, geometry);
  const last = sums.shape.length - 1;
  const features = transpose(sums, [...sums.shape.keys()].slice(0, -2).concat(last, last - 1));
  return { ...features, shape: [batch, ...places, groups * outputs] };
}

/** The dimensions in the given order, with the grouped one divided by the number of groups, followed by the groups. */
function groupsLast(array: NdArray, order: readonly number[], grouped: number, groups: number): NdArray {
  const shape = array.shape.flatMap((size, dim) => (dim === grouped ? [groups, size / groups] : [size]));
  const places = order.map((dim) => (dim >= grouped ? dim + 1 : dim));
  return transpose({ ...array, shape }, [...places, grouped]);
}
