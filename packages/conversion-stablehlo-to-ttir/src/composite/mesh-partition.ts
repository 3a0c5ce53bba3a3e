import { IntegerAttr, type Tensor } from '@shardform/ir-core';
import {
  type AxisRefAttr,
  lookUpMesh,
  type MeshAttr,
  shardIndex,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { MeshPartitionOp, si32, TensorBuilder, ui32 } from '@shardform/dialect-ttir';
import type { CompositeCall } from './composite-call.ts';
import type { Converted } from '../convert/convertible.ts';
import { DeviceChoice } from '../convert/device-choice.ts';

/**
 * Returns the slice that each device keeps of a tensor: one partition per mesh axis, in mesh order, but those of one
 * dimension from the major axis to the minor one. Along a dimension that was split before, the last axes of the result's
 * sharding make the slice. Of dimensions that are split along a part of an axis, the device chooses its slice among all.
 */
export function meshPartition(call: CompositeCall): Converted {
  const sharding = call.attributes.get('out_sharding');
  const [input] = call.operands;
  if (!(sharding instanceof TensorShardingAttr) || input === undefined) return null;
  const mesh = lookUpMesh(call.op, sharding.meshOrRef);
  if (mesh === null) return null;
  const target = call.resultType().shape;
  const whole: PartitionedAxis[][] = [];
  let value: Tensor = input;
  for (const [d, { axes }] of sharding.dims.entries()) {
    const own = slicingAxes(axes, input.type.dimSize(d) / target[d]!, mesh);
    if (own === null) return null;
    if (own.some(({ subAxis }) => subAxis !== null))
      value = ownSlice(call, value, { dim: d, axes: own, mesh });
    else whole.push(own.map(({ name }) => ({ position: mesh.axisPosition(name), dim: d })));
  }
  for (const { position, dim } of inMeshOrder(whole)) {
    const size = mesh.axes[position]!.size;
    const shape = value.type.shape.map((old, d) => (d === dim ? old / size : old));
    value = call.rewriter.create(
      MeshPartitionOp,
      { input: value, dim: IntegerAttr.get(dim, si32), clusterAxis: IntegerAttr.get(position, ui32) },
      [value.type.withShape(shape)],
    ).result;
  }
  return [value];
}

/** An axis of the mesh, and the dimension that is split along it. */
interface PartitionedAxis {
  readonly position: number;
  readonly dim: number;
}

/** The last axes of a dimension, of more than one device, that divide it into as many parts; `null` for no such axes. */
function slicingAxes(
  axes: readonly AxisRefAttr[],
  parts: number,
  mesh: MeshAttr,
): readonly AxisRefAttr[] | null {
  const slicing: AxisRefAttr[] = [];
  for (const axis of axes.toReversed()) {
    if (parts === 1) break;
    const size = axis.size(mesh);
    if (parts % size !== 0) return null;
    if (size > 1) slicing.unshift(axis);
    parts /= size;
  }
  return parts === 1 ? slicing : null;
}

/** Axes in the order of the mesh, where those of one dimension take the places of each other. */
function inMeshOrder(dims: readonly (readonly PartitionedAxis[])[]): readonly PartitionedAxis[] {
  const next = new Map(dims.map((own) => [own[0]?.dim, [...own]]));
  return dims
    .flat()
    .sort((a, b) => a.position - b.position)
    .map(({ dim }) => next.get(dim)!.shift()!);
}

function ownSlice(
  { rewriter }: CompositeCall,
  input: Tensor,
  {
    dim,
    axes,
    mesh,
  }: { readonly dim: number; readonly axes: readonly AxisRefAttr[]; readonly mesh: MeshAttr },
): Tensor {
  const tensors = new TensorBuilder(rewriter);
  const count = axes.reduce((parts, axis) => parts * axis.size(mesh), 1);
  const size = input.type.dimSize(dim) / count;
  const slices = Array.from({ length: count }, (_, i) => tensors.slice(input, dim, i * size, (i + 1) * size));
  const sizes = mesh.axes.map((axis) => axis.size);
  return new DeviceChoice(rewriter, sizes).of(slices, (device) => shardIndex(axes, device, mesh));
}
