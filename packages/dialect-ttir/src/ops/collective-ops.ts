import { defineOp, type OpReport, optionalAttr } from '@shardform/ir-core';
import { MeshShardDirectionAttr, MeshShardTypeAttr, ReduceTypeAttr } from '@shardform/dialect-ttcore';
import { i64ArrayAttr, i64ElementsAttr, si32Attr, tensor, ui32Attr } from '../constraints.ts';
import type { Folded } from '../fold/index.ts';
import {
  allGatherProblems,
  allReduceProblems,
  allToAllProblems,
  collectiveBroadcastProblems,
  collectivePermuteProblems,
  meshPartitionProblems,
  meshShardProblems,
  reduceScatterProblems,
  verifyFirst,
} from '../verify/index.ts';

/**
 * Splits the host's whole tensor into the devices' shards, or joins these. `shard_shape` says into how many shards each
 * dimension is split, `shard_dims` which dimension each axis of the mesh splits, -1 for none.
 */
export class MeshShardOp extends defineOp('ttir.mesh_shard', {
  summary: 'shards a tensor over a mesh, or joins its shards',
  operands: { input: tensor },
  attrs: {
    shard_type: MeshShardTypeAttr.constraint,
    shard_direction: MeshShardDirectionAttr.constraint,
    shard_shape: i64ArrayAttr,
    shard_dims: i64ArrayAttr,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override fold(): Folded {
    const isWhole = this.shardShape.numbers().every((parts) => parts === 1);
    return isWhole && this.shardType.value !== 'replicate' ? [this.input] : null;
  }

  override verifyOp(report: OpReport): boolean {
    return verifyFirst(meshShardProblems(this), report);
  }
}

/** Concatenates the shards of the devices along one axis of the mesh. */
export class AllGatherOp extends defineOp('ttir.all_gather', {
  summary: 'all-gather: concatenates the tensors of a device group',
  operands: { input: tensor },
  attrs: {
    all_gather_dim: si32Attr,
    cluster_axis: ui32Attr,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(allGatherProblems(this), report);
  }
}

/** Combines the tensors of the devices along one axis of the mesh; every device gets the result. */
export class AllReduceOp extends defineOp('ttir.all_reduce', {
  summary: 'all-reduce: reduces the tensors of a device group',
  operands: { input: tensor },
  attrs: {
    reduce_type: ReduceTypeAttr.constraint,
    cluster_axis: ui32Attr,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(allReduceProblems(this, 'all reduce'), report);
  }
}

/** Reduction over devices that others do not wait for. */
export class AllReduceAsyncOp extends defineOp('ttir.all_reduce_async', {
  summary: 'asynchronous all-reduce',
  operands: { input: tensor },
  attrs: {
    reduce_type: ReduceTypeAttr.constraint,
    cluster_axis: ui32Attr,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(allReduceProblems(this, 'all reduce async'), report);
  }
}

/** Like {@link AllReduceOp}, but each device gets its shard of the result. */
export class ReduceScatterOp extends defineOp('ttir.reduce_scatter', {
  summary: 'reduce-scatter: reduces the tensors of a device group and scatters the result',
  operands: { input: tensor },
  attrs: {
    reduce_type: ReduceTypeAttr.constraint,
    scatter_dim: si32Attr,
    cluster_axis: ui32Attr,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(reduceScatterProblems(this), report);
  }
}

/** Sends tensors from device to device: pairs of source and target. Who receives nothing gets zeros. */
export class CollectivePermuteOp extends defineOp('ttir.collective_permute', {
  summary: 'collective permute: sends tensors from device to device',
  operands: { input: tensor },
  attrs: {
    source_target_pairs: i64ElementsAttr,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(collectivePermuteProblems(this), report);
  }
}

/** Splits the tensor, sends slice `i` to device `i` of the group, and concatenates what arrives. */
export class AllToAllOp extends defineOp('ttir.all_to_all', {
  summary: 'all-to-all: exchanges slices of tensors within a device group',
  operands: { input: tensor },
  attrs: {
    split_dim: si32Attr,
    concat_dim: si32Attr,
    split_count: si32Attr,
    replica_groups: i64ElementsAttr,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(allToAllProblems(this), report);
  }
}

/** Each device keeps its shard of a tensor that all have, along one axis of the mesh. */
export class MeshPartitionOp extends defineOp('ttir.mesh_partition', {
  summary: 'mesh partition: takes a part of a replicated tensor on each device',
  operands: { input: tensor },
  attrs: {
    dim: si32Attr,
    cluster_axis: optionalAttr(ui32Attr),
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(meshPartitionProblems(this), report);
  }
}

/** The first device of each group sends its tensor to the others. */
export class CollectiveBroadcastOp extends defineOp('ttir.collective_broadcast', {
  summary: 'collective broadcast: sends a tensor to its device group',
  operands: { input: tensor },
  attrs: {
    replica_groups: i64ElementsAttr,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override fold(): Folded {
    const [groups = 0, devices = 0] = this.replicaGroups.type.shape ?? [];
    return groups < 1 || devices <= 1 ? [this.input] : null;
  }

  override verifyOp(report: OpReport): boolean {
    return verifyFirst(collectiveBroadcastProblems(this), report);
  }
}
