import * as hlo from '@shardform/dialect-stablehlo';
import * as sdy from '@shardform/dialect-sdy';
import { type Operation, stridedPositions, SymbolRefAttr, SymbolTables } from '@shardform/ir-core';
import { ExecutionError } from '../interpreter/execution-error.ts';

/** A sub-axis of a mesh axis: `size` devices, `stride` positions apart. */
interface AxisPart {
  readonly axisName: string;
  /** The product of the sizes of the sub-axes that are major to this one. */
  readonly preSize: number;
  readonly size: number;
  readonly stride: number;
}

interface Mesh {
  readonly axes: readonly { readonly name: string; readonly size: number }[];
  /** `null` if devices are in the order of their ids. */
  readonly deviceIds: readonly number[] | null;
}

/**
 * Groups that are axes of a mesh as lists of ids: a group for each position along the other axes, the first listed
 * axis major (StableHLO spec, "ReplicaGroupMeshAxes").
 *
 * @throws ExecutionError when the axes are not those of a mesh.
 */
export function meshGroups(op: Operation, groups: hlo.ReplicaGroupMeshAxesAttr): number[][] {
  const mesh = meshOf(op, groups.mesh);
  const listed = groups.axes.elements.filter((axis) => axis instanceof hlo.AxisRefAttr);
  const parts = partsOf(mesh, listed);
  const members = listed.map((axis) => {
    const preSize = axis.subAxisInfo?.preSize ?? 1;
    const part = parts.find(({ axisName, preSize: pre, size }) => {
      const isWhole = axis.subAxisInfo === null || axis.subAxisInfo.size === size;
      return axisName === axis.name && pre === preSize && isWhole;
    });
    if (part !== undefined) return part;
    throw new ExecutionError(
      op,
      `'replica_groups' have '${String(axis)}', which is no part of the mesh beside the others`,
    );
  });
  const rest = parts.filter((part) => !members.includes(part));
  const offsets = stridedPositions(members);
  const id = (position: number): number => mesh.deviceIds?.[position] ?? position;
  return stridedPositions(rest).map((base) => offsets.map((offset) => id(base + offset)));
}

/** The axes of a mesh, split at the boundaries of listed sub-axes; major to minor. */
function partsOf({ axes }: Mesh, listed: readonly hlo.AxisRefAttr[]): readonly AxisPart[] {
  return axes.flatMap(({ name, size }, i) => {
    const inner = axes.slice(i + 1).reduce((product, axis) => product * axis.size, 1);
    const cuts = new Set([1, size]);
    for (const { name: axisName, subAxisInfo: subAxis } of listed) {
      if (axisName !== name || subAxis === null) continue;
      cuts.add(subAxis.preSize).add(subAxis.preSize * subAxis.size);
    }
    const sorted = [...cuts].sort((a, b) => a - b);
    return sorted.slice(size === 1 ? 0 : 1).map((end, c) => {
      const preSize = size === 1 ? 1 : sorted[c];
      return { axisName: name, preSize, size: end / preSize, stride: (size / end) * inner };
    });
  });
}

function meshOf(op: Operation, mesh: SymbolRefAttr | hlo.MeshAttr): Mesh {
  const found = mesh instanceof SymbolRefAttr ? new SymbolTables().lookupNearest(op, mesh) : null;
  const attribute = found === null ? mesh : (found.getAttr('mesh') ?? found.getAttr('stablehlo.mesh'));
  if (attribute instanceof hlo.MeshAttr) {
    const axes = attribute.axes.map(({ name: axisName, size }) => ({ name: axisName, size }));
    return { axes, deviceIds: attribute.deviceIds?.integers().map(Number) ?? null };
  }
  if (attribute instanceof sdy.MeshAttr) {
    const { axes, deviceIds } = attribute;
    return { axes, deviceIds: deviceIds.length === 0 ? null : deviceIds };
  }
  throw new ExecutionError(op, `'${String(mesh)}' has no mesh whose axes could be 'replica_groups'`);
}
