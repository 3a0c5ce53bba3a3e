import * as ttir from '@shardform/dialect-ttir';
import type { MeshShardDirectionAttr, MeshShardTypeAttr, ReduceTypeAttr } from '@shardform/dialect-ttcore';
import * as ttnn from '@shardform/dialect-ttnn';
import { type InterfaceImplementation, type Operation, product } from '@shardform/ir-core';
import {
  binary,
  type BinaryOp,
  concatenate,
  convert,
  type DeviceState,
  type Execution,
  ExecutionError,
  interpretable,
  isArray,
  type NdArray,
  type RuntimeValue,
  shardAlong,
  zeros,
} from '@shardform/runtime-sim';
import { groupAlong, joinShards, meshOf, shardOf } from '../mesh.ts';
import { both } from './both.ts';
import { asResult, dimOf } from '../result.ts';

const REDUCERS: Readonly<Partial<Record<string, BinaryOp>>> = {
  sum: 'add',
  prod: 'multiply',
  min: 'minimum',
  max: 'maximum',
};

/** Sums are formed device after device, of narrow floats in f32. */
function combined(op: Operation, parts: readonly NdArray[], type: ReduceTypeAttr): NdArray {
  const { kind } = parts[0];
  const wide = kind === 'bf16' || kind === 'f16' ? 'f32' : kind;
  const isMean = type.value === 'mean';
  const reducer = REDUCERS[isMean ? 'sum' : type.value];
  if (reducer === undefined) {
    throw new ExecutionError(
      op,
      `'${op.name}' op reduces by '${type.value}', which combines nothing; use sum, max, min, prod or mean`,
    );
  }
  const sum = parts.map((x) => convert(x, wide)).reduce((all, own) => binary(reducer, all, own));
  if (!isMean) return convert(sum, kind);
  const count = parts.reduce((total) => total + 1, 0);
  const divided = binary('divide', sum, {
    ...sum,
    // The sum is of f32.
    data: Float32Array.from(sum.data as Float32Array, () => count),
  });
  return convert(divided, kind);
}

/** The mesh of the program. @throws ExecutionError when it is executed on fewer devices. */
function meshOn(op: Operation, { deviceCount }: DeviceState): readonly number[] {
  const mesh = meshOf(op);
  if (product(mesh) > deviceCount)
    throw new ExecutionError(
      op,
      `'${op.name}' op is on a mesh of ${mesh.join('x')} devices, but ${deviceCount} execute the program`,
    );
  return mesh;
}

/** @throws ExecutionError when there is no such device. */
function deviceOf(op: Operation, id: number, { deviceCount }: DeviceState): number {
  if (id >= 0 && id < deviceCount) return id;
  throw new ExecutionError(op, `'${op.name}' op names device ${id}, but ${deviceCount} execute the program`);
}

/** The devices along the axis of an operation. @throws ExecutionError when the mesh has no such axis. */
function membersOf(
  op: Operation & { readonly clusterAxis: { readonly number: number } | null },
  state: DeviceState,
): number[] {
  const mesh = meshOn(op, state);
  const axis = op.clusterAxis?.number ?? 0;
  if (axis >= mesh.length) {
    throw new ExecutionError(
      op,
      `'${op.name}' op communicates along axis ${axis} of a mesh of ${mesh.length} axes, ${mesh.join('x')}`,
    );
  }
  return groupAlong(state.device, mesh, axis);
}

/** A meeting after which each member computes its result from what all brought. */
function* meet(
  op: Operation,
  members: readonly number[],
  operand: NdArray,
  complete: (parts: readonly NdArray[]) => readonly NdArray[],
): Execution {
  const [result] = yield {
    op,
    members,
    operands: [operand],
    complete: (all) => complete(all.map(([own]) => own)).map((own) => [own]),
  };
  return [asResult(op, result)];
}

/** The row of replica groups that has a device. */
function groupOf(op: ttir.AllToAllOp | ttir.CollectiveBroadcastOp, state: DeviceState): number[] {
  const { device } = state;
  const ids = op.replicaGroups.integers().map(Number);
  const size = op.replicaGroups.type.shape?.[1] ?? ids.length;
  const at = ids.indexOf(device);
  if (at < 0) throw new ExecutionError(op, `'${op.name}' op has no group with device ${device}`);
  const row = Math.floor(at / size);
  return ids
    .slice(row * size, (row + 1) * size)
    .filter((id) => id >= 0)
    .map((id) => deviceOf(op, id, state));
}

function* meshShard(
  op: Operation & {
    readonly shardType: MeshShardTypeAttr;
    readonly shardDirection: MeshShardDirectionAttr;
    readonly shardDims: { numbers(): readonly number[] };
  },
  x: NdArray,
  state: DeviceState,
): Execution {
  if (op.shardType.value !== 'devices') return [asResult(op, x)];
  const mesh = meshOn(op, state);
  const dims = op.shardDims.numbers();
  if (op.shardDirection.value === 'full_to_shard')
    return [asResult(op, shardOf(x, dims, state.device, mesh))];
  const all = Array.from({ length: state.deviceCount }, (_, device) => device);
  return yield* meet(op, all, x, (parts) => {
    const whole = joinShards(parts, dims, mesh);
    return parts.map(() => whole);
  });
}

/** Joins along axes whose size the composer keeps; of others it takes the first device. */
function* aggregate(op: ttnn.AggregateTensorOp, x: NdArray, state: DeviceState): Execution {
  const mesh = meshOn(op, state);
  const { dims, meshShapeOverride: override } = op.composerConfig;
  const kept = override ?? mesh;
  const all = Array.from({ length: state.deviceCount }, (_, device) => device);
  const joined = mesh.map((size, axis) =>
    kept.length === mesh.length && kept[axis] === size && size > 1 ? dims[axis] : -1,
  );
  return yield* meet(op, all, x, (parts) => {
    const whole = joinShards(parts, joined, mesh);
    return parts.map(() => whole);
  });
}

/** One device gets the tensor of another; all others keep what they accumulate. */
function* pointToPoint(
  op: ttnn.PointToPointOp,
  [x, accumulated]: readonly NdArray[],
  state: DeviceState,
): Execution {
  const mesh = meshOn(op, state);
  const [sender, receiver] = [op.senderCoord, op.receiverCoord].map((at) =>
    deviceOf(
      op,
      at.numbers().reduce((device, coordinate, axis) => device * mesh[axis] + coordinate, 0),
      state,
    ),
  );
  const all = Array.from({ length: state.deviceCount }, (_, device) => device);
  const own = op.accum === null ? zeros(x.kind, x.shape) : accumulated;
  const [result] = yield {
    op,
    members: all,
    operands: [x, own],
    complete: (parts) => parts.map(([, kept], device) => [device === receiver ? parts[sender][0] : kept]),
  };
  return [asResult(op, result)];
}

/** Communication, and where shards come from and go to. */
export const collectiveInterpreters: readonly InterfaceImplementation[] = [
  ...both(
    ttir.AllGatherOp,
    ttnn.AllGatherOp,
    (op) =>
      ([x]: readonly NdArray[], state) =>
        meet(op, membersOf(op, state), x, (parts) => {
          const whole = concatenate(parts, dimOf(op.allGatherDim, x.shape.length));
          return parts.map(() => whole);
        }),
  ),
  ...both(
    ttir.AllReduceOp,
    ttnn.AllReduceOp,
    (op) =>
      ([x]: readonly NdArray[], state) =>
        meet(op, membersOf(op, state), x, (parts) => {
          const sum = combined(op, parts, op.reduceType);
          return parts.map(() => sum);
        }),
  ),
  ...both(
    ttir.ReduceScatterOp,
    ttnn.ReduceScatterOp,
    (op) =>
      ([x]: readonly NdArray[], state) =>
        meet(op, membersOf(op, state), x, (parts) => {
          const sum = combined(op, parts, op.reduceType);
          return parts.map((_, i) => shardAlong(sum, dimOf(op.scatterDim, x.shape.length), i, parts.length));
        }),
  ),
  ...both(ttir.MeshPartitionOp, ttnn.MeshPartitionOp, (op) => ([x]: readonly NdArray[], state) => {
    const members = membersOf(op, state);
    const at = members.indexOf(state.device);
    return [asResult(op, shardAlong(x, dimOf(op.dim, x.shape.length), at, members.length))];
  }),
  interpretable.implementFor(
    ttir.AllToAllOp,
    (op) =>
      ([x]: readonly NdArray[], state) =>
        meet(op, groupOf(op, state), x, (parts) =>
          parts.map((_, i) =>
            concatenate(
              parts.map((own) => shardAlong(own, dimOf(op.splitDim, own.shape.length), i, parts.length)),
              dimOf(op.concatDim, x.shape.length),
            ),
          ),
        ),
  ),
  interpretable.implementFor(
    ttir.CollectiveBroadcastOp,
    (op) =>
      ([x]: readonly NdArray[], state) =>
        meet(op, groupOf(op, state), x, (parts) => parts.map(() => parts[0])),
  ),
  interpretable.implementFor(ttir.CollectivePermuteOp, (op) => ([x]: readonly NdArray[], state) => {
    const ids = op.sourceTargetPairs.integers().map((id) => deviceOf(op, Number(id), state));
    const all = Array.from({ length: state.deviceCount }, (_, device) => device);
    return meet(op, all, x, (parts) =>
      parts.map((own, device) => {
        const at = ids.findIndex((id, i) => i % 2 === 1 && id === device);
        return at < 0 ? zeros(own.kind, own.shape) : parts[ids[at - 1]];
      }),
    );
  }),
  interpretable.implementFor(
    ttir.MeshShardOp,
    (op) =>
      ([x]: readonly NdArray[], state) =>
        meshShard(op, x, state),
  ),
  interpretable.implementFor(
    ttnn.PointToPointOp,
    (op) => (inputs: readonly NdArray[], state) => pointToPoint(op, inputs, state),
  ),
  interpretable.implementFor(ttnn.DistributeTensorOp, (op) => (inputs: readonly RuntimeValue[], state) => {
    const dims = op.mapperConfig.placements.map(({ kind, dim }) => (kind === 'shard' ? (dim ?? -1) : -1));
    return [asResult(op, shardOf(inputs.find(isArray)!, dims, state.device, meshOn(op, state)))];
  }),
  interpretable.implementFor(
    ttnn.AggregateTensorOp,
    (op) => (inputs: readonly RuntimeValue[], state) => aggregate(op, inputs.find(isArray)!, state),
  ),
];
