import * as sdy from '@shardform/dialect-sdy';
import type { InterfaceImplementation, Operation, OpWithDefinition } from '@shardform/ir-core';
import { interpretable } from '../interpreter/interpretable.ts';
import { manualComputation } from './manual-computation.ts';
import { constantArray } from './types.ts';

/**
 * Operations that change where a tensor lies and not what it is. On global shapes, where they are executed, they
 * hand on their operand.
 */
const placements: readonly OpWithDefinition<Operation>[] = [
  sdy.AllGatherOp,
  sdy.AllReduceOp,
  sdy.AllSliceOp,
  sdy.AllToAllOp,
  sdy.CollectivePermuteOp,
  sdy.DataFlowEdgeOp,
  sdy.FuncDataFlowEdgeOp,
  sdy.PropagationBarrierOp,
  sdy.ReduceScatterOp,
  sdy.ReplicatedToUnreducedOp,
  sdy.ReshardOp,
  sdy.ShardedToUnreducedOp,
  sdy.ShardingConstraintOp,
];

/** Operations of sdy, on global shapes. */
export const shardingInterpreters: readonly InterfaceImplementation[] = [
  ...placements.map((op) => interpretable.implementFor(op, () => (operands) => operands)),
  interpretable.implementFor(sdy.SdyConstantOp, (op) => (_, state) => [
    constantArray(op, op.value, op.output.type, state),
  ]),
  interpretable.implementFor(sdy.ShardingGroupOp, () => () => []),
  interpretable.implementFor(
    sdy.NamedComputationOp,
    (op) => (operands, state) => state.runRegion(op.body, operands),
  ),
  interpretable.implementFor(
    sdy.ManualComputationOp,
    (op) => (operands, state) => manualComputation(op, operands, state),
  ),
];
