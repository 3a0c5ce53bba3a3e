import {
  type AxisRefAttr,
  containsAxis,
  type MeshAttr,
  splitMeshAxes,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { type LeafOpSharding, type SubgroupType, tiledOpSharding } from './op-sharding.ts';
import { TileAssignment, transposedPositions } from './tile-assignment.ts';

/**
 * Converts an sdy sharding to XLA's form: one tile dimension for each dimension of the tensor, then the subgroups of
 * manual, unreduced and replicated devices. Open dimensions and priorities can't be represented.
 *
 * @param manualAxes of the enclosing manual computations; their devices form a subgroup of their own.
 */
export function opShardingOfSdy(
  sharding: TensorShardingAttr,
  mesh: MeshAttr,
  manualAxes: readonly AxisRefAttr[] = [],
): LeafOpSharding {
  if (mesh.axes.length === 0) {
    const [device] = mesh.deviceIds;
    return device === undefined
      ? { kind: 'replicated', group: null }
      : { kind: 'maximal', device, group: null };
  }
  if (mesh.axes.length === manualAxes.length) return { kind: 'manual', group: null };
  const atoms = splitMeshAxes(mesh, sharding.axes());
  const partsOf = (axes: readonly AxisRefAttr[]): number[] =>
    axes.flatMap((axis) => atoms.flatMap((atom, i) => (containsAxis(axis, atom) ? [i] : [])));
  const dims = sharding.dims.map(({ axes }) => partsOf(axes));
  const subgroups = new Map<SubgroupType, readonly number[]>();
  if (manualAxes.length > 0) subgroups.set('manual', partsOf(manualAxes));
  if (sharding.unreducedAxes.length > 0) subgroups.set('unreduced', partsOf(sharding.unreducedAxes));
  const used = [...dims, ...subgroups.values()].flat();
  const copies = atoms.map((_, i) => i).filter((i) => !used.includes(i));
  const sizes = atoms.map((atom) => atom.size(mesh));
  const sizeOf = (parts: readonly number[]): number => parts.reduce((product, i) => product * sizes[i]!, 1);
  if (sizeOf(copies) > 1) subgroups.set('replicated', copies);
  const devices = transposedPositions(sizes, [...used, ...copies]).map((position) => mesh.deviceId(position));
  return tiledOpSharding(
    TileAssignment.of(
      [...dims, ...subgroups.values()].map(sizeOf),
      devices,
      mesh.deviceIds.length > 0 ? 'list' : 'iota',
    ),
    [...subgroups.keys()],
  );
}
