import type { AxisList, OpShardingRuleAttr, ReductionOp } from '@shardform/dialect-sdy';

/** The axes that split one factor in one tensor. */
export interface FactorSharding {
  readonly axes: AxisList;
  /** Axes after `axes` that split the dimension further than this factor allows; factors minor of it have none. */
  readonly overflowAxes: AxisList;
  /** True if nothing may be added. */
  readonly isClosed: boolean;
  /** True if the factor is the last one of its dimension. */
  readonly isMinorMost: boolean;
}

/** The sharding of one tensor by factor. */
export interface TensorFactorShardings {
  /** By factor; `null` for factors that the tensor lacks, and for those minor of an overflow. Mutable. */
  readonly factors: (FactorSharding | null)[];
  readonly replicatedAxes: AxisList;
  readonly unreducedAxes: AxisList;
  readonly reductionOp: ReductionOp;
}

/** The shardings of all tensors of an operation by factor. */
export interface ShardingProjection {
  readonly rule: OpShardingRuleAttr;
  /** Operands, then results. */
  readonly tensors: readonly TensorFactorShardings[];
  readonly operandCount: number;
}

/** Replaces the axes of a factor. @throws when the tensor lacks the factor. */
export function setFactorAxes(tensor: TensorFactorShardings, factor: number, axes: AxisList): void {
  const sharding = tensor.factors[factor] ?? null;
  if (sharding === null) throw new Error(`tensor has no factor ${factor}`);
  tensor.factors[factor] = { ...sharding, axes };
}
