import type { AnyOpClass } from '@shardform/ir-core';
import { AllGatherOp } from './all-gather-op.ts';
import { AllReduceOp } from './all-reduce-op.ts';
import { AllSliceOp } from './all-slice-op.ts';
import { AllToAllOp } from './all-to-all-op.ts';
import { CollectivePermuteOp } from './collective-permute-op.ts';
import { ConstantOp } from './constant-op.ts';
import { DataFlowEdgeOp, FuncDataFlowEdgeOp } from './data-flow-edge-ops.ts';
import { ManualComputationOp } from './manual-computation-op.ts';
import { MeshOp } from './mesh-op.ts';
import { NamedComputationOp } from './named-computation-op.ts';
import { PropagationBarrierOp } from './propagation-barrier-op.ts';
import { ReduceScatterOp } from './reduce-scatter-op.ts';
import { ReplicatedToUnreducedOp } from './replicated-to-unreduced-op.ts';
import { ReshardOp } from './reshard-op.ts';
import { ReturnOp } from './return-op.ts';
import { ShardedToUnreducedOp } from './sharded-to-unreduced-op.ts';
import { ShardingConstraintOp } from './sharding-constraint-op.ts';
import { ShardingGroupOp } from './sharding-group-op.ts';

/** All operations of the dialect. */
export const sdyOps: readonly AnyOpClass[] = [
  AllGatherOp,
  AllReduceOp,
  AllSliceOp,
  AllToAllOp,
  CollectivePermuteOp,
  ConstantOp,
  DataFlowEdgeOp,
  FuncDataFlowEdgeOp,
  ManualComputationOp,
  MeshOp,
  NamedComputationOp,
  PropagationBarrierOp,
  ReduceScatterOp,
  ReplicatedToUnreducedOp,
  ReshardOp,
  ReturnOp,
  ShardedToUnreducedOp,
  ShardingConstraintOp,
  ShardingGroupOp,
];
