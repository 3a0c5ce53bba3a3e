import { DYNAMIC, type RankedTensorType } from '@shardform/ir-core';
import type { GatherDimensions } from '../attrs/gather-dimension-numbers-attr.ts';
import { type Dim, dim, dimsOf } from './bounded-shape.ts';
import { areCompatibleSizes } from './compatible-types.ts';
import { duplicateProblem, isSorted, isUnique, listText, rangeProblem } from './dimension-checks.ts';

/** The sizes of the slices that a gather takes, or their number where they are computed. */
export interface GatherSlices {
  /** The sizes; `null` where unknown. */
  readonly sizes: readonly number[] | null;
  /** The shape of the list of sizes. */
  readonly shape: readonly number[];
}

type Check = () => string | null;

/** Returns the dimensions of a gather's result. @returns a message when a rule is broken (StableHLO spec, "gather"). */
export function gatherResultDims(
  operand: RankedTensorType,
  indices: RankedTensorType,
  dimensions: GatherDimensions,
  slices: GatherSlices,
): Dim[] | string {
  const checks: readonly Check[] = [
    () => indexProblem(operand, indices, dimensions),
    () => operandDimensionsProblem(operand.rank, dimensions),
    () => batchingProblem(operand, indices, dimensions),
    () => slicesProblem(operand, dimensions, slices),
  ];
  for (const check of checks) {
    const problem = check();
    if (problem !== null) return problem;
  }
  const { offsetDims, indexVectorDim } = dimensions;
  const batch = dimsOf(indices).filter((_, d) => d !== indexVectorDim);
  const rank = offsetDims.length + batch.length;
  const outside = rangeProblem('offset_dims', offsetDims, 'implied-result-rank', rank);
  if (outside !== null) return outside;
  const offsets = offsetSizes(operand.rank, dimensions, slices.sizes);
  const result: Dim[] = [];
  for (let d = 0, nextBatch = 0; d < rank; d++) {
    const offset = offsetDims.indexOf(d);
    result.push(offset >= 0 ? dim(offsets[offset]!) : batch[nextBatch++]!);
  }
  return result;
}

/** Sizes of the result dimensions that come from the operand. */
function offsetSizes(
  rank: number,
  { offsetDims, collapsedSliceDims, operandBatchingDims }: GatherDimensions,
  sizes: readonly number[] | null,
): number[] {
  if (sizes === null) return offsetDims.map(() => DYNAMIC);
  return Array.from({ length: rank }, (_, d) => d)
    .filter((d) => !collapsedSliceDims.includes(d) && !operandBatchingDims.includes(d))
    .map((d) => sizes[d]!);
}

function indexProblem(
  { rank }: RankedTensorType,
  indices: RankedTensorType,
  dimensions: GatherDimensions,
): string | null {
  const { offsetDims, collapsedSliceDims, operandBatchingDims, startIndexMap, indexVectorDim } = dimensions;
  if (offsetDims.length + collapsedSliceDims.length + operandBatchingDims.length !== rank) {
    return `offset_dims size (${offsetDims.length}) plus collapse_slice_dims size (${collapsedSliceDims.length}) plus operand_batching_dims size (${operandBatchingDims.length}) is not equal to operand rank (${rank})`;
  }
  if (indexVectorDim < 0 || indexVectorDim > indices.rank) {
    return `Expects index_vector_dim to be in range [0, rank-of('start_indices')] i.e. [0, ${indices.rank}]. got: ${indexVectorDim}.`;
  }
  const size = indices.shape[indexVectorDim] ?? 1;
  if (!areCompatibleSizes(size, startIndexMap.length)) {
    return `start_index_map size (${startIndexMap.length}) is not equal to size of index dimension (${indexVectorDim}) of start_indices (${size})`;
  }
  if (!isSorted(offsetDims)) return `expects offset_dims to be sorted, got: ${listText(offsetDims)}`;
  return isUnique(offsetDims) ? null : `expects offset_dims to not repeat, got: ${listText(offsetDims)}`;
}

function operandDimensionsProblem(
  rank: number,
  { collapsedSliceDims, operandBatchingDims }: GatherDimensions,
): string | null {
  const twice = duplicateProblem(
    'collapsed_slice_dims',
    collapsedSliceDims,
    'operand_batching_dims',
    operandBatchingDims,
  );
  if (twice !== null) return twice;
  for (const [name, list] of [
    ['collapsed_slice_dims', collapsedSliceDims],
    ['operand_batching_dims', operandBatchingDims],
  ] as const) {
    if (!isSorted(list)) return `expects ${name} to be sorted, got: ${listText(list)}`;
    const outside = rangeProblem(name, list, "rank-of('operand')", rank);
    if (outside !== null) return outside;
  }
  return null;
}

function batchingProblem(
  operand: RankedTensorType,
  indices: RankedTensorType,
  { operandBatchingDims, startIndicesBatchingDims, startIndexMap, indexVectorDim }: GatherDimensions,
): string | null {
  if (!isUnique(startIndicesBatchingDims)) {
    return `expects start_indices_batching_dims to not repeat, got: ${listText(startIndicesBatchingDims)}`;
  }
  const outside = rangeProblem(
    'start_indices_batching_dims',
    startIndicesBatchingDims,
    "rank-of('start_indices')",
    indices.rank,
  );
  if (outside !== null) return outside;
  if (startIndicesBatchingDims.includes(indexVectorDim)) {
    return `expects start_indices_batching_dims not to include index_vector_dim ${indexVectorDim}`;
  }
  if (operandBatchingDims.length !== startIndicesBatchingDims.length) {
    return 'operand_batching_dims and start_indices_batching_dims should have the same size';
  }
  for (const [i, d] of operandBatchingDims.entries()) {
    const [a, b] = [operand.dimSize(d), indices.dimSize(startIndicesBatchingDims[i]!)];
    if (areCompatibleSizes(a, b)) continue;
    return `operand_batching_dims[${i}] and start_indices_batching_dims[${i}] must have compatible sizes, but got ${a} and ${b}`;
  }
  return (
    duplicateProblem('start_index_map', startIndexMap, 'operand_batching_dims', operandBatchingDims) ??
    rangeProblem('start_index_map', startIndexMap, "rank-of('operand')", operand.rank)
  );
}

function slicesProblem(
  operand: RankedTensorType,
  { collapsedSliceDims, operandBatchingDims }: GatherDimensions,
  { sizes, shape }: GatherSlices,
): string | null {
  if (shape.length !== 1) return `slice_sizes.rank != 1 (got ${shape.length})`;
  if (!areCompatibleSizes(shape[0]!, operand.rank)) {
    return `slice_sizes size (${shape[0]}) not equal to operand rank (${operand.rank})`;
  }
  if (sizes === null) return null;
  for (const [name, list] of [
    ['collapsed_slice_dims', collapsedSliceDims],
    ['operand_batching_dims', operandBatchingDims],
  ] as const) {
    const large = list.find((d) => sizes[d]! > 1);
    if (large === undefined) continue;
    return `Expects that for each dim in ${name}, slice_sizes[dim] should be <= 1, but got ${sizes[large]}`;
  }
  for (const [d, size] of sizes.entries()) {
    const limit = operand.dimSize(d);
    if (size >= 0 && (limit === DYNAMIC || size <= limit)) continue;
    return `slice size (${size}) is out of bounds for operand dimension (${limit}) at index ${d}`;
  }
  return null;
}
