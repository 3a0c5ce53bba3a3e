import type { ShardedFunction } from '@shardform/inspect';
import { partitionSpec } from '@shardform/passes-planning';
import { arrayTypeOf } from '@shardform/runtime-sim';
import type { PlacedValueJson, PlacementJson } from './placement-schema.ts';
import type { ShownValue } from './show.ts';

/** Returns the JSON form of how a program lies on its devices. */
export function placementJson(
  { mesh, meshName }: ShardedFunction,
  values: readonly ShownValue[],
): PlacementJson {
  return {
    version: 1,
    mesh: {
      name: meshName,
      axes: mesh.axes.map(({ name, size }) => ({ name, size })),
      deviceCount: mesh.totalSize,
    },
    values: values.map(valueJson),
  };
}

function valueJson({
  kind,
  index,
  name,
  path,
  type,
  sharding,
  layout,
  isUnknown = false,
}: ShownValue): PlacedValueJson {
  return {
    kind,
    index,
    name,
    path,
    type: String(type),
    sharding: sharding?.text ?? null,
    partitionSpec: isUnknown ? null : shownSpec({ sharding }),
    shape: arrayTypeOf(type)?.shape ?? [],
    localShape: layout.localShape,
    // Of parts of an unknown whole there are no places.
    parts: (isUnknown ? [] : [...layout.offsets])
      .map(([device, offsets]) => ({ device, offsets }))
      .sort((a, b) => a.device - b.device),
  };
}

/** Returns the sharding of a value as JAX writes it; `null` for parts of axes, which it can't say. */
export function shownSpec({ sharding }: Pick<ShownValue, 'sharding'>): string | null {
  const hasParts = sharding?.dims.some(({ axes }) => axes.some(({ subAxis }) => subAxis !== null)) ?? false;
  return hasParts ? null : partitionSpec(sharding);
}
