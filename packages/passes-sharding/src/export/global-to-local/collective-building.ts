import {
  type AxisList,
  axisListSize,
  type MeshAttr,
  type ReductionOp,
  replicaGroups,
} from '@shardform/dialect-sdy';
import {
  AddOp,
  AllGatherOp,
  AllReduceOp,
  AllToAllOp,
  AxisRefAttr,
  MaxOp,
  MinOp,
  ReduceScatterOp,
  ReplicaGroupMeshAxesAttr,
  ReshapeOp,
  ReturnOp,
  TransposeOp,
  tensorOf,
} from '@shardform/dialect-stablehlo';
import {
  ArrayAttr,
  type Builder,
  DenseArrayAttr,
  DenseElementsAttr,
  i64,
  IntegerAttr,
  type Operation,
  RankedTensorType,
  type Region,
  SymbolRefAttr,
  type Tensor,
  UnitAttr,
  type Value,
} from '@shardform/ir-core';
import { stablehloMeshOf } from '../../module/replica-group-meshes.ts';
import type { LocalConverter } from './local-converter.ts';

/** The replica groups along the axes, as a list or, if requested, as mesh axes where these are whole. */
function groupsAttr(
  axes: AxisList,
  mesh: MeshAttr,
  converter: LocalConverter,
): DenseElementsAttr | ReplicaGroupMeshAxesAttr {
  if (!converter.options.usesMeshAxes || axes.some((axis) => axis.subAxis !== null)) {
    return replicaGroupsAttr(axes, mesh);
  }
  const meshOrRef = converter.meshRef(mesh);
  return ReplicaGroupMeshAxesAttr.get({
    mesh: meshOrRef instanceof SymbolRefAttr ? meshOrRef : stablehloMeshOf(meshOrRef),
    axes: ArrayAttr.get(axes.map(({ name }) => AxisRefAttr.get({ name }))),
  });
}

/** By mesh and the text of axes: a program has few groups, and each of its many collectives asks for one. */
const knownGroups = new WeakMap<MeshAttr, Map<string, DenseElementsAttr>>();

/** Returns the groups of devices along the axes, as an attribute. */
export function replicaGroupsAttr(axes: AxisList, mesh: MeshAttr): DenseElementsAttr {
  let ofMesh = knownGroups.get(mesh);
  if (ofMesh === undefined) knownGroups.set(mesh, (ofMesh = new Map<string, DenseElementsAttr>()));
  const key = axes.map(({ text }) => text).join();
  let attribute = ofMesh.get(key);
  if (attribute === undefined) {
    const groups = replicaGroups(axes, mesh);
    const type = RankedTensorType.get([groups.length, groups[0]!.length], i64);
    attribute = DenseElementsAttr.fromNumbers(type, groups.flat());
    ofMesh.set(key, attribute);
  }
  return attribute;
}

function indexAttr(value: number): IntegerAttr {
  return IntegerAttr.get(BigInt(value), i64);
}

function withSize(type: RankedTensorType, dim: number, size: number): RankedTensorType {
  return type.withShape(type.shape.map((own, d) => (d === dim ? size : own)));
}

function onlyResult(op: Operation): Tensor {
  // Of one tensor, the collectives built here make one.
  return op.results[0] as Value as Tensor;
}

/** Concatenates the shards along the axes in one dimension. */
export function buildAllGather(
  operand: Tensor,
  dim: number,
  axes: AxisList,
  mesh: MeshAttr,
  converter: LocalConverter,
): Tensor {
  const type = withSize(operand.type, dim, operand.type.dimSize(dim) * axisListSize(axes, mesh));
  if (isEmpty(operand)) return buildReshape(operand, type.shape, converter.builder);
  const op = converter.builder.create(
    AllGatherOp,
    {
      operands: [operand],
      allGatherDim: indexAttr(dim),
      replicaGroups: groupsAttr(axes, mesh, converter),
      channelHandle: converter.newChannel(),
      useGlobalDeviceIds: UnitAttr.instance,
    },
    [type],
  );
  return onlyResult(op);
}

/** Returns whether there is nothing to send: StableHLO's collectives don't take dimensions of size 0. */
function isEmpty({ type }: Tensor): boolean {
  return type.shape.includes(0);
}

/** Exchanges shards: dimension `split` is divided by the size of the axes, dimension `concat` multiplied. */
export function buildAllToAll(
  operand: Tensor,
  split: number,
  concat: number,
  axes: AxisList,
  mesh: MeshAttr,
  converter: LocalConverter,
): Tensor {
  const count = axisListSize(axes, mesh);
  const divided = withSize(operand.type, split, operand.type.dimSize(split) / count);
  if (isEmpty(operand)) {
    const { shape } = withSize(divided, concat, divided.dimSize(concat) * count);
    return buildReshape(operand, shape, converter.builder);
  }
  const op = converter.builder.create(
    AllToAllOp,
    {
      operands: [operand],
      splitDimension: indexAttr(split),
      concatDimension: indexAttr(concat),
      splitCount: indexAttr(count),
      replicaGroups: groupsAttr(axes, mesh, converter),
      channelHandle: converter.newChannel(),
    },
    [withSize(divided, concat, divided.dimSize(concat) * count)],
  );
  return onlyResult(op);
}

/** Combines the values of all devices along the axes. */
export function buildAllReduce(
  operand: Tensor,
  axes: AxisList,
  reduction: ReductionOp,
  mesh: MeshAttr,
  converter: LocalConverter,
): Tensor {
  const op = converter.builder.create(
    AllReduceOp,
    {
      operands: [operand],
      replicaGroups: groupsAttr(axes, mesh, converter),
      channelHandle: converter.newChannel(),
      useGlobalDeviceIds: UnitAttr.instance,
    },
    [operand.type],
  );
  buildReducer(op.computation, operand.type, reduction, converter.builder);
  return onlyResult(op);
}

/** Combines the values of all devices along the axes and keeps one shard of a dimension. */
export function buildReduceScatter(
  operand: Tensor,
  dim: number,
  axes: AxisList,
  reduction: ReductionOp,
  mesh: MeshAttr,
  converter: LocalConverter,
): Tensor {
  const type = withSize(operand.type, dim, operand.type.dimSize(dim) / axisListSize(axes, mesh));
  const op = converter.builder.create(
    ReduceScatterOp,
    {
      operand,
      scatterDimension: indexAttr(dim),
      replicaGroups: groupsAttr(axes, mesh, converter),
      channelHandle: converter.newChannel(),
      useGlobalDeviceIds: UnitAttr.instance,
    },
    [type],
  );
  buildReducer(op.computation, operand.type, reduction, converter.builder);
  return op.result;
}

/** Fills a region with the reduction of two scalars. */
export function buildReducer(
  region: Region,
  type: RankedTensorType,
  reduction: ReductionOp,
  builder: Builder,
): void {
  const scalar = type.withShape([]);
  builder.atSavedPoint(() => {
    const [lhs, rhs] = builder.createBlock(region, [scalar, scalar]).arguments;
    const op = { sum: AddOp, max: MaxOp, min: MinOp }[reduction];
    const { result } = builder.create(op, { lhs: tensorOf(lhs), rhs: tensorOf(rhs) }, [scalar]);
    builder.create(ReturnOp, { results: [result] }, []);
  });
}

/** Reshapes a tensor; the number of elements must stay. */
export function buildReshape(operand: Tensor, shape: readonly number[], builder: Builder): Tensor {
  return builder.create(ReshapeOp, { operand }, [operand.type.withShape(shape)]).result;
}

/** @param order the source dimension of each dimension of the result. */
export function buildTranspose(operand: Tensor, order: readonly number[], builder: Builder): Tensor {
  const type = operand.type.withShape(order.map((d) => operand.type.dimSize(d)));
  return builder.create(TransposeOp, { operand, permutation: DenseArrayAttr.get(i64, order) }, [type]).result;
}
