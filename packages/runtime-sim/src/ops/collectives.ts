import * as hlo from '@shardform/dialect-stablehlo';
import { DenseElementsAttr, type InterfaceImplementation, type Operation, type Region } from '@shardform/ir-core';
import { type NdArray, scalarArray, zeros } from '../array/index.ts';
import { ExecutionError } from '../interpreter/execution-error.ts';
import { type DeviceState, type Execution, interpretable } from '../interpreter/interpretable.ts';
import { binary, concatenate, reduceWith, slice } from '../kernels/index.ts';
import { combinerOf, namedReducer } from './reduce.ts';

/**
 * The group of a device. One replica runs on every device, so that ids of groups are device ids whether the op
 * counts replicas, partitions or flattened ids (StableHLO spec, "Collective ops").
 *
 * @throws ExecutionError when no group has the device.
 */
function groupOf(op: Operation, groups: hlo.ReplicaGroups, { device, deviceCount }: DeviceState): number[] {
  if (!(groups instanceof DenseElementsAttr)) {
    throw new ExecutionError(op, "'replica_groups' that are axes of a mesh can't be executed");
  }
  const all = hlo.replicaGroups(groups);
  // No groups at all mean one group of everybody.
  if (all.length === 0) return Array.from({ length: deviceCount }, (_, i) => i);
  const group = all.find((members) => members.includes(device));
  if (group !== undefined) return group;
  throw new ExecutionError(op, `no group of 'replica_groups' has device ${device}`);
}

/** Combines arrays of one shape element by element, first to last. */
function fold(arrays: readonly NdArray[], region: Region, state: DeviceState): NdArray {
  const reducer = namedReducer(region);
  if (reducer !== null) return arrays.reduce((sum, array) => binary(reducer, sum, array));
  const { kind } = arrays[0]!;
  const combine = combinerOf(region, [kind], state);
  return arrays.reduce((sum, array) => {
    // Two arrays stacked along a new first dimension and folded along it, from the first one on.
    const stacked = concatenate([unsqueezed(array)], 0);
    return reduceInto(stacked, sum, combine);
  });
}

function unsqueezed(array: NdArray): NdArray {
  return { ...array, shape: [1, ...array.shape] };
}

function reduceInto(stacked: NdArray, start: NdArray, combine: Parameters<typeof reduceWith>[3]): NdArray {
  const count = start.data.length;
  const flat = { ...stacked, shape: [1, count] };
  const results: NdArray[] = [];
  for (let i = 0; i < count; i++) {
    const element = slice(flat, [0, i], [1, i + 1], [1, 1]);
    const init = { ...slice({ ...start, shape: [count] }, [i], [i + 1], [1]), shape: [] };
    results.push({ ...reduceWith([element], [init], [0, 1], combine)[0]!, shape: [1] });
  }
  return { ...concatenate(results, 0), shape: start.shape };
}

function* allReduce(op: hlo.AllReduceOp, operands: readonly NdArray[], state: DeviceState): Execution {
  const members = groupOf(op, op.replicaGroups, state);
  return yield {
    op,
    members,
    operands,
    complete(all) {
      // The order of the ids, whatever the order of the group.
      const order = [...members.keys()].sort((a, b) => members[a]! - members[b]!);
      const sums = operands.map((_, i) =>
        fold(
          order.map((at) => all[at]![i]!),
          op.computation,
          state,
        ),
      );
      return members.map(() => sums);
    },
  };
}

function* allGather(op: hlo.AllGatherOp, operands: readonly NdArray[], state: DeviceState): Execution {
  const members = groupOf(op, op.replicaGroups, state);
  const dim = op.allGatherDim.number;
  return yield {
    op,
    members,
    operands,
    complete(all) {
      const joined = operands.map((_, i) =>
        concatenate(
          all.map((own) => own[i]!),
          dim,
        ),
      );
      return members.map(() => joined);
    },
  };
}

function* reduceScatter(
  op: hlo.ReduceScatterOp,
  operands: readonly NdArray[],
  state: DeviceState,
): Execution {
  const members = groupOf(op, op.replicaGroups, state);
  const dim = op.scatterDimension.number;
  return yield {
    op,
    members,
    operands,
    complete(all) {
      const order = [...members.keys()].sort((a, b) => members[a]! - members[b]!);
      const sum = fold(
        order.map((at) => all[at]![0]!),
        op.computation,
        state,
      );
      return members.map((_, i) => [part(sum, dim, i, members.length)]);
    },
  };
}

function* allToAll(op: hlo.AllToAllOp, operands: readonly NdArray[], state: DeviceState): Execution {
  const members = groupOf(op, op.replicaGroups, state);
  const [split, concat, count] = [op.splitDimension.number, op.concatDimension.number, op.splitCount.number];
  return yield {
    op,
    members,
    operands,
    complete: (all) =>
      members.map((_, receiver) =>
        operands.map((__, i) =>
          concatenate(
            all.map((own) => part(own[i]!, split, receiver, count)),
            concat,
          ),
        ),
      ),
  };
}

function* collectivePermute(
  op: hlo.CollectivePermuteOp,
  operands: readonly NdArray[],
  state: DeviceState,
): Execution {
  const ids = op.sourceTargetPairs.integers().map(Number);
  const members = Array.from({ length: state.deviceCount }, (_, i) => i);
  return yield {
    op,
    members,
    operands,
    complete: (all) =>
      members.map((member) => {
        const pair = ids.findIndex((id, i) => i % 2 === 1 && id === member);
        const [own] = all[member]!;
        return [pair < 0 ? zeros(own!.kind, own!.shape) : all[ids[pair - 1]!]![0]!];
      }),
  };
}

/** Part `index` of `count` equal parts along a dimension. */
function part(array: NdArray, dim: number, index: number, count: number): NdArray {
  const size = array.shape[dim]! / count;
  const starts = array.shape.map((_, d) => (d === dim ? index * size : 0));
  const limits = array.shape.map((full, d) => (d === dim ? (index + 1) * size : full));
  return slice(
    array,
    starts,
    limits,
    array.shape.map(() => 1),
  );
}

/** Collectives of StableHLO, between the devices that run the program. */
export const collectiveInterpreters: readonly InterfaceImplementation[] = [
  interpretable.implementFor(hlo.AllReduceOp, (op) => (operands, state) => allReduce(op, operands, state)),
  interpretable.implementFor(hlo.AllGatherOp, (op) => (operands, state) => allGather(op, operands, state)),
  interpretable.implementFor(
    hlo.ReduceScatterOp,
    (op) => (operands, state) => reduceScatter(op, operands, state),
  ),
  interpretable.implementFor(hlo.AllToAllOp, (op) => (operands, state) => allToAll(op, operands, state)),
  interpretable.implementFor(
    hlo.CollectivePermuteOp,
    (op) => (operands, state) => collectivePermute(op, operands, state),
  ),
  interpretable.implementFor(hlo.PartitionIdOp, () => (_, { device }) => [scalarArray('ui32', device)]),
  interpretable.implementFor(hlo.ReplicaIdOp, () => () => [scalarArray('ui32', 0)]),
];
