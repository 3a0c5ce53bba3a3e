import { defineOp, optionalAttr, pure } from '@shardform/ir-core';
import { ReduceTypeAttr } from '@shardform/dialect-ttcore';
import { i64ArrayAttr, si32Attr, ui32Attr } from '@shardform/dialect-ttir';
import { computeConfig, tensor } from '../constraints.ts';

/** Joins the parts of the devices along one axis of the mesh. */
export class AllGatherOp extends defineOp('ttnn.all_gather', {
  summary: 'concatenation over devices',
  operands: { input: tensor },
  attrs: { all_gather_dim: si32Attr, cluster_axis: ui32Attr },
  results: { result: tensor },
  traits: [pure],
}) {}

/** Combines the tensors of the devices along one axis of the mesh; every device gets the result. */
export class AllReduceOp extends defineOp('ttnn.all_reduce', {
  summary: 'reduction over devices',
  operands: { input: tensor },
  attrs: { reduce_type: ReduceTypeAttr.constraint, cluster_axis: ui32Attr },
  results: { result: tensor },
  traits: [pure],
}) {}

/** Like {@link AllReduceOp}, but each device gets its part of the result. */
export class ReduceScatterOp extends defineOp('ttnn.reduce_scatter', {
  summary: 'reduction over devices with the result spread',
  operands: { input: tensor },
  attrs: {
    reduce_type: ReduceTypeAttr.constraint,
    scatter_dim: si32Attr,
    cluster_axis: ui32Attr,
    compute_config: optionalAttr(computeConfig),
  },
  results: { result: tensor },
  traits: [pure],
}) {}

/** Each device keeps its part of a tensor that all have, along one axis of the mesh. */
export class MeshPartitionOp extends defineOp('ttnn.mesh_partition', {
  summary: 'part of a replicated tensor',
  operands: { input: tensor },
  attrs: { dim: si32Attr, cluster_axis: ui32Attr },
  results: { result: tensor },
  traits: [pure],
}) {}

/** Sends the tensor of one device into another's `accum`: rows and columns of the mesh say which. */
export class PointToPointOp extends defineOp('ttnn.point_to_point', {
  summary: 'sending between two devices',
  operands: { input: tensor, accum: tensor },
  attrs: { sender_coord: i64ArrayAttr, receiver_coord: i64ArrayAttr },
  results: { result: tensor },
}) {}
