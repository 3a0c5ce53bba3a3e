import type { FusionRole, OperationCost, OpKind } from '@shardform/runtime-dist';
import type { Stage } from '../schedule/stage-graph.ts';

/** How a model's input is given to devices. */
export interface ModelInput {
  readonly name: string;
  readonly shape: readonly number[];
  /** Bytes per element. */
  readonly elementBytes: number;
  /** Whether dimension 0 is the batch, which replicas and microbatches divide. */
  readonly isBatch: boolean;
  /** The dimension along which horizontal parallelism divides it; `null` when all shards have the whole. */
  readonly shardAxis: number | null;
}

/** What becomes of a result of the function from microbatch to microbatch: a sum, or rows of a larger tensor. */
export type Fold = 'sum' | 'concat';

/** A result of an operation. */
export interface ModelResult {
  /** What becomes of it if it is a result of the function, else `null`. */
  readonly fold: Fold | null;
  /** Whether the shards of horizontal parallelism have parts of a sum. */
  readonly isPartial: boolean;
  /** The dimension along which shards have parts that each of them needs the whole of; `null` or absent if none. */
  readonly gatherAxis?: number | null;
  /** The input whose gradient it is, or `null`. */
  readonly gradientOf: number | null;
  /** Bytes per element, if not the model's. */
  readonly elementBytes?: number;
  /** Whether its values follow from shapes, so that they are known before the program runs. */
  readonly isKnown?: boolean;
}

/** An operation of a model on one device. */
export interface ModelOp {
  readonly kind: OpKind;
  /** Numbers of values: inputs first, then results in order. */
  readonly operands: readonly number[];
  readonly results: readonly ModelResult[];
  /** Place in the model's stages. */
  readonly stage: number;
  /** Shapes of the results, from those of the operands. */
  readonly infer: (shapes: readonly (readonly number[])[]) => readonly (readonly number[])[];
  /** Floating-point operations of what one shard does for a microbatch, where the kind doesn't tell. */
  readonly flops?: number;
  /** What one shard does for a microbatch in all, where the kind doesn't tell. */
  readonly cost?: OperationCost;
  /** How compilers fuse it; they don't by default. */
  readonly fusion?: FusionRole;
  /** What people call it. */
  readonly label?: string;
}

/** A program of one device whose structure strategies know: what is batch, what is a weight, where stages begin. */
export interface SequentialModel {
  readonly name: string;
  readonly inputs: readonly ModelInput[];
  readonly ops: readonly ModelOp[];
  /**
   * What is done once after the last microbatch with what `ops` give, by each shard of a replica; their results are
   * numbered after those of `ops`. Absent where the update is that of `dist.sgd`.
   */
  readonly late?: readonly ModelOp[];
  /** In the order of their definition: forward and backward stage of each device, or forward stages only. */
  readonly stages: readonly Stage[];
  /** Bytes per element of results. */
  readonly elementBytes: number;
}
