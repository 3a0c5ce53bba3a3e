import * as hlo from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation } from '@shardform/ir-core';
import { elementAt, type NdArray, scalarArray, zeros } from '../array/index.ts';
import { ExecutionError } from '../interpreter/execution-error.ts';
import { type DeviceState, type Execution, interpretable } from '../interpreter/interpretable.ts';
import { binary, concatenate, convert, inAccumulators, shardAlong } from '../kernels/index.ts';
import { collectivePermute } from './collective-permute.ts';
import { channelOf, movingStrategy, ownGroup, reducingStrategy, requiredGroup } from './process-groups.ts';
import { foldArrays } from './regions.ts';
import { lastOf } from '@shardform/ir-core';

function* allReduce(op: hlo.AllReduceOp, operands: readonly NdArray[], state: DeviceState): Execution {
  const members = requiredGroup(op, reducingStrategy(op), state);
  return yield {
    op,
    channel: channelOf(op),
    members,
    operands,
    complete(all) {
      const order = inOrderOfIds(members);
      const sums = operands.map((_, i) =>
        foldArrays(
          order.map((at) => all[at][i]),
          op.computation,
          state,
        ),
      );
      return members.map(() => sums);
    },
  };
}

function* allGather(op: hlo.AllGatherOp, operands: readonly NdArray[], state: DeviceState): Execution {
  const members = requiredGroup(op, reducingStrategy(op), state);
  const dim = op.allGatherDim.number;
  return yield {
    op,
    channel: channelOf(op),
    members,
    operands,
    complete(all) {
      const joined = operands.map((_, i) =>
        concatenate(
          all.map((own) => own[i]),
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
  const members = requiredGroup(op, reducingStrategy(op), state);
  const dim = op.scatterDimension.number;
  return yield {
    op,
    channel: channelOf(op),
    members,
    operands,
    complete(all) {
      const order = inOrderOfIds(members);
      const sum = foldArrays(
        order.map((at) => all[at][0]),
        op.computation,
        state,
      );
      return members.map((_, i) => [shardAlong(sum, dim, i, members.length)]);
    },
  };
}

function* allToAll(op: hlo.AllToAllOp, operands: readonly NdArray[], state: DeviceState): Execution {
  const members = requiredGroup(op, movingStrategy(op), state);
  const [split, concat, count] = [op.splitDimension.number, op.concatDimension.number, op.splitCount.number];
  return yield {
    op,
    channel: channelOf(op),
    members,
    operands,
    complete: (all) =>
      members.map((_, receiver) =>
        operands.map((__, i) =>
          concatenate(
            all.map((own) => shardAlong(own[i], split, receiver, count)),
            concat,
          ),
        ),
      ),
  };
}

function* crossReplicaSum(
  op: hlo.CrossReplicaSumOp,
  operands: readonly NdArray[],
  state: DeviceState,
): Execution {
  const members = requiredGroup(op, 'cross_replica', state);
  return yield {
    op,
    members,
    operands,
    complete: (all) => {
      const parts = inOrderOfIds(members).map((at) => all[at][0]);
      const wide = inAccumulators(parts, state.machine.accumulation);
      const sum = convert(
        wide.reduce((total, next) => binary('add', total, next)),
        parts[0].kind,
      );
      return members.map(() => [sum]);
    },
  };
}

/** Devices that are in no group get zeros. */
function* collectiveBroadcast(
  op: hlo.CollectiveBroadcastOp,
  operands: readonly NdArray[],
  state: DeviceState,
): Execution {
  const data = op.hasDynamicRoot === null ? operands : operands.slice(0, -1);
  const members = ownGroup(op, movingStrategy(op), state);
  if (members === null) return data.map(({ kind, shape }) => zeros(kind, shape));
  return yield {
    op,
    channel: channelOf(op),
    members,
    operands,
    complete: (all) => {
      const sent = data.map((_, i) => all[rootOf(op, operands, i, members)][i]);
      return members.map(() => sent);
    },
  };
}

function* collectiveReduce(
  op: hlo.CollectiveReduceOp,
  operands: readonly NdArray[],
  state: DeviceState,
): Execution {
  const data = op.hasDynamicRoot === null ? operands : operands.slice(0, -1);
  const members = ownGroup(op, reducingStrategy(op), state);
  if (members === null) return data.map(({ kind, shape }) => zeros(kind, shape));
  return yield {
    op,
    channel: channelOf(op),
    members,
    operands,
    complete: (all) => {
      const order = inOrderOfIds(members);
      const sums = data.map((_, i) =>
        foldArrays(
          order.map((at) => all[at][i]),
          op.computation,
          state,
        ),
      );
      return members.map((_, at) =>
        sums.map((sum, i) => (rootOf(op, operands, i, members) === at ? sum : zeros(sum.kind, sum.shape))),
      );
    },
  };
}

/** The position in the group of the root of operand `index`: the first, unless the last operand specifies it. */
function rootOf(
  op: hlo.CollectiveBroadcastOp | hlo.CollectiveReduceOp,
  operands: readonly NdArray[],
  index: number,
  members: readonly number[],
): number {
  if (op.hasDynamicRoot === null) return 0;
  const root = Number(elementAt(lastOf(operands), index));
  if (root >= 0 && root < members.length) return root;
  throw new ExecutionError(op, `${op.name.slice('stablehlo.'.length)} dynamic root index out of bounds`);
}

/** Positions in a group in the order of the ids, whatever the order of the group. */
function inOrderOfIds(members: readonly number[]): number[] {
  return [...members.keys()].sort((a, b) => members[a] - members[b]);
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
  interpretable.implementFor(
    hlo.CollectiveBroadcastOp,
    (op) => (operands, state) => collectiveBroadcast(op, operands, state),
  ),
  interpretable.implementFor(
    hlo.CollectiveReduceOp,
    (op) => (operands, state) => collectiveReduce(op, operands, state),
  ),
  interpretable.implementFor(
    hlo.CrossReplicaSumOp,
    (op) => (operands, state) => crossReplicaSum(op, operands, state),
  ),
  interpretable.implementFor(hlo.PartitionIdOp, () => (_, { device, machine: { grid } }) => [
    scalarArray('ui32', grid === null ? device : device % grid.partitions),
  ]),
  interpretable.implementFor(hlo.ReplicaIdOp, () => (_, { device, machine: { grid } }) => [
    scalarArray('ui32', grid === null ? 0 : Math.floor(device / grid.partitions)),
  ]),
];
