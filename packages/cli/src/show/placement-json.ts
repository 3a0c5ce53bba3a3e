import type { ShardedFunction } from '@shardform/inspect';
import { arrayTypeOf } from '@shardform/runtime-sim';
import type { ShownValue } from './show.ts';

/** Which device holds what of the arguments and results of a program; `version` changes when members change their meaning. */
export interface PlacementJson {
  readonly version: 1;
  readonly mesh: {
    readonly name: string;
    readonly axes: readonly { readonly name: string; readonly size: number }[];
    readonly deviceCount: number;
  };
  readonly values: readonly PlacedValueJson[];
}

/** A value that was asked for, or an argument or result of the main function. */
export interface PlacedValueJson {
  readonly kind: ShownValue['kind'];
  /** Of arguments and results. */
  readonly index: number;
  readonly name: string;
  readonly type: string;
  /** `null` where the whole tensor is on every device and nothing is said. */
  readonly sharding: string | null;
  readonly shape: readonly number[];
  /** The shape of the part that a device holds. */
  readonly localShape: readonly number[];
  /** Where each device's part begins, 0-based. */
  readonly parts: readonly { readonly device: number; readonly offsets: readonly number[] }[];
}

/** The JSON form of how a program lies on its devices. */
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
