import type { FusionRole, OperationCost } from '@shardform/cost-model';
import type { OpKind } from '@shardform/runtime-dist';
import type { Stage } from '../schedule/stage-graph.ts';

/** The distribution of a model's input to devices. */
export interface ModelInput {
  readonly name: string;
  readonly shape: readonly number[];
  /** Bytes per element. */
  readonly elementBytes: number;
  /** True if dimension 0 is the batch, which replicas and microbatches divide. */
  readonly isBatch: boolean;
  /** The dimension along which horizontal parallelism divides it; `null` when all shards have the whole. */
  readonly shardAxis: number | null;
}

/** The accumulation of a function's result over microbatches: as a sum, or as rows of a larger tensor. */
export type Fold = 'sum' | 'concat';

/** A result of an operation. */
export interface ModelResult {
  /** Accumulation of a result of the function, else `null`. */
  readonly fold: Fold | null;
  /** True if the shards of horizontal parallelism hold partial sums. */
  readonly isPartial: boolean;
  /** The dimension along which shards have to be gathered; `null` or absent if none. */
  readonly gatherAxis?: number | null;
  /** The input whose gradient it is, or `null`. */
  readonly gradientOf: number | null;
  /** Bytes per element, if not the model's. */
  readonly elementBytes?: number;
  /** True if its values depend on shapes only, so that they are known statically. */
  readonly isKnown?: boolean;
}

/** An operation of a model on one device. */
export interface ModelOp {
  readonly kind: OpKind;
  /** Numbers of values: inputs first, then results in order. */
  readonly operands: readonly number[];
  readonly results: readonly ModelResult[];
  /** Index into the model's stages. */
  readonly stage: number;
  /** Shapes of the results, from those of the operands. */
  readonly infer: (shapes: readonly (readonly number[])[]) => readonly (readonly number[])[];
  /** Floating-point operations of one shard for a microbatch, if the kind doesn't determine them. */
  readonly flops?: number;
  /** The total cost of one shard for a microbatch, if the kind doesn't determine it. */
  readonly cost?: OperationCost;
  /** The role in which compilers fuse it; none by default. */
  readonly fusion?: FusionRole;
  /** The name for users. */
  readonly label?: string;
}

/** A program of one device with the structure that strategies need: batches, weights, and stage boundaries. */
export interface SequentialModel {
  readonly name: string;
  readonly inputs: readonly ModelInput[];
  readonly ops: readonly ModelOp[];
  /**
   * Operations performed once after the last microbatch on the results of `ops`, by each shard of a replica; their
   * results are numbered after those of `ops`. Absent if the update is that of `dist.sgd`.
   */
  readonly late?: readonly ModelOp[];
  /** In the order of their definition: forward and backward stage of each device, or forward stages only. */
  readonly stages: readonly Stage[];
  /** Bytes per element of results. */
  readonly elementBytes: number;
}
