import {
  anyOpPattern,
  ArrayAttr,
  DenseElementsAttr,
  DictionaryAttr,
  i64,
  IntegerAttr,
  lookupNearestSymbol,
  type Operation,
  RankedTensorType,
  type RewritePattern,
  stridedPositions,
  StringAttr,
} from '@shardform/ir-core';
import { AxisRefAttr, MeshAttr, ReplicaGroupMeshAxesAttr } from '@shardform/dialect-stablehlo';

/** The devices of a mesh, row-major along its axes. */
interface Mesh {
  readonly axes: readonly { readonly name: string; readonly size: number }[];
  /** `null` when the devices stand in the order of their ids. */
  readonly deviceIds: readonly number[] | null;
}

/** Groups that are axes of a mesh become lists of ids. */
export const meshGroupPatterns: readonly RewritePattern[] = [
  anyOpPattern('expand-mesh-axes-groups', (op, rewriter) => {
    const groups = op.getAttr('replica_groups');
    if (!(groups instanceof ReplicaGroupMeshAxesAttr)) return false;
    const mesh = groups.mesh instanceof MeshAttr ? fromAttr(groups.mesh) : fromSymbol(op, groups);
    if (mesh === null) return false;
    const lists = groupsAlong(
      mesh,
      groups.axes.elements.filter((axis) => axis instanceof AxisRefAttr),
    );
    const type = RankedTensorType.get([lists.length, lists[0]?.length ?? 0], i64);
    rewriter.modifyInPlace(op, () => {
      op.setAttr('replica_groups', DenseElementsAttr.fromNumbers(type, lists.flat()));
    });
    return true;
  }),
];

function fromAttr(mesh: MeshAttr): Mesh {
  return {
    axes: mesh.axes.map(({ name: axisName, size }) => ({ name: axisName, size })),
    deviceIds: mesh.deviceIds?.integers().map(Number) ?? null,
  };
}

/** The mesh of a symbol: its `stablehlo.mesh`, `{axes = [{name, size}, ...], device_ids}`. */
function fromSymbol(op: Operation, { mesh }: ReplicaGroupMeshAxesAttr): Mesh | null {
  const symbol = mesh instanceof MeshAttr ? null : lookupNearestSymbol(op, mesh);
  const description = symbol?.getAttr('stablehlo.mesh');
  if (description instanceof MeshAttr) return fromAttr(description);
  if (!(description instanceof DictionaryAttr)) return null;
  const [list, ids] = [description.get('axes'), description.get('device_ids')];
  if (!(list instanceof ArrayAttr)) return null;
  const axes: { name: string; size: number }[] = [];
  for (const axis of list.elements) {
    if (!(axis instanceof DictionaryAttr)) return null;
    const [name, size] = [axis.get('name'), axis.get('size')];
    if (!(name instanceof StringAttr) || !(size instanceof IntegerAttr)) return null;
    axes.push({ name: name.value, size: size.number });
  }
  return { axes, deviceIds: ids instanceof DenseElementsAttr ? ids.integers().map(Number) : null };
}

/** A run of devices at equal distances. */
interface Step {
  readonly size: number;
  readonly stride: number;
}

/**
 * The groups of devices that differ only along some axes or sub-axes. Members stand in the order of the axes given, the
 * last one changing fastest; groups in that of the mesh.
 */
function groupsAlong({ axes, deviceIds }: Mesh, along: readonly AxisRefAttr[]): number[][] {
  const members = new Array<Step | undefined>(along.length);
  const others: Step[] = [];
  let stride = axes.reduce((product, { size }) => product * size, 1);
  for (const { name, size } of axes) {
    stride /= size;
    const parts = along
      .map((axis, position) => ({ axis, position }))
      .filter(({ axis }) => axis.name === name)
      .map(({ axis, position }) => ({
        position,
        before: axis.subAxisInfo?.preSize ?? 1,
        size: axis.subAxisInfo?.size ?? size,
      }))
      .sort((a, b) => a.before - b.before);
    // The rest of the axis before, between and after the sub-axes.
    let done = 1;
    for (const part of parts) {
      const behind = size / (part.before * part.size);
      others.push({ size: part.before / done, stride: stride * behind * part.size });
      members[part.position] = { size: part.size, stride: stride * behind };
      done = part.before * part.size;
    }
    others.push({ size: size / done, stride });
  }
  const used = members.filter((step) => step !== undefined);
  return stridedPositions(others).map((start) =>
    stridedPositions(used).map((offset) => deviceIds?.[start + offset] ?? start + offset),
  );
}
