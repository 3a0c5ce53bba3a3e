import * as sdy from '@shardform/dialect-sdy';
import type { InterfaceImplementation, Operation, OpWithDefinition, Region } from '@shardform/ir-core';
import { assembleShards, type NdArray, sliceShard } from '../array/index.ts';
import { type DeviceState, interpretable } from '../interpreter/interpretable.ts';
import { isArray, type RuntimeValue } from '../interpreter/runtime-value.ts';
import { arrayType, constantArray } from './types.ts';
import { lookUp } from '@shardform/ir-core';

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

/** Runs the body on every device of the mesh, on the shards given by the shardings, and reassembles the results. */
function manualComputation(
  op: sdy.ManualComputationOp,
  operands: readonly NdArray[],
  state: DeviceState,
): readonly RuntimeValue[] {
  const { inShardings, outShardings, manualAxes } = op;
  const first = [...inShardings.shardings, ...outShardings.shardings].at(0);
  const mesh = first === undefined ? null : sdy.lookUpMesh(op, first.meshOrRef);
  const isGlobal = manualAxes.isEmpty || mesh === null;
  if (isGlobal) return state.runDevices([op.body], () => operands)[0];
  const isManual = (axis: sdy.AxisRefAttr): boolean => manualAxes.includes(axis.name);
  const manualPart = (sharding: sdy.TensorShardingAttr): sdy.TensorShardingAttr =>
    sharding.with({ dims: sharding.dims.map((dim) => dim.withAxes(dim.axes.filter(isManual))) });
  const layouts = operands.map(({ shape }, i) =>
    sdy.shardLayout(shape, manualPart(inShardings.shardings[i]), mesh),
  );
  const bodies = new Array<Region>(mesh.totalSize).fill(op.body);
  const results = state.runDevices(bodies, (device) =>
    operands.map((operand, i) =>
      sliceShard(operand, lookUp(layouts[i].offsets, device), layouts[i].localShape),
    ),
  );
  return op.results.map((result, i) => {
    const { kind, shape } = arrayType(op, result.type);
    const { offsets } = sdy.shardLayout(shape, manualPart(outShardings.shardings[i]), mesh);
    const shards = results.map((own, device) => ({
      offsets: lookUp(offsets, device),
      array: own.filter(isArray)[i],
    }));
    return assembleShards(kind, shape, shards);
  });
}

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
