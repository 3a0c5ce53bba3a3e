import {
  addAxisOrMerge,
  AxisRefAttr,
  DimensionShardingAttr,
  MeshAttr,
  subAxisOf,
  sortAndMergeInMesh,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import type { SymbolRefAttr } from '@shardform/ir-core';
import { tileDigits } from './common-mesh-of-op-shardings.ts';
import type { Digit } from './device-digits.ts';
import type { LeafOpSharding, SubgroupType, TiledOpSharding } from './op-sharding.ts';

/** The mesh and tensor that a sharding is converted for. */
export interface SdyTarget {
  readonly mesh: MeshAttr;
  readonly meshOrRef: MeshAttr | SymbolRefAttr;
  /** Number of dimensions of the tensor; 0 for values of other types. */
  readonly rank: number;
  /** True if propagation may split dimensions further. */
  readonly isOpen?: boolean;
}

/** A sharding in sdy's terms. */
export interface SdySharding {
  readonly sharding: TensorShardingAttr;
  /** The axes of a manual computation that the value is inside of. */
  readonly manualAxes: readonly AxisRefAttr[];
}

/** Why a sharding has no form in sdy. */
export class OpShardingConversionError extends Error {
  override readonly name = 'OpShardingConversionError';
}

/**
 * Converts a sharding to sdy on a mesh: that of {@link commonMeshOfOpShardings} or any other. Replicated and manual
 * values are closed, unknown ones open; a single-device sharding is on an inlined mesh of its own.
 *
 * @throws OpShardingConversionError
 */
export function sdyOfOpSharding(sharding: LeafOpSharding, target: SdyTarget): SdySharding {
  const { mesh, meshOrRef, rank, isOpen = false } = target;
  const allAxes = mesh.axes.map(({ name }) => AxisRefAttr.get(name));
  const empty = (open: boolean): TensorShardingAttr =>
    open ? TensorShardingAttr.fullyOpen(meshOrRef, rank) : TensorShardingAttr.fullyClosed(meshOrRef, rank);
  switch (sharding.kind) {
    case 'tiled':
      return sdyOfTiles(sharding, target);
    case 'maximal':
      return {
        sharding: TensorShardingAttr.fullyClosed(MeshAttr.maximal(sharding.device), 0),
        manualAxes: [],
      };
    case 'unknown':
      return { sharding: empty(true), manualAxes: [] };
    case 'unreduced':
      return { sharding: empty(isOpen).with({ unreducedAxes: allAxes }), manualAxes: [] };
    case 'manual':
      return { sharding: empty(isOpen), manualAxes: allAxes };
    case 'replicated':
      return { sharding: empty(isOpen), manualAxes: [] };
  }
}

function sdyOfTiles(sharding: TiledOpSharding, target: SdyTarget): SdySharding {
  const { mesh, meshOrRef, rank, isOpen = false } = target;
  const { assignment, subgroups } = sharding;
  const tileRank = assignment.dims.length - subgroups.length;
  if (tileRank !== rank)
    throw new OpShardingConversionError(`the sharding is of ${tileRank} dimensions, the value has ${rank}`);
  if (assignment.devices.length !== mesh.totalSize)
    throw new OpShardingConversionError(
      `the sharding is of ${assignment.devices.length} devices, the mesh has ${mesh.totalSize}`,
    );
  const order = Array.from({ length: mesh.totalSize }, (_, i) => mesh.deviceId(i));
  const axes = tileDigits(sharding, order)?.map((digits) => axesOf(digits, mesh)) ?? [null];
  if (!axes.every((list) => list !== null))
    throw new OpShardingConversionError('the sharding cannot be written with the axes of the mesh');
  const axesOfSubgroup = (type: SubgroupType): AxisRefAttr[] => {
    const at = subgroups.indexOf(type);
    return at < 0 ? [] : sortAndMergeInMesh(axes[rank + at]!, mesh);
  };
  return {
    sharding: TensorShardingAttr.get(
      meshOrRef,
      axes.slice(0, rank).map((list) => DimensionShardingAttr.get(list, !isOpen)),
      // Explicitly replicated axes are distinguished from implicitly replicated ones by the other subgroups, as in XLA.
      subgroups.length > 1 ? axesOfSubgroup('replicated') : [],
      axesOfSubgroup('unreduced'),
    ),
    manualAxes: axesOfSubgroup('manual'),
  };
}

/** Returns digits of positions as axes; `null` if they don't align with the boundaries of sub-axes. */
function axesOf(digits: readonly Digit[], mesh: MeshAttr): AxisRefAttr[] | null {
  const list: AxisRefAttr[] = [];
  for (const { stride, size } of digits) {
    let major = mesh.totalSize;
    let covered = 1;
    for (const { name, size: axisSize } of mesh.axes) {
      const minor = major / axisSize;
      const [low, high] = [Math.max(stride, minor), Math.min(stride * size, major)];
      const [preSize, part] = [major / high, high / low];
      if (part > 1) {
        if (!Number.isInteger(preSize) || !Number.isInteger(part)) return null;
        addAxisOrMerge(list, subAxisOf(name, preSize, part, mesh), mesh);
        covered *= part;
      }
      major = minor;
    }
    if (covered !== size) return null;
  }
  return list;
}
