import * as ttir from '@shardform/dialect-ttir';
import { sharedWith } from './shared-spec.ts';
import { defineOp, type OpReport, optional, optionalAttr, type FoldResult } from '@shardform/ir-core';
import { TopologyAttr } from '@shardform/dialect-ttcore';
import { checks, i64ArrayAttr, ui32Attr } from '@shardform/dialect-ttir';
import { computeConfig, tensor } from '../constraints.ts';
import { foldCollective } from '../fold/collectives.ts';
import { tileElements } from '../traits.ts';
import { allGatherProblems, pointToPointProblems, reduceScatterProblems } from '../verify/index.ts';

/** Concatenates the shards of the devices along one axis of the mesh. */
export class AllGatherOp extends defineOp('ttnn.all_gather', {
  ...sharedWith(ttir.AllGatherOp),
  attrs: {
    ...sharedWith(ttir.AllGatherOp).attrs,
    sub_device_id: optionalAttr(ui32Attr),
    num_links: optionalAttr(ui32Attr),
    topology: optionalAttr(TopologyAttr.constraint),
  },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override fold(): readonly FoldResult[] | null {
    return foldCollective(this);
  }

  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(allGatherProblems(this), report);
  }
}

/** Combines the tensors of the devices along one axis of the mesh; every device gets the result. */
export class AllReduceOp extends defineOp('ttnn.all_reduce', {
  ...sharedWith(ttir.AllReduceOp),
  attrs: {
    ...sharedWith(ttir.AllReduceOp).attrs,
    sub_device_id: optionalAttr(ui32Attr),
    num_links: optionalAttr(ui32Attr),
    topology: optionalAttr(TopologyAttr.constraint),
  },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override fold(): readonly FoldResult[] | null {
    return foldCollective(this);
  }

  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.allReduceProblems(this, 'all reduce'), report);
  }
}

/** Reduction over devices that others do not wait for. */
export class AllReduceAsyncOp extends defineOp('ttnn.all_reduce_async', {
  ...sharedWith(ttir.AllReduceAsyncOp),
  attrs: {
    ...sharedWith(ttir.AllReduceAsyncOp).attrs,
    sub_device_id: optionalAttr(ui32Attr),
    num_links: optionalAttr(ui32Attr),
    topology: optionalAttr(TopologyAttr.constraint),
  },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.allReduceProblems(this, 'all reduce async'), report);
  }
}

/** Like {@link AllReduceOp}, but each device gets its shard of the result. */
export class ReduceScatterOp extends defineOp('ttnn.reduce_scatter', {
  ...sharedWith(ttir.ReduceScatterOp),
  attrs: {
    ...sharedWith(ttir.ReduceScatterOp).attrs,
    sub_device_id: optionalAttr(ui32Attr),
    num_links: optionalAttr(ui32Attr),
    topology: optionalAttr(TopologyAttr.constraint),
    compute_config: optionalAttr(computeConfig),
  },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override fold(): readonly FoldResult[] | null {
    return foldCollective(this);
  }

  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(reduceScatterProblems(this), report);
  }
}

/** Each device keeps its shard of a tensor that all have, along one axis of the mesh. */
export class MeshPartitionOp extends defineOp('ttnn.mesh_partition', {
  ...sharedWith(ttir.MeshPartitionOp),
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.meshPartitionProblems(this), report);
  }
}

/** Sends the tensor of one device into another's `accum`: rows and columns of the mesh say which. */
export class PointToPointOp extends defineOp('ttnn.point_to_point', {
  summary: 'point-to-point send between two devices',
  operands: { input: tensor, accum: optional(tensor) },
  attrs: {
    sender_coord: i64ArrayAttr,
    receiver_coord: i64ArrayAttr,
  },
  results: { result: tensor },
  effects: 'unknown',
  speculates: 'unknown',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(pointToPointProblems(this), report);
  }
}
