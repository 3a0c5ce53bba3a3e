import type { TrainingRun } from '../run/training-run.ts';

/** Habits of a family of frameworks on GPUs that decide which values a process holds. */
export interface MemoryStyle {
  /**
   * Whether weights are divided while they are not used, among all devices that have the same ones: replicas and parts of sequences.
   * Those of a layer are gathered and cast for its passes.
   */
  readonly dividesWeights: boolean;
  /** Whether tensor parallelism divides the tokens of activations between products. */
  readonly dividesTokens: boolean;
  /**
   * Whether kernels of attention and of the gate work in place or compute their inputs again, and divided operands of products are
   * gathered a second time. Automatic differentiation of PyTorch keeps the operands of each operation instead.
   */
  readonly fusesKernels: boolean;
  /** Whether gradients are made in the type of the passes, and added to those in f32 once a backward pass has all of them. */
  readonly addsGradientsAfterwards: boolean;
  /** Whether stages of a pipeline have layers by their products, among which those of the head count. */
  readonly balancesProducts: boolean;
  /** Whether stages of a pipeline have buffers for all microbatches of a step. */
  readonly buffersMicrobatches: boolean;
  /** Bytes that the loss has for each logit at once. */
  readonly bytesOfLogit: number;
}

/**
 * PyTorch's FSDP2 beside tensor parallelism of DTensors, as torchtitan composes them: the mesh of FSDP includes context parallelism,
 * and activations between products are divided by tokens (`parallelize_llama.py`). `torch.distributed.pipelining` allocates buffers
 * for the received values of all microbatches (`_prepare_backward_infra`). `cross_entropy` has logarithms of probabilities, their gradients, and those of logits in f32.
 */
const dividedWeights: MemoryStyle = {
  dividesWeights: true,
  dividesTokens: true,
  fusesKernels: false,
  addsGradientsAfterwards: false,
  balancesProducts: false,
  buffersMicrobatches: true,
  bytesOfLogit: 4 + 4 + 4,
};

/**
 * Replicas with ZeRO-1, as in nanotron: `TensorParallelLinearMode.REDUCE_SCATTER` divides tokens, `FP32GradientAccumulator` adds
 * gradients, and `build_model` divides layers by the costs of blocks. The sharded cross entropy has logits in the type of
 * activations and in f32, and probabilities in f32, which become the gradients.
 */
const dividedOptimizer: MemoryStyle = {
  dividesWeights: false,
  dividesTokens: true,
  fusesKernels: false,
  addsGradientsAfterwards: true,
  balancesProducts: true,
  buffersMicrobatches: false,
  bytesOfLogit: 2 + 4 + 4,
};

/** Whole states, as in Megatron-LM: sequence parallelism is an option, and gradients of weights are added in f32 by their products. */
const wholeStates: MemoryStyle = {
  dividesWeights: false,
  dividesTokens: false,
  fusesKernels: true,
  addsGradientsAfterwards: false,
  balancesProducts: false,
  buffersMicrobatches: false,
  bytesOfLogit: 2 + 4 + 4,
};

/**
 * Returns the habits of frameworks that divide the states of a run like it does. Where parts of sequences are the only
 * devices with the same weights, these divide them.
 */
export function memoryStyleOf(
  run: Pick<TrainingRun, 'fsdp' | 'data' | 'context' | 'zero1' | 'sequenceParallel'>,
): MemoryStyle {
  const { fsdp, data, context, zero1 } = run;
  if (fsdp > 1 || (context > 1 && data === 1 && !zero1)) return dividedWeights;
  return zero1 ? dividedOptimizer : { ...wholeStates, dividesTokens: run.sequenceParallel };
}
