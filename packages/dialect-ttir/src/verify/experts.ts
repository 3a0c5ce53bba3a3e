import { haveSameElements, type IntegerAttr, type Tensor } from '@shardform/ir-core';
import { type Problems } from './problems.ts';
import { lastOf } from '@shardform/ir-core';

/** A tensor of an exchange between experts, with the number and meaning of its dimensions. */
export type RankRule = readonly [name: string, value: Tensor, rank: number, dims: string];

/** Tensors have the numbers of dimensions that they are to have. */
export function* rankProblems(rules: readonly RankRule[]): Problems {
  for (const [name, { type }, rank, dims] of rules) {
    if (type.rank !== rank) yield `${name} must be a ${rank}D tensor${dims === '' ? '' : ` ${dims}`}`;
  }
}

/** Devices along one of two axes of the mesh. */
export function* deviceAxisProblems(op: {
  readonly numDevices: IntegerAttr;
  readonly clusterAxis: IntegerAttr;
}): Problems {
  if (op.numDevices.number <= 0) yield 'num_devices must be positive';
  if (op.clusterAxis.number < 0 || op.clusterAxis.number > 1) yield 'cluster_axis must be 0 or 1';
}

interface Dispatch {
  readonly inputTensor: Tensor;
  readonly expertIndices: Tensor;
  readonly expertMapping: Tensor;
  readonly dispatched: Tensor;
  readonly numDevices: IntegerAttr;
  readonly clusterAxis: IntegerAttr;
}

/** Tokens to the devices of their experts. */
export function* dispatchProblems(op: Dispatch & { readonly metadata: Tensor }): Problems {
  yield* rankProblems([
    ['input_tensor', op.inputTensor, 4, '[B, S, 1, H]'],
    ['expert_indices', op.expertIndices, 4, '[B, S, 1, K]'],
    ['expert_mapping', op.expertMapping, 4, '[1, 1, E, D]'],
    ['dispatched output', op.dispatched, 4, '[1, B*D, S, H]'],
    ['metadata output', op.metadata, 4, '[1, B*D, S, K]'],
  ]);
  yield* deviceAxisProblems(op);
}

/** Tokens and scores to the devices of their experts; `mapping` is the rule for the table of experts. */
export function* dispatchMetadataProblems(
  op: Dispatch & {
    readonly expertScores: Tensor;
    readonly indices: Tensor;
    readonly scores: Tensor;
  },
  mapping: readonly [rank: number, dims: string],
): Problems {
  yield* rankProblems([
    ['input_tensor', op.inputTensor, 4, '[1, 1, M, H]'],
    ['expert_indices', op.expertIndices, 4, '[1, 1, M, K]'],
    ['expert_scores', op.expertScores, 4, '[1, 1, M, K]'],
    ['expert_mapping', op.expertMapping, ...mapping],
    ['dispatched output', op.dispatched, 3, '[1, tokens_global, H]'],
    ['indices output', op.indices, 3, '[1, tokens_global, K]'],
    ['scores output', op.scores, 3, '[1, tokens_global, K]'],
  ]);
  yield* deviceAxisProblems(op);
}

/** Results of experts back to the tokens of devices. */
export function* combineProblems(op: {
  readonly inputTensor: Tensor;
  readonly expertMetadata: Tensor;
  readonly expertMapping: Tensor;
  readonly result: Tensor;
  readonly numDevices: IntegerAttr;
  readonly clusterAxis: IntegerAttr;
  readonly numExpertsPerTok: IntegerAttr;
}): Problems {
  yield* rankProblems([
    ['input_tensor', op.inputTensor, 4, '[E_local, B*D, S, H]'],
    ['expert_metadata', op.expertMetadata, 4, '[1, B*D, S, K]'],
    ['expert_mapping', op.expertMapping, 4, '[1, 1, E, D]'],
    ['result', op.result, 4, '[K, B, S, H]'],
  ]);
  yield* deviceAxisProblems(op);
  if (op.numExpertsPerTok.number <= 0) yield 'num_experts_per_tok must be positive';
}

/** A sum over the experts of each token. */
export function* selectiveCombineProblems(op: {
  readonly selectExpertsK: IntegerAttr;
  readonly experts: IntegerAttr;
  readonly hiddenSize: IntegerAttr;
}): Problems {
  for (const [name, attribute] of [
    ['select_experts_k', op.selectExpertsK],
    ['experts', op.experts],
    ['hidden_size', op.hiddenSize],
  ] as const) {
    if (attribute.number === 0) yield `${name} must be positive`;
  }
}

/** Checks the tokens that the experts of a device get; `dims` describes the two results. */
export function* tokenRemapProblems(
  op: {
    readonly topkTensor: Tensor;
    readonly expertMapping: Tensor;
    readonly expertMetadata: Tensor;
    readonly mapping: Tensor;
    readonly reduced: Tensor;
    readonly reductionSize: IntegerAttr;
  },
  dims: readonly [mapping: string, reduced: string],
): Problems {
  yield* rankProblems([
    ['topk_tensor', op.topkTensor, 4, '[D, B, S, E]'],
    ['expert_mapping', op.expertMapping, 4, '[1, 1, E, D]'],
    ['expert_metadata', op.expertMetadata, 4, '[D, B, S, K]'],
    ['mapping output', op.mapping, 4, dims[0]],
    ['reduced output', op.reduced, 4, dims[1]],
  ]);
  if (op.reductionSize.number <= 0) yield 'reduction_size must be positive';
}

/** Sizes are counted in tiles. */
const TILE = 32;

/** A size that is to be some whole tiles. */
export function* tiledSizeProblems(name: string, size: number): Problems {
  if (size <= 0 || size % TILE !== 0) yield `${name} must be a positive multiple of 32`;
}

/** The experts of a device. */
export interface ExpertLayer {
  readonly tilizeInputTensor: Tensor;
  readonly intermediateSize: IntegerAttr;
  readonly outputHeightShardDim: IntegerAttr;
}

/** Sizes of the experts' operand. */
export function* expertInputProblems(op: ExpertLayer): Problems {
  if (op.outputHeightShardDim.number === 0) yield 'output_height_shard_dim must be positive';
  const { rank, shape } = op.tilizeInputTensor.type;
  if (rank < 2) yield 'tilize_input_tensor must have rank >= 2';
  yield* tiledSizeProblems('tilize_input_tensor last dim (hidden_size)', lastOf(shape));
}

/** The experts of a device with their weights as they are in the model. */
export function* expertProblems(
  op: ExpertLayer & {
    readonly w0: Tensor;
    readonly bias0: Tensor | null;
    readonly bias1: Tensor | null;
    readonly bias2: Tensor | null;
  },
): Problems {
  yield* tiledSizeProblems('intermediate_size', op.intermediateSize.number);
  const biases = [op.bias0, op.bias1, op.bias2];
  const given = biases.filter((bias) => bias !== null);
  if (given.length !== 0 && given.length !== biases.length)
    yield 'bias_0, bias_1, and bias_2 must be all present or all absent';
  const { shape: w0 } = op.w0.type;
  const rankProblem = 'w0 must have rank 4 (L, E, hidden, intermediate)';
  if (given.length > 0 && w0.length !== 4) yield rankProblem;
  const [layers, experts, hidden, intermediate] = w0;
  for (const [i, bias] of given.entries()) {
    const expected = [layers!, experts!, i === 2 ? hidden! : intermediate!];
    if (!haveSameElements(bias.type.shape, expected))
      yield `bias_${i} must have shape (${expected.join(', ')})`;
  }
  yield* expertInputProblems(op);
  if (w0.length !== 4) yield rankProblem;
  const size = op.tilizeInputTensor.type.dimSize(-1);
  if (hidden !== size)
    yield `w0 hidden dim (${hidden!}) must match tilize_input_tensor hidden_size (${size})`;
}

/** The experts of a device with their weights in the order of the library. */
export function* packedExpertProblems(op: {
  readonly w0W1Tensor: Tensor;
  readonly w2Tensor: Tensor;
  readonly expertIndices: Tensor;
  readonly expertScores: Tensor;
}): Problems {
  const [first, second] = [op.w0W1Tensor.type, op.w2Tensor.type];
  if (first.rank !== 6) yield 'w0_w1_tensor must be a rank 6 tensor';
  if (second.rank !== 6) yield 'w2_tensor must be a rank 6 tensor';
  if (first.shape[5] !== 4 * TILE) yield 'w0_w1_tensor dim[5] must be 128 (4*TILE_SIZE)';
  if (second.shape[5] !== 4 * TILE) yield 'w2_tensor dim[5] must be 128 (4*TILE_SIZE)';
  if (first.shape[0] !== second.shape[0])
    yield 'w0_w1_tensor and w2_tensor must have same dim[0] (num_cores)';
  if (first.shape[2] !== second.shape[2])
    yield 'w0_w1_tensor and w2_tensor must have same dim[2] (experts_per_device)';
  if (op.expertIndices.type.rank < 2) yield 'expert_indices must have rank >= 2';
  if (op.expertScores.type.rank < 2) yield 'expert_scores must have rank >= 2';
}
