import { type DenseArrayAttr, haveSameElements, type IntegerAttr, type Tensor } from '@shardform/ir-core';
import { fromFront, isInteger, isOutside, type Problems, quoted, spaced } from './problems.ts';

/** The operands that gathering and scattering have in common. */
interface Indexed {
  readonly input: Tensor;
  readonly index: Tensor;
}

/** Elements are taken along one dimension; index and result have one shape. */
export function* gatherProblems(
  op: Indexed & { readonly result: Tensor; readonly dim: IntegerAttr },
): Problems {
  const [input, index] = [op.input.type, op.index.type];
  if (!isInteger(index.elementType))
    yield `Index tensor must have an integer type, got ${quoted(index.elementType)}`;
  yield* gatherShapeProblems(op);
  if (!haveSameElements(index.shape, op.result.type.shape) || input.rank !== op.result.type.rank)
    yield 'Index tensor and result tensor must have the same shape.';
}

/** Ranks and dimension of a gathering. */
export function* gatherShapeProblems(op: Indexed & { readonly dim: IntegerAttr }): Problems {
  const [input, index] = [op.input.type.rank, op.index.type.rank];
  if (input !== index)
    yield `Input tensor and index tensor must have the same rank. Got input rank = ${input}, index rank = ${index}`;
  if (input < 1) yield `Input tensor and index tensor must have rank >= 1. Got rank = ${input}`;
  const dim = op.dim.number;
  if (isOutside(dim, input)) yield `Dimension must be in the range [-${input}, ${input}), got dim = ${dim}`;
}

/** All tensors of a scattering have one rank; there is an index for each element. */
export function* scatterProblems(op: Indexed & { readonly source: Tensor }): Problems {
  const [input, index, source] = [op.input.type, op.index.type, op.source.type];
  if (input.rank !== index.rank || input.rank !== source.rank)
    yield `Input tensor, index tensor, and source tensor must have the same rank. Got input rank = ${input.rank}, index rank = ${index.rank}, source rank = ${source.rank}`;
  if (!haveSameElements(index.shape, source.shape))
    yield 'Index tensor must have the same shape as source tensor.';
}

/** The result is the input with other rows; there is a size and a number for each dimension that rows are found by. */
export function* rowsScatterProblems(
  op: Indexed & {
    readonly update: Tensor;
    readonly result: Tensor;
    readonly sizes: DenseArrayAttr;
    readonly windows: DenseArrayAttr;
  },
): Problems {
  const [input, index] = [op.input.type, op.index.type];
  const [sizes, windows] = [op.sizes.numbers(), op.windows.numbers()];
  if (op.result.type !== input) yield 'Result must have the type of the input tensor.';
  if (!isInteger(index.elementType))
    yield `Index tensor must have an integer type, got ${quoted(index.elementType)}`;
  if (sizes.length !== windows.length || index.rank !== 3 || index.shape[1] !== sizes.length)
    yield 'Index tensor must have a batch, a number for each size and window, and one for each row.';
  // One list of indices may be for all batches.
  const batches = [1, input.shape[0]];
  if (!batches.includes(index.shape[0]) || op.update.type.shape[0] !== input.shape[0])
    yield 'Input tensor, index tensor, and update tensor must have the same batch.';
}

/** Rows that are taken have the type of elements of the input; their indices are those of a scattering. */
export function* rowsGatherProblems(
  op: Indexed & {
    readonly result: Tensor;
    readonly sizes: DenseArrayAttr;
    readonly windows: DenseArrayAttr;
  },
): Problems {
  const [input, index, result] = [op.input.type, op.index.type, op.result.type];
  const [sizes, windows] = [op.sizes.numbers(), op.windows.numbers()];
  if (result.elementType !== input.elementType)
    yield 'Result must have the element type of the input tensor.';
  if (!isInteger(index.elementType))
    yield `Index tensor must have an integer type, got ${quoted(index.elementType)}`;
  if (sizes.length !== windows.length || index.rank !== 3 || index.shape[1] !== sizes.length)
    yield 'Index tensor must have a batch, a number for each size and window, and one for each row.';
  if (![1, input.shape[0]].includes(index.shape[0]) || result.shape[0] !== input.shape[0])
    yield 'Input tensor, index tensor, and result must have the same batch.';
}

/** Rows of a table that has, beside its two dimensions, only such of size one. */
export function* embeddingProblems(op: {
  readonly input: Tensor;
  readonly weight: Tensor;
  readonly result: Tensor;
}): Problems {
  const [input, weight, result] = [op.input.type, op.weight.type, op.result.type];
  if (input.rank > 2) yield `input must be at most a 2D tensor, got ${input.rank}D ranked tensor`;
  if (weight.rank < 2) yield `weight must be at least 2D tensor, got ${weight.rank}D ranked tensor`;
  if (weight.shape.slice(0, -2).some((size) => size !== 1)) yield 'weight must be effectively 2D tensor';
  const expected = [...input.shape, weight.dimSize(-1)];
  if (!haveSameElements(expected, result.shape))
    yield `expected output shape of (${spaced(expected)}) but got (${spaced(result.shape)})`;
}

/** The gradient of a table has its shape. */
export function* embeddingBackwardProblems(op: {
  readonly weight: Tensor;
  readonly inGradient: Tensor;
  readonly result: Tensor;
}): Problems {
  const [weight, gradient, result] = [op.weight.type, op.inGradient.type, op.result.type];
  if (weight.rank !== 2) yield 'Input must be a 2D tensor';
  if (gradient.elementType !== result.elementType) yield 'Input gradient and output must have the same dtype';
  if (!haveSameElements(weight.shape, result.shape)) yield 'Output must have the same shape as weight';
}

interface Sorting {
  readonly input: Tensor;
  readonly dim: IntegerAttr | null;
  readonly values: Tensor;
  readonly indices: Tensor;
}

/** The dimension along which is sorted. */
export function* sortDimensionProblems({ input, dim }: Pick<Sorting, 'input' | 'dim'>): Problems {
  const { rank } = input.type;
  const along = dim?.number ?? -1;
  if (isOutside(along, rank))
    yield `Dimension out of range (expected to be in range of [${-rank}, ${rank - 1}], but got ${along})`;
}

/** Checks that sorted values are of the operand's type and their indices of its shape. */
export function* sortedProblems({ input, values, indices }: Sorting): Problems {
  if (input.type !== values.type) yield 'Sorted tensor type does not match with input tensor.';
  if (!haveSameElements(input.type.shape, indices.type.shape))
    yield 'Indices shape does not match with input tensor shape.';
}

/** Sorting along a dimension. */
export function* sortProblems(op: Sorting): Problems {
  yield* sortDimensionProblems(op);
  yield* sortedProblems(op);
}

/** There are as many elements as are asked for. */
export function* topKProblems(op: {
  readonly inputTensor: Tensor;
  readonly k: IntegerAttr;
  readonly dim: IntegerAttr | null;
}): Problems {
  const { rank, shape } = op.inputTensor.type;
  const dim = op.dim?.number ?? -1;
  if (isOutside(dim, rank))
    yield `specified dimension should be between ${-rank} and ${rank - 1}, but got: ${dim}`;
  const along = fromFront(dim, rank);
  const k = op.k.number;
  if (k <= 0 || k > shape[along]!)
    yield `K should be between 1 and the size of the specified dimension (${along}), but got: ${k}`;
}

/** The choice of experts for a batch of tokens. */
export interface Router {
  readonly input: Tensor;
  readonly weight: Tensor;
  readonly bias: Tensor;
  readonly k: IntegerAttr;
  readonly numExperts: IntegerAttr;
  readonly expertIndices: Tensor;
  readonly expertWeights: Tensor;
}

/** Operands of a router. */
export function* routerOperandProblems({ input, weight, bias }: Router): Problems {
  for (const [name, { type }, dims] of [
    ['input', input, '[B, hidden_dim]'],
    ['weight', weight, '[hidden_dim, num_experts]'],
    ['bias', bias, '[B, num_experts]'],
  ] as const) {
    if (type.rank !== 2) yield `${name} must be a 2D tensor ${dims}, but got rank ${type.rank}`;
  }
  const [batch, hidden] = input.type.shape;
  const [rows, experts] = weight.type.shape;
  const [biasRows, biasColumns] = bias.type.shape;
  if (rows !== hidden) yield `weight dim 0 (${rows!}) must equal input hidden_dim (${hidden!})`;
  if (biasRows !== batch) yield `bias dim 0 (${biasRows!}) must equal input batch size B (${batch!})`;
  if (biasColumns !== experts)
    yield `bias dim 1 (${biasColumns!}) must equal weight num_experts (${experts!})`;
}

/** Number of experts and results of a router. */
export function* routerResultProblems(op: Router): Problems {
  const experts = op.weight.type.shape[1];
  if (op.numExperts.number !== experts)
    yield `num_experts attribute (${op.numExperts.number}) must equal weight dim 1 (${experts!})`;
  const k = op.k.number;
  if (k <= 0) yield `k must be positive, but got: ${k}`;
  const results = [
    ['expert_indices', op.expertIndices.type],
    ['expert_weights', op.expertWeights.type],
  ] as const;
  for (const [name, { rank }] of results) {
    if (rank !== 2) yield `${name} must be a 2D tensor [B, k], but got rank ${rank}`;
  }
  const [batch] = op.input.type.shape;
  for (const [name, { shape }] of results) {
    if (shape[0] !== batch) yield `${name} dim 0 (${shape[0]!}) must equal input batch size B (${batch!})`;
    if (shape[1] !== k) yield `${name} dim 1 (${shape[1]!}) must equal k (${k})`;
  }
}

/** The choice of experts by a linear layer. */
export function* routerProblems(op: Router): Problems {
  yield* routerOperandProblems(op);
  if (op.numExperts.number <= 0) yield `num_experts must be positive, but got: ${op.numExperts.number}`;
  yield* routerResultProblems(op);
}

/** The operands of random choice, for each row. */
export interface Sampling {
  readonly inputValues: Tensor;
  readonly inputIndices: Tensor;
  readonly k: Tensor;
  readonly p: Tensor;
  readonly temp: Tensor;
  readonly result: Tensor;
}

/** There is one parameter for each row. */
export function* samplingParameterProblems({ k, p, temp }: Sampling, batch: number): Problems {
  for (const [name, { type }] of [
    ['k', k],
    ['p', p],
    ['temp', temp],
  ] as const) {
    if (type.rank !== 1) yield `${name} must be 1D [batch]`;
    if (type.shape[0] !== batch)
      yield `${name} batch dimension (${type.dimSize(0)}) must match input_values batch (${batch})`;
  }
}

/** Random choice among the likeliest tokens. */
export function* samplingProblems(op: Sampling): Problems {
  const [values, indices, result] = [op.inputValues.type, op.inputIndices.type, op.result.type];
  if (values.rank !== 2) yield 'input_values must be 2D [batch, candidates]';
  if (indices.rank !== 2) yield 'input_indices must be 2D [batch, candidates]';
  if (!haveSameElements(values.shape, indices.shape))
    yield 'input_values and input_indices must have the same shape';
  const batch = values.dimSize(0);
  yield* samplingParameterProblems(op, batch);
  if (result.rank !== 1 || result.shape[0] !== batch) yield 'result must be 1D [batch]';
}
