import { IntegerAttr } from '@shardform/ir-core';
import { lookUpMesh, TensorShardingAttr } from '@shardform/dialect-sdy';
import { MeshPartitionOp, si32, ui32 } from '@shardform/dialect-ttir';
import type { CompositeCall } from './composite-call.ts';
import type { Converted } from '../convert/convertible.ts';

/**
 * Returns the slice that each device keeps of a tensor: one partition per mesh axis, in mesh order. Along a dimension
 * that was split before, the last axes of the result's sharding make the slice.
 */
export function meshPartition(call: CompositeCall): Converted {
  const sharding = call.attributes.get('out_sharding');
  const [input] = call.operands;
  if (!(sharding instanceof TensorShardingAttr) || input === undefined) return null;
  const mesh = lookUpMesh(call.op, sharding.meshOrRef);
  if (mesh === null) return null;
  const target = call.resultType().shape;
  const dimOf = new Map<number, number>();
  for (const [d, { axes }] of sharding.dims.entries()) {
    let parts = input.type.dimSize(d) / target[d]!;
    for (const axis of axes.toReversed()) {
      if (parts === 1) break;
      if (axis.subAxis !== null || parts % axis.size(mesh) !== 0) return null;
      if (axis.size(mesh) > 1) dimOf.set(mesh.axisPosition(axis.name), d);
      parts /= axis.size(mesh);
    }
    if (parts !== 1) return null;
  }
  let value = input;
  for (const [position, { size }] of mesh.axes.entries()) {
    const dim = dimOf.get(position);
    if (dim === undefined) continue;
    const shape = value.type.shape.map((old, d) => (d === dim ? old / size : old));
    value = call.rewriter.create(
      MeshPartitionOp,
      { input: value, dim: IntegerAttr.get(dim, si32), clusterAxis: IntegerAttr.get(position, ui32) },
      [value.type.withShape(shape)],
    ).result;
  }
  return [value];
}
