import { attrOf, DenseElementsAttr, defineOp, type OpReport } from '@shardform/ir-core';
import { MeshShardDirectionAttr, MeshShardTypeAttr, ReduceTypeAttr } from '@shardform/dialect-ttcore';
import { i64ArrayAttr, si32Attr, tensor, ui32Attr } from '../constraints.ts';

const elements = /* @__PURE__ */ attrOf(DenseElementsAttr, 'constant vector/tensor attribute');

/** The reductions that collectives do. */
const COLLECTIVE_REDUCTIONS: readonly string[] = ['sum', 'max', 'min'];

function isInvalidDim(dim: number, rank: number): boolean {
  return dim >= rank || dim < -rank;
}

/**
 * From the host's whole tensor to the devices' parts, or back. `shard_shape` says into how many parts each dimension
 * is split, `shard_dims` which dimension each axis of the mesh splits, -1 for none.
 */
export class MeshShardOp extends defineOp('ttir.mesh_shard', {
  summary: 'splitting over a mesh, and its inverse',
  operands: { input: tensor },
  attrs: {
    shard_type: MeshShardTypeAttr.constraint,
    shard_direction: MeshShardDirectionAttr.constraint,
    shard_shape: i64ArrayAttr,
    shard_dims: i64ArrayAttr,
  },
  results: { result: tensor },
}) {}

/** Joins the parts of the devices along one axis of the mesh. */
export class AllGatherOp extends defineOp('ttir.all_gather', {
  summary: 'concatenation over devices',
  operands: { input: tensor },
  attrs: { all_gather_dim: si32Attr, cluster_axis: ui32Attr },
  results: { result: tensor },
}) {
  override verifyOp(report: OpReport): boolean {
    const dim = this.allGatherDim.number;
    return (
      !isInvalidDim(dim, this.input.type.rank) ||
      report.opError(
        `Invalid dimension for all gather op. Gather dimension must be >= to input tensor rank or < -input tensor rank, got gather_dim = ${dim}`,
      )
    );
  }
}

/** Combines the tensors of the devices along one axis of the mesh; every device gets the result. */
export class AllReduceOp extends defineOp('ttir.all_reduce', {
  summary: 'reduction over devices',
  operands: { input: tensor },
  attrs: { reduce_type: ReduceTypeAttr.constraint, cluster_axis: ui32Attr },
  results: { result: tensor },
}) {
  override verifyOp(report: OpReport): boolean {
    return (
      COLLECTIVE_REDUCTIONS.includes(this.reduceType.value) ||
      report.opError('Invalid reduction type for all reduce op.')
    );
  }
}

/** Like {@link AllReduceOp}, but each device gets its part of the result. */
export class ReduceScatterOp extends defineOp('ttir.reduce_scatter', {
  summary: 'reduction over devices with the result spread',
  operands: { input: tensor },
  attrs: { reduce_type: ReduceTypeAttr.constraint, scatter_dim: si32Attr, cluster_axis: ui32Attr },
  results: { result: tensor },
}) {
  override verifyOp(report: OpReport): boolean {
    const dim = this.scatterDim.number;
    if (isInvalidDim(dim, this.input.type.rank)) {
      return report.opError(
        `Invalid dimension for reduce scatter op. Scatter dimension must be >= to input tensor rank or < -input tensor rank, got scatter_dim = ${dim}`,
      );
    }
    return (
      COLLECTIVE_REDUCTIONS.includes(this.reduceType.value) ||
      report.opError('Invalid reduction type for reduce scatter op.')
    );
  }
}

/** Sends tensors from device to device: pairs of source and target. Who receives nothing gets zeros. */
export class CollectivePermuteOp extends defineOp('ttir.collective_permute', {
  summary: 'point-to-point sending between devices',
  operands: { input: tensor },
  attrs: { source_target_pairs: elements },
  results: { result: tensor },
}) {
  override verifyOp(report: OpReport): boolean {
    const rank = this.sourceTargetPairs.type.shape?.length ?? 0;
    if (rank !== 2) return report.opError(`The rank of source target pairs must be 2, got rank = ${rank}`);
    const ids = this.sourceTargetPairs.integers();
    const sources = ids.filter((_, i) => i % 2 === 0);
    const targets = ids.filter((_, i) => i % 2 === 1);
    return (
      (new Set(sources).size === sources.length && new Set(targets).size === targets.length) ||
      report.opError("There are duplicate 'src' or 'dest' devices in source target pairs")
    );
  }
}

/** Splits the tensor, sends part `i` to device `i` of the group, joins what arrives. */
export class AllToAllOp extends defineOp('ttir.all_to_all', {
  summary: 'exchange of parts between devices',
  operands: { input: tensor },
  attrs: { split_dim: si32Attr, concat_dim: si32Attr, split_count: si32Attr, replica_groups: elements },
  results: { result: tensor },
}) {
  override verifyOp(report: OpReport): boolean {
    const { shape, rank } = this.input.type;
    const [split, concat, count] = [this.splitDim.number, this.concatDim.number, this.splitCount.number];
    if (split < 0 || split >= rank)
      return report.opError(`splitDim must be in the range [0, ${rank - 1}], got ${split}`);
    if (concat < 0 || concat >= rank) {
      return report.opError(`concatDim must be in the range [0, ${rank - 1}], got ${concat}`);
    }
    if (count <= 0) return report.opError('splitCount must be a positive integer');
    if (shape[split]! % count !== 0) return report.opError('splitDim size must be divisible by splitCount');
    const expected = [...shape];
    expected[split] = expected[split]! / count;
    expected[concat] = expected[concat]! * count;
    return (
      expected.join() === this.result.type.shape.join() ||
      report.opError(
        `Output shape mismatch: expected = <${expected.join(', ')}> output = <${this.result.type.shape.join(', ')}>`,
      )
    );
  }
}

/** Each device keeps its part of a tensor that all have, along one axis of the mesh. */
export class MeshPartitionOp extends defineOp('ttir.mesh_partition', {
  summary: 'part of a replicated tensor',
  operands: { input: tensor },
  attrs: { dim: si32Attr, cluster_axis: ui32Attr },
  results: { result: tensor },
}) {
  override verifyOp(report: OpReport): boolean {
    const dim = this.dim.number;
    return (
      !isInvalidDim(dim, this.input.type.rank) ||
      report.opError(
        `Invalid tensor dimension for mesh partition op. Dimension must be >= to input tensor rank or < -input tensor rank, got dim = ${dim}`,
      )
    );
  }
}

/** The first device of each group sends its tensor to the others. */
export class CollectiveBroadcastOp extends defineOp('ttir.collective_broadcast', {
  summary: 'sending from one device to its group',
  operands: { input: tensor },
  attrs: { replica_groups: elements },
  results: { result: tensor },
}) {
  override verifyOp(report: OpReport): boolean {
    return this.input.type === this.result.type || report.opError('input and output must have the same type');
  }
}
