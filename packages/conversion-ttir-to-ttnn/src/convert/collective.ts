import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import {
  type Builder,
  DenseArrayAttr,
  type DenseElementsAttr,
  i64,
  type RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import { type Conversion, conversion } from './convertible.ts';

type Tensor = Value<RankedTensorType>;

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
    return ttnn.MeshComposerConfigAttr.get({ dims: [0], mesh_shape_override: [1] });
  const free = op.result.type.shape.map((_, d) => d).filter((d) => !shardDims.includes(d));
  const dims = shardDims.map((dim) => (dim < 0 ? (free.shift() ?? 0) : dim));
  const sizes = shardDims.map((dim, axis) => (dim < 0 ? 1 : mesh[axis]!));
  return ttnn.MeshComposerConfigAttr.get({ dims, mesh_shape_override: sizes });
}

/** Row and column of a device. */
function coordinates(id: number, mesh: readonly number[]): DenseArrayAttr {
  let rest = id;
  const place: number[] = [];
  for (const size of mesh.toReversed()) {
    place.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return DenseArrayAttr.get(i64, place);
}

function send(
  builder: Builder,
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

/** Parts are cut off, sent one by one and joined: the buffer of a sender takes what that sender sends. */
const allToAll = conversion(ttir.AllToAllOp, (op, { builder, mesh }) => {
  const { input } = op;
  const { shape } = input.type;
  const [split, count] = [op.splitDim.number, op.splitCount.number];
  const size = shape[split]! / count;
  const partShape = shape.map((whole, d) => (d === split ? size : whole));
  const layout = ttnn.layoutOf(input.type);
  const partLayout = layout && ttnn.makeLayout(partShape, input.type.elementType, requestOf(layout));
  const partType = ttnn.withEncoding(input.type.withShape(partShape), partLayout);
  const parts = Array.from({ length: count }, (_, i) => {
    const begins = ttir.i32Array(shape.map((_size, d) => (d === split ? i * size : 0)));
    const ends = ttir.i32Array(shape.map((whole, d) => (d === split ? (i + 1) * size : whole)));
    const step = ttir.i32Array(shape.map(() => 1));
    return builder.create(ttnn.SliceStaticOp, { input, begins, ends, step }, [partType]).result;
  });
  const received: Tensor[] = parts.map(
    (part) => builder.create(ttnn.AssignOp, { input: part }, [part.type]).result,
  );
  for (const group of rows(op.replicaGroups)) {
    for (const [s, sender] of group.entries()) {
      for (const [r, receiver] of group.entries()) {
        if (r !== s) received[s] = send(builder, parts[r]!, received[s]!, sender, receiver, mesh);
      }
    }
  }
  return builder.create(ttnn.ConcatOp, { inputs: received, dim: op.concatDim }, op.resultTypes());
});

function requestOf(layout: ttnn.LayoutAttr): ttnn.LayoutRequest {
  return { bufferType: layout.bufferType, isTiled: layout.isTiled };
}

/** Communication between devices, and between host and devices. */
export const collectiveConversions: readonly Conversion[] = [
  conversion(ttir.MeshShardOp, (op, { builder, device, mesh }) => {
    const { input } = op;
    if (op.shardDirection.value === 'shard_to_full') {
      const args = { input, device, composerConfig: composerConfig(op, mesh) };
      return builder.create(ttnn.AggregateTensorOp, args, op.resultTypes());
    }
    const dims = op.shardType.value === 'replicate' ? [] : op.shardDims.numbers();
    const mapperConfig = ttnn.MeshMapperConfigAttr.get({
      placements: placements(dims, mesh),
      mesh_shape_override: mesh,
    });
    return builder.create(ttnn.DistributeTensorOp, { input, device, mapperConfig }, op.resultTypes());
  }),
  conversion(ttir.AllReduceOp, (op, { builder }) => {
    const { input, clusterAxis, reduceType } = op;
    return builder.create(ttnn.AllReduceOp, { input, clusterAxis, reduceType }, op.resultTypes());
  }),
  conversion(ttir.AllGatherOp, (op, { builder }) => {
    const { input, clusterAxis, allGatherDim } = op;
    return builder.create(ttnn.AllGatherOp, { input, clusterAxis, allGatherDim }, op.resultTypes());
  }),
  conversion(ttir.ReduceScatterOp, (op, { builder }) => {
    const { input, clusterAxis, reduceType, scatterDim } = op;
    return builder.create(
      ttnn.ReduceScatterOp,
      { input, clusterAxis, reduceType, scatterDim },
      op.resultTypes(),
    );
  }),
  conversion(ttir.MeshPartitionOp, (op, { builder }) => {
    const { input, clusterAxis, dim } = op;
    return builder.create(ttnn.MeshPartitionOp, { input, clusterAxis, dim }, op.resultTypes());
  }),
  conversion(ttir.CollectivePermuteOp, (op, { builder, mesh }) => {
    const { input } = op;
    let received: Tensor = builder.create(ttnn.AssignOp, { input }, [input.type]).result;
    for (const [source, target] of rows(op.sourceTargetPairs)) {
      received = send(builder, input, received, source!, target!, mesh);
    }
    return received;
  }),
  allToAll,
];
