import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import {
  type ConversionPattern,
  type ConversionRewriter,
  coordinatesOf,
  countParts,
  DenseArrayAttr,
  type DenseElementsAttr,
  f32,
  FloatAttr,
  i64,
  product,
  type Tensor,
} from '@shardform/ir-core';
import { TensorBuilder } from '@shardform/dialect-ttnn';
import { conversion, sameArguments } from './convertible.ts';

/** Per axis of the mesh: whether it splits the tensor, and along which dimension. */
function placements(dims: readonly number[], mesh: readonly number[]): ttnn.Placement[] {
  return mesh.map((_, axis) => {
    const dim = dims[axis] ?? -1;
    return { kind: dim < 0 ? 'replicate' : 'shard', dim };
  });
}

/** Axes that join nothing are given a dimension that no other axis has, and a size of one. */
function composerConfig(op: ttir.MeshShardOp, mesh: readonly number[]): ttnn.MeshComposerConfigAttr {
  const shardDims = op.shardDims.numbers();
  if (op.shardType.value === 'replicate')
    return ttnn.MeshComposerConfigAttr.get({ dims: [0], meshShapeOverride: [1] });
  const free = op.input.type.shape.map((_, d) => d).filter((d) => !shardDims.includes(d));
  const dims = shardDims.map((dim) => (dim < 0 ? (free.shift() ?? -1) : dim));
  const sizes = shardDims.map((dim, axis) => (dim < 0 ? 1 : mesh[axis]!));
  return ttnn.MeshComposerConfigAttr.get({ dims, meshShapeOverride: sizes });
}

/** Row and column of a device. */
function coordinates(id: number, mesh: readonly number[]): DenseArrayAttr {
  return DenseArrayAttr.get(i64, coordinatesOf(id, mesh));
}

function send(
  builder: ConversionRewriter,
  input: Tensor,
  accum: Tensor,
  from: number,
  to: number,
  mesh: readonly number[],
): Tensor {
  const args = { input, accum, senderCoord: coordinates(from, mesh), receiverCoord: coordinates(to, mesh) };
  return builder.create(ttnn.PointToPointOp, args, [accum.type]).result;
}

/** Rows of a table of device numbers. */
function rows(table: DenseElementsAttr): number[][] {
  const [count = 0, size = 0] = table.type.shape ?? [];
  const ids = table.integers().map(Number);
  return Array.from({ length: count }, (_, row) => ids.slice(row * size, (row + 1) * size));
}

/** Slices are sent one by one and concatenated: the buffer of a sender takes what that sender sends. */
const allToAll = conversion(ttir.AllToAllOp, (op, { builder, mesh }) => {
  const { input } = op;
  const { shape } = input.type;
  const groups = rows(op.replicaGroups);
  const split = op.splitDim.number;
  const count = groups[0]!.length;
  countParts(op, groups.length * count, count);
  const size = input.type.dimSize(split) / count;
  const parts = Array.from({ length: count }, (_, i) =>
    new TensorBuilder(builder).slice(
      input,
      shape.map((_size, d) => (d === split ? i * size : 0)),
      shape.map((whole, d) => (d === split ? (i + 1) * size : whole)),
    ),
  );
  const received: Tensor[] = parts.map(
    (part) => builder.create(ttnn.AssignOp, { input: part }, [part.type]).result,
  );
  for (const group of groups) {
    for (const [s, sender] of group.entries()) {
      for (const [r, receiver] of group.entries()) {
        if (r !== s) received[s] = send(builder, parts[r]!, received[s]!, sender, receiver, mesh);
      }
    }
  }
  return builder.create(ttnn.ConcatOp, { inputs: received, dim: op.concatDim }, op.resultTypes());
});

function zerosLike(builder: ConversionRewriter, input: Tensor): Tensor {
  const zero = FloatAttr.get(0, f32);
  return builder.create(ttnn.ClampScalarOp, { input, min: zero, max: zero }, [input.type]).result;
}

/** Devices that nobody sends to get zeros. */
const collectivePermute = conversion(ttir.CollectivePermuteOp, (op, { builder, mesh }) => {
  const { input } = op;
  const pairs = rows(op.sourceTargetPairs);
  if (pairs.length === 0) return zerosLike(builder, input);
  let received: Tensor = builder.create(ttnn.AssignOp, { input }, [input.type]).result;
  for (const [source, target] of pairs) {
    if (source !== target) received = send(builder, input, received, source!, target!, mesh);
  }
  const count = product(mesh);
  const reached = new Set(pairs.map(([, target]) => target));
  const rest = Array.from({ length: count }, (_, id) => id).filter((id) => !reached.has(id));
  if (rest.length === 0) return received;
  const zeros = zerosLike(builder, input);
  for (const id of rest) received = send(builder, zeros, received, id === 0 ? 1 : 0, id, mesh);
  return received;
});

/** The first device of each group sends to the others. */
const collectiveBroadcast = conversion(ttir.CollectiveBroadcastOp, (op, { builder, mesh }) => {
  const { input } = op;
  let received: Tensor = builder.create(ttnn.AssignOp, { input }, [input.type]).result;
  for (const [source, ...targets] of rows(op.replicaGroups)) {
    for (const target of targets) received = send(builder, input, received, source!, target, mesh);
  }
  return received;
});

/** Communication between devices, and between host and devices. */
export const collectiveConversions: readonly ConversionPattern[] = [
  conversion(ttir.MeshShardOp, (op, scope) => {
    const { builder, mesh } = scope;
    const { input } = op;
    const device = scope.device();
    if (op.shardDirection.value === 'shard_to_full') {
      const args = { input, device, composerConfig: composerConfig(op, mesh) };
      return builder.create(ttnn.AggregateTensorOp, args, op.resultTypes());
    }
    const dims = op.shardType.value === 'replicate' ? [] : op.shardDims.numbers();
    const mapperConfig = ttnn.MeshMapperConfigAttr.get({
      placements: placements(dims, mesh),
      meshShapeOverride: mesh,
    });
    return builder.create(ttnn.DistributeTensorOp, { input, device, mapperConfig }, op.resultTypes());
  }),
  sameArguments(ttir.AllReduceOp, ttnn.AllReduceOp),
  sameArguments(ttir.AllReduceAsyncOp, ttnn.AllReduceAsyncOp),
  sameArguments(ttir.AllGatherOp, ttnn.AllGatherOp),
  sameArguments(ttir.ReduceScatterOp, ttnn.ReduceScatterOp),
  sameArguments(ttir.MeshPartitionOp, ttnn.MeshPartitionOp),
  collectivePermute,
  collectiveBroadcast,
  allToAll,
];
