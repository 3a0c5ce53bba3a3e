import type { Mesh, ReplicaGroups } from '../model/sharding.ts';
import { type AxisMessage, decodeAxis, decodeMesh, namedAxes } from './meshes.ts';
import { toIota } from './shardings.ts';
import { type Decode, integer, integers, many, mapped, message, one } from './wire.ts';

/** Reads `ReplicaGroup`. */
export const decodeGroup: Decode<number[]> = mapped(
  message<{ devices?: number[] }>(() => ({}), { 1: integers('devices') }),
  ({ devices = [] }) => devices,
);

interface IotaMessage {
  groups?: number;
  devices?: number;
  reshape?: number[];
  permutation?: number[];
}

/** Reads `IotaReplicaGroupListProto`. */
export const decodeIotaGroups: Decode<ReplicaGroups> = mapped(
  message<IotaMessage>(() => ({}), {
    1: integer('groups'),
    2: integer('devices'),
    3: integers('reshape'),
    4: integers('permutation'),
  }),
  ({ groups = 0, devices = 0, reshape = [], permutation = [] }) => ({
    kind: 'iota',
    ...toIota([groups, devices], reshape, permutation),
  }),
);

/** Reads `MeshAxesReplicaGroupListProto`. */
export const decodeMeshGroups: Decode<ReplicaGroups> = mapped(
  message<{ mesh?: Mesh; axes?: AxisMessage[] }>(() => ({}), {
    1: one('mesh', () => decodeMesh),
    2: many('axes', () => decodeAxis),
  }),
  ({ mesh = { axes: [] }, axes = [] }, reader) => ({
    kind: 'mesh',
    mesh,
    axes: namedAxes(axes, mesh, reader),
  }),
);

/** Reads `CollectiveDeviceListProto`. */
export const decodeDeviceList: Decode<ReplicaGroups> = mapped(
  message<{ groups?: number[][]; iota?: ReplicaGroups }>(() => ({}), {
    1: many('groups', () => decodeGroup),
    2: one('iota', () => decodeIotaGroups),
  }),
  ({ groups = [], iota }) => iota ?? { kind: 'list', groups },
);

/** Reads `SourceTarget`. */
export const decodePair: Decode<readonly [number, number]> = mapped(
  message<{ source?: number; target?: number }>(() => ({}), { 1: integer('source'), 2: integer('target') }),
  ({ source = 0, target = 0 }) => [source, target] as const,
);
