import { arrayTypeOf } from '@shardform/runtime-sim';
import type { ShardedFunction, ShardedValue } from '../run/sharded-function.ts';

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

/** An argument or result of the main function. */
export interface PlacedValueJson {
  readonly kind: 'argument' | 'result';
  readonly index: number;
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
export function placementJson({ mesh, meshName, inputs, results }: ShardedFunction): PlacementJson {
  return {
    version: 1,
    mesh: {
      name: meshName,
      axes: mesh.axes.map(({ name, size }) => ({ name, size })),
      deviceCount: mesh.totalSize,
    },
    values: [
      ...inputs.map((value, i) => placedValue('argument', value, i)),
      ...results.map((value, i) => placedValue('result', value, i)),
    ],
  };
}

function placedValue(
  kind: PlacedValueJson['kind'],
  { type, sharding, layout }: ShardedValue,
  index: number,
): PlacedValueJson {
  return {
    kind,
    index,
    type: String(type),
    sharding: sharding?.text ?? null,
    shape: arrayTypeOf(type)?.shape ?? [],
    localShape: layout.localShape,
    parts: [...layout.offsets]
      .map(([device, offsets]) => ({ device, offsets }))
      .sort((a, b) => a.device - b.device),
  };
}
