import type { Metadata } from './metadata.ts';

/** Device numbers in row-major order of a reshaped and transposed iota: `[2,4]<=[4,2]T(1,0)`. */
export interface IotaTiling {
  readonly dimensions: readonly number[];
  readonly reshape: readonly number[];
  /** Absent for the identity. */
  readonly permutation?: readonly number[];
}

/** Device numbers, listed or computed. `dimensions` is the shape of the array of devices. */
export type DeviceArray =
  | { readonly kind: 'list'; readonly dimensions: readonly number[]; readonly devices: readonly number[] }
  | ({ readonly kind: 'iota' } & IotaTiling);

/** The role of a trailing dimension of a tile assignment. */
export type SubgroupKind = 'replicated' | 'manual' | 'unreduced';

/** `shard_as` and `shard_like`, with the number of the group. */
export interface ShardGroup {
  readonly kind: 'as' | 'like';
  readonly id: number;
}

/** An axis of a mesh, or a part of one: `"x"`, `"x":(2)4`. */
export interface AxisRef {
  readonly name: string;
  /** The product of the more major parts, and the size of this one. Absent for the whole axis. */
  readonly subAxis?: { readonly preSize: number; readonly size: number };
}

/** A mesh of a sharding or of replica groups: `mesh['x'=2,'y'=4]`. */
export interface Mesh {
  readonly axes: readonly { readonly name: string; readonly size: number }[];
  /** The array of devices where it is not the iota of its axes' sizes. */
  readonly devices?: DeviceArray;
}

/** A sharding of one array. */
export type ArraySharding = (
  | { readonly kind: 'replicated' }
  | { readonly kind: 'manual' }
  | { readonly kind: 'unreduced' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'maximal'; readonly device: number }
  | {
      readonly kind: 'tiled';
      readonly devices: DeviceArray;
      /** `last_tile_dim_replicate`: the last dimension of the device array is one of replicas. */
      readonly replicatesLastDimension?: boolean;
      /** `last_tile_dims={manual, replicated}`. */
      readonly lastDimensions?: readonly SubgroupKind[];
    }
  | {
      readonly kind: 'named';
      readonly mesh: Mesh;
      readonly dimensions: readonly { readonly axes: readonly AxisRef[]; readonly isOpen?: boolean }[];
      readonly replicated?: readonly AxisRef[];
      readonly unreduced?: readonly AxisRef[];
      readonly manual?: readonly AxisRef[];
    }
) & {
  readonly group?: ShardGroup;
  /** Origins of the annotation, where the module keeps them. */
  readonly metadata?: readonly Metadata[];
};

/** A sharding of an instruction. */
export type Sharding = ArraySharding | { readonly kind: 'tuple'; readonly elements: readonly Sharding[] };

/** Groups of devices of a collective. */
export type ReplicaGroups =
  | { readonly kind: 'list'; readonly groups: readonly (readonly number[])[] }
  | ({ readonly kind: 'iota' } & IotaTiling)
  | { readonly kind: 'mesh'; readonly mesh: Mesh; readonly axes: readonly AxisRef[] };
