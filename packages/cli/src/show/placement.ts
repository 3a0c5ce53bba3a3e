import type { ShardedFunction } from '@shardform/inspect';
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

function valueJson({ kind, index, name, type, sharding, layout }: ShownValue): PlacedValueJson {
  return {
    kind,
    index,
    name,
    type: String(type),
    sharding: sharding?.text ?? null,
    shape: arrayTypeOf(type)?.shape ?? [],
    localShape: layout.localShape,
    parts: [...layout.offsets]
      .map(([device, offsets]) => ({ device, offsets }))
      .sort((a, b) => a.device - b.device),
  };
}
