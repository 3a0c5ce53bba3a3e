import type {
  ArraySharding,
  AxisRef,
  DeviceArray,
  IotaTiling,
  Mesh,
  ReplicaGroups,
  Sharding,
} from '../model/sharding.ts';
import { metadataText } from './metadata-text.ts';
import { indexComment } from './shape-text.ts';

/** Returns the text of a sharding with its braces: `{devices=[2,4]<=[8]}`. */
export function shardingText(sharding: Sharding): string {
  if (sharding.kind === 'tuple') {
    return `{${sharding.elements.map((element, i) => indexComment(i) + shardingText(element)).join(', ')}}`;
  }
  const { group, metadata = [] } = sharding;
  const isNamed = sharding.kind === 'named';
  const origins = metadata.map((origin) => metadataText(origin));
  const parts = [
    isNamed ? namedText(sharding) : plainText(sharding),
    ...(group === undefined ? [] : [`shard_${group.kind} ${group.id}`]),
    ...(origins.length === 0
      ? []
      : [`metadata=${origins.length === 1 ? origins.join('') : `{${origins.join(', ')}}`}`]),
  ];
  return `{${parts.join(isNamed ? ', ' : ' ')}}`;
}

function plainText(sharding: Exclude<ArraySharding, { kind: 'named' }>): string {
  if (sharding.kind === 'maximal') return `maximal device=${sharding.device}`;
  if (sharding.kind !== 'tiled') return sharding.kind;
  const { devices, replicatesLastDimension = false, lastDimensions } = sharding;
  const kinds = lastDimensions === undefined ? '' : ` last_tile_dims={${lastDimensions.join(', ')}}`;
  return `devices=${deviceArrayText(devices)}${replicatesLastDimension ? ' last_tile_dim_replicate' : kinds}`;
}

function namedText({
  mesh,
  dimensions,
  replicated,
  unreduced,
  manual,
}: Extract<ArraySharding, { kind: 'named' }>): string {
  const lists = Object.entries({ replicated, unreduced, manual }).flatMap(([name, axes]) =>
    axes === undefined ? [] : [`${name}=${axesText(axes)}`],
  );
  const split = dimensions.map(
    ({ axes, isOpen = false }) => `{${[...axes.map(axisText), ...(isOpen ? ['?'] : [])].join(', ')}}`,
  );
  return [meshText(mesh), `[${split.join(', ')}]`, ...lists].join(', ');
}

function iotaText({ reshape, permutation }: IotaTiling): string {
  return `[${reshape.join(',')}]${permutation === undefined ? '' : `T(${permutation.join(',')})`}`;
}

function deviceArrayText(devices: DeviceArray): string {
  const sizes = `[${devices.dimensions.join(',')}]`;
  return devices.kind === 'iota' ? `${sizes}<=${iotaText(devices)}` : sizes + devices.devices.join(',');
}

function axisText({ name, subAxis }: AxisRef): string {
  return `'${name}'${subAxis === undefined ? '' : `:(${subAxis.preSize})${subAxis.size}`}`;
}

function axesText(axes: readonly AxisRef[]): string {
  return `{${axes.map(axisText).join(', ')}}`;
}

function meshText({ axes, devices }: Mesh): string {
  const sizes = axes.map(({ name, size }) => `'${name}'=${size}`).join(',');
  if (devices === undefined) return `mesh[${sizes}]`;
  return `mesh[${sizes}], device_ids=(${devices.kind === 'iota' ? iotaText(devices) : devices.devices.join(',')})`;
}

/** Returns the text of the groups of a collective: `{{0,1},{2,3}}`, `[2,4]<=[8]`, `mesh['x'=2,'y'=4] {'x'}`. */
export function replicaGroupsText(groups: ReplicaGroups): string {
  switch (groups.kind) {
    case 'list':
      return `{${groups.groups.map((group) => `{${group.join(',')}}`).join(',')}}`;
    case 'iota':
      return `[${groups.dimensions.join(',')}]<=${iotaText(groups)}`;
    case 'mesh':
      return `${meshText(groups.mesh)} ${axesText(groups.axes)}`;
  }
}
