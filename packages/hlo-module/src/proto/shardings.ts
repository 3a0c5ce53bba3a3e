import type { Metadata } from '../model/metadata.ts';
import type {
  ArraySharding,
  DeviceArray,
  IotaTiling,
  Mesh,
  Sharding,
  SubgroupKind,
} from '../model/sharding.ts';
import { type AxisMessage, decodeAxis, decodeMesh, namedAxes } from './meshes.ts';
import { decodeMetadata } from './metadata.ts';
import {
  boolean,
  cached,
  type Decode,
  integer,
  integers,
  many,
  mapped,
  message,
  one,
  type WireReader,
} from './wire.ts';

interface NamedMessage {
  mesh?: Mesh;
  dimensions?: { axes?: AxisMessage[]; isClosed?: boolean }[];
  replicated?: AxisMessage[];
  unreduced?: AxisMessage[];
  manual?: AxisMessage[];
  metadata?: Metadata[];
}

interface ShardingMessage {
  type?: number;
  dimensions?: number[];
  devices?: number[];
  elements?: Sharding[];
  replicatesLast?: boolean;
  metadata?: Metadata[];
  lastTypes?: number[];
  reshape?: number[];
  permutation?: number[];
  isGrouped?: boolean;
  group?: number;
  groupType?: number;
  named?: NamedMessage;
}

const axes = () => decodeAxis;

const namedMessage = message<NamedMessage>(() => ({}), {
  2: one('mesh', () => decodeMesh),
  3: many('dimensions', () =>
    message<{ axes?: AxisMessage[]; isClosed?: boolean }>(() => ({}), {
      1: many('axes', axes),
      2: boolean('isClosed'),
    }),
  ),
  4: many('replicated', axes),
  5: many('unreduced', axes),
  6: many('metadata', () => decodeMetadata),
  7: many('manual', axes),
});

/** Kinds of shardings by their numbers; a tuple and a tiled one are made otherwise. */
const kinds: Readonly<Record<number, 'replicated' | 'manual' | 'unknown' | 'unreduced'>> = {
  0: 'replicated',
  4: 'manual',
  5: 'unknown',
  6: 'unreduced',
};
const MAXIMAL = 1;
const TUPLE = 2;
const TILED = 3;

const subgroupKinds: Readonly<Record<number, SubgroupKind>> = {
  0: 'replicated',
  4: 'manual',
  6: 'unreduced',
};

/** Returns an iota of devices; a permutation that changes nothing is left out, as in the text. */
export function toIota(
  dimensions: readonly number[],
  reshape: readonly number[],
  permutation: readonly number[],
): IotaTiling {
  const isIdentity = permutation.every((dimension, index) => dimension === index);
  return { dimensions, reshape, ...(!isIdentity && { permutation }) };
}

function toSharding(sharding: ShardingMessage, reader: WireReader): Sharding {
  if (sharding.named !== undefined) return toNamed(sharding.named, reader);
  const { type = 0, elements = [], isGrouped = false, group = 0, groupType = 0, metadata } = sharding;
  if (type === TUPLE) return { kind: 'tuple', elements };
  const rest = {
    ...(isGrouped && { group: { kind: groupType === 0 ? ('as' as const) : ('like' as const), id: group } }),
    ...(metadata !== undefined && { metadata }),
  };
  if (type === MAXIMAL) return { kind: 'maximal', device: sharding.devices?.[0] ?? 0, ...rest };
  if (type === TILED) return { ...toTiled(sharding, reader), ...rest };
  const kind = kinds[type];
  return kind === undefined ? reader.fail(`sharding type ${type} is not known`) : { kind, ...rest };
}

function toTiled(sharding: ShardingMessage, reader: WireReader): ArraySharding {
  const { dimensions = [], devices: listed = [], reshape = [], permutation = [], lastTypes = [] } = sharding;
  const devices: DeviceArray =
    reshape.length > 0
      ? { kind: 'iota', ...toIota(dimensions, reshape, permutation) }
      : { kind: 'list', dimensions, devices: listed };
  return {
    kind: 'tiled',
    devices,
    ...(sharding.replicatesLast === true && { replicatesLastDimension: true }),
    ...(lastTypes.length > 0 && {
      lastDimensions: lastTypes.map(
        (type) => subgroupKinds[type] ?? reader.fail(`type ${type} is not one of subgroups of devices`),
      ),
    }),
  };
}

function toNamed(sharding: NamedMessage, reader: WireReader): ArraySharding {
  const { mesh = { axes: [] }, dimensions = [], metadata } = sharding;
  const { replicated = [], unreduced = [], manual = [] } = sharding;
  return {
    kind: 'named',
    mesh,
    dimensions: dimensions.map(({ axes: parts = [], isClosed = false }) => ({
      axes: namedAxes(parts, mesh, reader),
      ...(!isClosed && { isOpen: true }),
    })),
    ...(replicated.length > 0 && { replicated: namedAxes(replicated, mesh, reader) }),
    ...(unreduced.length > 0 && { unreduced: namedAxes(unreduced, mesh, reader) }),
    ...(manual.length > 0 && { manual: namedAxes(manual, mesh, reader) }),
    ...(metadata !== undefined && { metadata }),
  };
}

/** Reads a sharding. */
export const decodeSharding: Decode<Sharding> = cached(
  mapped(
    message<ShardingMessage>(() => ({}), {
      1: integer('type'),
      3: integers('dimensions'),
      4: integers('devices'),
      5: many('elements', () => decodeSharding),
      6: boolean('replicatesLast'),
      7: many('metadata', () => decodeMetadata),
      8: integers('lastTypes'),
      9: integers('reshape'),
      10: integers('permutation'),
      11: boolean('isGrouped'),
      12: integer('group'),
      13: integer('groupType'),
      14: one('named', () => namedMessage),
    }),
    toSharding,
  ),
);
