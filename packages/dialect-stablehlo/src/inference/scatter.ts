import { DYNAMIC, type RankedTensorType } from '@shardform/ir-core';
import type { ScatterDimensions } from '../attrs/scatter-dimension-numbers-attr.ts';
import { areCompatibleShapes, areCompatibleSizes } from './compatible-types.ts';
import { duplicateProblem, isSorted, isUnique, listText, rangeProblem } from './dimension-checks.ts';

/** The types of a scatter's operands. There are as many inputs as updates. */
export interface ScatterTypes {
  readonly inputs: readonly RankedTensorType[];
  readonly indices: RankedTensorType;
  readonly updates: readonly RankedTensorType[];
}

/**
 * Returns an error message for the first violated constraint that doesn't concern the region (StableHLO spec,
 * "scatter"), or `null`.
 */
export function scatterShapesProblem(
  { inputs, indices, updates }: ScatterTypes,
  { indexVectorDim }: ScatterDimensions,
): string | null {
  const agree = (types: readonly RankedTensorType[]): boolean =>
    types.every((type) => areCompatibleShapes(type.shape, types[0]!.shape));
  if (!agree(inputs)) return 'Not all inputs have compatible shapes.';
  if (!agree(updates)) return 'Not all updates have compatible shapes.';
  if (indexVectorDim >= 0 && indexVectorDim <= indices.rank) return null;
  return `Expects index_vector_dim to be in range [0, rank-of('scatter_indices')] i.e. [0, ${indices.rank}]. got: ${indexVectorDim}.`;
}

/** Returns an error message for the violated constraint on dimensions (StableHLO spec, "scatter"), or `null`. */
export function scatterDimensionsProblem(types: ScatterTypes, dimensions: ScatterDimensions): string | null {
  const [input, update] = [types.inputs[0], types.updates[0]];
  if (input === undefined || update === undefined) return null;
  return (
    ranksProblem(input, types.indices, update, dimensions) ??
    windowProblem(input.rank, update.rank, dimensions) ??
    batchingProblem(input, types.indices, dimensions) ??
    mapProblem(input.rank, types.indices, dimensions) ??
    updateSizesProblem(input, types.indices, update, dimensions)
  );
}

function ranksProblem(
  input: RankedTensorType,
  indices: RankedTensorType,
  update: RankedTensorType,
  { updateWindowDims, insertedWindowDims, inputBatchingDims, indexVectorDim }: ScatterDimensions,
): string | null {
  const expanded = indexVectorDim === indices.rank ? indices.rank + 1 : indices.rank;
  const expected = expanded - 1 + updateWindowDims.length;
  if (update.rank !== expected) {
    return `expects updates tensor must be of rank ${expected} ( == rank-of('scatter_indices') - 1 + size-of('update_window_dims'), where 'scatter_indices' is expanded by a trailing 1 dimension if 'index_vector_dim' == rank-of('scatter_indices')), but got ${update.rank}.`;
  }
  const rank = updateWindowDims.length + insertedWindowDims.length + inputBatchingDims.length;
  if (rank === input.rank) return null;
  return `Expects rank-of operand to match size-of('update_window_dims') + size-of('inserted_window_dims') + size-of('input_batching_dims') i.e. ${rank} but got ${input.rank}.`;
}

function windowProblem(
  inputRank: number,
  updateRank: number,
  { updateWindowDims, insertedWindowDims, inputBatchingDims }: ScatterDimensions,
): string | null {
  const unsorted = (name: string, list: readonly number[]): string =>
    `Expects ${name} to be sorted; got: ${listText(list)}.`;
  if (!isSorted(updateWindowDims)) return unsorted('update_window_dims', updateWindowDims);
  if (!isUnique(updateWindowDims)) {
    return `Expects update_window_dims to not repeat; got: ${listText(updateWindowDims)}.`;
  }
  const problem =
    rangeProblem('update_window_dims', updateWindowDims, "rank-of('updates')", updateRank) ??
    duplicateProblem('inserted_window_dims', insertedWindowDims, 'input_batching_dims', inputBatchingDims);
  if (problem !== null) return problem;
  for (const [name, list] of [
    ['inserted_window_dims', insertedWindowDims],
    ['input_batching_dims', inputBatchingDims],
  ] as const) {
    if (!isSorted(list)) return unsorted(name, list);
    const outside = rangeProblem(name, list, "rank-of('operand')", inputRank);
    if (outside !== null) return outside;
  }
  return null;
}

function batchingProblem(
  input: RankedTensorType,
  indices: RankedTensorType,
  { inputBatchingDims, scatterIndicesBatchingDims, indexVectorDim }: ScatterDimensions,
): string | null {
  if (!isUnique(scatterIndicesBatchingDims)) {
    return `Expects scatter_indices_batching_dims to not repeat; got: ${listText(scatterIndicesBatchingDims)}.`;
  }
  const outside = rangeProblem(
    'scatter_indices_batching_dims',
    scatterIndicesBatchingDims,
    "rank-of('scatter_indices')",
    indices.rank,
  );
  if (outside !== null) return outside;
  if (scatterIndicesBatchingDims.includes(indexVectorDim)) {
    return `expects scatter_indices_batching_dims not to include index_vector_dim ${indexVectorDim}.`;
  }
  if (inputBatchingDims.length !== scatterIndicesBatchingDims.length) {
    return 'input_batching_dims and scatter_indices_batching_dims should have the same size.';
  }
  for (const [i, d] of inputBatchingDims.entries()) {
    const [a, b] = [input.dimSize(d), indices.dimSize(scatterIndicesBatchingDims[i]!)];
    if (areCompatibleSizes(a, b)) continue;
    return `input_batching_dims[${i}] and scatter_indices_batching_dims[${i}] must have compatible sizes, but got ${a} and ${b}.`;
  }
  return null;
}

function mapProblem(
  rank: number,
  indices: RankedTensorType,
  { scatterDimsToOperandDims, inputBatchingDims, indexVectorDim }: ScatterDimensions,
): string | null {
  const size = indices.shape[indexVectorDim] ?? 1;
  if (!areCompatibleSizes(size, scatterDimsToOperandDims.length)) {
    return `Scatter op has ${scatterDimsToOperandDims.length} elements in scatter_dims_to_operand_dims and the bound of dimension index_vector_dim=${indexVectorDim} of scatter_indices is ${size}. These two numbers must be equal.`;
  }
  return (
    duplicateProblem(
      'scatter_dims_to_operand_dims',
      scatterDimsToOperandDims,
      'input_batching_dims',
      inputBatchingDims,
    ) ?? rangeProblem('scatter_dims_to_operand_dims', scatterDimsToOperandDims, "rank-of('operand')", rank)
  );
}

function updateSizesProblem(
  input: RankedTensorType,
  indices: RankedTensorType,
  update: RankedTensorType,
  { updateWindowDims, insertedWindowDims, inputBatchingDims, indexVectorDim }: ScatterDimensions,
): string | null {
  const windowed = input.shape.filter(
    (_, d) => !insertedWindowDims.includes(d) && !inputBatchingDims.includes(d),
  );
  for (const [i, d] of updateWindowDims.entries()) {
    const [size, limit] = [update.dimSize(d), windowed[i]!];
    if (size === DYNAMIC || limit === DYNAMIC || size <= limit) continue;
    return `expects bounds of the window dimensions of updates to not exceed the bounds of the corresponding dimensions of operand. For dimension ${d}, updates bound is ${size}, operand bound is ${limit}.`;
  }
  const places = indices.shape.filter((_, d) => d !== indexVectorDim);
  const scattered = update.shape.flatMap((size, d) => (updateWindowDims.includes(d) ? [] : [{ size, d }]));
  for (const [i, { size, d }] of scattered.entries()) {
    if (areCompatibleSizes(size, places[i]!)) continue;
    return `expects bounds of the scatter dimensions of updates to be same as the bounds of the corresponding dimensions of scatter indices. For scatter dimension ${d}, updates bound is ${size} , scatter_indices bound is ${places[i]}.`;
  }
  return null;
}
