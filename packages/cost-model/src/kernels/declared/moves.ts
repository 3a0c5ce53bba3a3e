import * as hlo from '@shardform/dialect-hlo';
import * as stablehlo from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation, Operation, OpWithDefinition } from '@shardform/ir-core';
import { kernelCost, type KernelCost } from '../kernel-cost.ts';
import { scatterExecutions } from '../flops/region-executions.ts';
import { bytesOfType, bytesOfTypes } from '../tensor-size.ts';

const { chlo } = stablehlo;

const all = (
  classes: readonly OpWithDefinition<Operation>[],
  cost: KernelCost,
): readonly InterfaceImplementation[] => classes.map((op) => kernelCost.implementFor(op, () => cost));

/** Operations that move elements, and those that only name, order or communicate. */
export const movingCosts: readonly InterfaceImplementation[] = [
  ...all(
    [
      ...[
        stablehlo.BroadcastOp,
        stablehlo.BroadcastInDimOp,
        stablehlo.ConcatenateOp,
        stablehlo.DynamicIotaOp,
      ],
      ...[stablehlo.IotaOp, stablehlo.PadOp, stablehlo.ReverseOp, stablehlo.TransposeOp, chlo.ConstantLikeOp],
    ],
    { kind: 'move', fusion: 'loop' },
  ),
  ...all([stablehlo.DynamicSliceOp, stablehlo.GatherOp, stablehlo.SliceOp], {
    ...{ kind: 'move', fusion: 'loop' },
    readsPart: true,
  }),
  ...all([stablehlo.DynamicGatherOp, stablehlo.RealDynamicSliceOp, stablehlo.TorchIndexSelectOp], {
    kind: 'move',
    readsPart: true,
  }),
  ...all(
    [
      ...[stablehlo.GetDimensionSizeOp, stablehlo.SetDimensionSizeOp],
      ...[stablehlo.DynamicBroadcastInDimOp, stablehlo.DynamicPadOp],
      ...[hlo.CopyOp, hlo.RngGetAndUpdateStateOp],
    ],
    { kind: 'move' },
  ),
  // Values that are there before the program begins.
  ...all(
    [
      ...[stablehlo.ConstantOp, stablehlo.PartitionIdOp, stablehlo.ReplicaIdOp],
      ...[chlo.ChloConstantOp, hlo.ElidedConstantOp],
    ],
    { kind: 'move', launches: 0 },
  ),
  ...all([stablehlo.DynamicReshapeOp], { kind: 'move', memory: 'view' }),
  ...all([stablehlo.ReshapeOp], { kind: 'move', memory: 'view', launches: 0 }),
  // Elements keep their bits and their places.
  ...all([stablehlo.BitcastConvertOp], { kind: 'elementwise', memory: 'view', launches: 0, flops: () => 0 }),
  ...all([stablehlo.OptimizationBarrierOp, hlo.AddDependencyOp, hlo.BitcastOp, hlo.DomainOp], {
    kind: 'free',
    memory: 'view',
  }),
  ...all(
    [
      ...[stablehlo.AfterAllOp, stablehlo.CreateTokenOp, stablehlo.TupleOp, stablehlo.GetTupleElementOp],
      ...[
        stablehlo.AsyncStartOp,
        stablehlo.AsyncDoneOp,
        hlo.AsyncStartOp,
        hlo.AsyncUpdateOp,
        hlo.AsyncDoneOp,
      ],
    ],
    { kind: 'free' },
  ),
  ...all(
    [
      ...[stablehlo.AllGatherOp, stablehlo.AllReduceOp, stablehlo.AllToAllOp, stablehlo.ReduceScatterOp],
      ...[stablehlo.CollectiveBroadcastOp, stablehlo.CollectivePermuteOp, stablehlo.CollectiveReduceOp],
      ...[stablehlo.InfeedOp, stablehlo.OutfeedOp, stablehlo.RecvOp, stablehlo.SendOp],
    ],
    { kind: 'communication' },
  ),
  ...all([stablehlo.CaseOp, stablehlo.IfOp, stablehlo.WhileOp], { kind: 'regions' }),
  kernelCost.implementFor(stablehlo.DynamicUpdateSliceOp, (op) => ({
    ...{ kind: 'move', fusion: 'root', memory: 'update' },
    updates: () => ({ operands: 1, bytes: bytesOfType(op.update.type) }),
  })),
  // Updates are combined with what is there, which is read where it is written.
  kernelCost.implementFor(stablehlo.ScatterOp, (op) => ({
    ...{ kind: 'algorithm', memory: 'update' },
    executions: () => scatterExecutions(op),
    updates: () => ({
      operands: op.inputs.length,
      bytes: 2 * bytesOfTypes(op.updates.map(({ type }) => type)),
    }),
  })),
];
