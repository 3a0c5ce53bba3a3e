/** The sizes of a decoder-only transformer. */
export interface TransformerSizes {
  readonly layers: number;
  readonly hidden: number;
  readonly heads: number;
  /** Heads of keys and values, each for a group of queries' heads. */
  readonly kvHeads: number;
  /** The inner width of the feed-forward network, of each expert where there are several. */
  readonly ffn: number;
  /** Whether the feed-forward network has a gate: three matrices instead of two. */
  readonly gated: boolean;
  readonly vocab: number;
  /** Tokens of a sequence. */
  readonly sequence: number;
  /** Width of a head, where that is not the hidden width by the number of heads. */
  readonly headWidth?: number;
  /** Number of experts of a layer; 1 for a dense model. */
  readonly experts: number;
  /** Experts that a token goes to. */
  readonly expertsPerToken: number;
}

/** Types of the operands of products. */
export const precisions = ['bf16', 'fp16', 'fp8', 'fp32'] as const;

/** One of {@link precisions}. */
export type Precision = (typeof precisions)[number];

/**
 * Activations that the backward pass computes again: none; the cheap ones, which no product makes; or all of a layer, of which only
 * the input is kept.
 */
export const recomputations = ['none', 'selective', 'full'] as const;

/** One of {@link recomputations}. */
export type Recomputation = (typeof recomputations)[number];

/** The degrees of a strategy, which multiply to the devices. */
export interface Parallelism {
  /** Replicas of the weights. */
  readonly data: number;
  /** Replicas that divide the weights, gradients and state of the optimizer among them. */
  readonly fsdp: number;
  readonly tensor: number;
  /** Parts of a sequence, each on devices of its own. */
  readonly context: number;
  /** Groups that have different experts of a layer. */
  readonly expert: number;
  readonly pipeline: number;
}

/** A training run: a model, a strategy, and the devices. */
export interface TrainingRun extends Parallelism {
  readonly model: TransformerSizes;
  /** The name of a kind of device, such as `h100-80gb`. */
  readonly hardware: string;
  readonly devices: number;
  /** Slices of TPUs that a data-centre network joins. */
  readonly slices: number;
  /** Sequences of a step. */
  readonly batch: number;
  /** Sequences of a replica in a forward pass; `null` for the number that is the fastest of those that fit. */
  readonly microbatch: number | null;
  readonly precision: Precision;
  /** Whether activations between the products of tensor parallelism are divided by tokens. */
  readonly sequenceParallel: boolean;
  /** Parts of the model on each device of a pipeline. */
  readonly interleave: number;
  /** Whether replicas divide the state of the optimizer. */
  readonly zero1: boolean;
  readonly recompute: Recomputation;
}

/** A run whose microbatch is known. */
export interface SizedRun extends TrainingRun {
  readonly microbatch: number;
}

/** Returns the width of a head. */
export function headWidthOf({ headWidth, hidden, heads }: TransformerSizes): number {
  return headWidth ?? hidden / heads;
}

/** Returns the number of replicas that have sequences of their own. */
export function replicasOf({ data, fsdp, expert }: Parallelism): number {
  return data * fsdp * expert;
}

/** Returns the number of microbatches of a step on each replica. */
export function microbatchesOf(run: SizedRun): number {
  return run.batch / (replicasOf(run) * run.microbatch);
}

/** Returns the number of devices of a stage of the pipeline. */
export function stageDevicesOf({ data, fsdp, expert, context, tensor }: Parallelism): number {
  return data * fsdp * expert * context * tensor;
}
