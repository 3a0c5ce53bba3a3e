import type { ArraySharding, AxisRef, DeviceArray, Mesh, Sharding } from '@shardform/hlo-module';

/** Returns a sharding as HLO's text and `mhlo.sharding` have it: `{devices=[2,1]<=[2]}`. */
export function shardingText(sharding: Sharding): string {
  if (sharding.kind !== 'tuple') return arrayText(sharding);
  return `{${sharding.elements.map(shardingText).join(', ')}}`;
}

function arrayText(sharding: ArraySharding): string {
  const { group } = sharding;
  const suffix = group === undefined ? '' : ` shard_${group.kind} ${group.id}`;
  return `{${bodyText(sharding)}${suffix}}`;
}

function bodyText(sharding: ArraySharding): string {
  switch (sharding.kind) {
    case 'maximal':
      return `maximal device=${sharding.device}`;
    case 'tiled': {
      const { devices, replicatesLastDimension, lastDimensions } = sharding;
      const last =
        replicatesLastDimension === true
          ? ' last_tile_dim_replicate'
          : lastDimensions === undefined
            ? ''
            : ` last_tile_dims={${lastDimensions.join(', ')}}`;
      return `devices=${devicesText(devices)}${last}`;
    }
    case 'named':
      return namedText(sharding);
    default:
      return sharding.kind;
  }
}

function devicesText(devices: DeviceArray): string {
  const dimensions = `[${devices.dimensions.join(',')}]`;
  if (devices.kind === 'list') return `${dimensions}${devices.devices.join(',')}`;
  const permuted = devices.permutation === undefined ? '' : `T(${devices.permutation.join(',')})`;
  return `${dimensions}<=[${devices.reshape.join(',')}]${permuted}`;
}

function namedText(sharding: Extract<ArraySharding, { kind: 'named' }>): string {
  const dimensions = sharding.dimensions.map(
    ({ axes, isOpen }) => `{${[...axes.map(axisText), ...(isOpen === true ? ['?'] : [])].join(', ')}}`,
  );
  const lists = (['replicated', 'unreduced', 'manual'] as const).map((kind) => {
    const axes = sharding[kind] ?? [];
    return axes.length === 0 ? '' : `, ${kind}={${axes.map(axisText).join(', ')}}`;
  });
  return `${meshText(sharding.mesh)}, [${dimensions.join(', ')}]${lists.join('')}`;
}

function meshText({ axes }: Mesh): string {
  return `mesh[${axes.map(({ name, size }) => `'${name}'=${size}`).join(',')}]`;
}

function axisText({ name, subAxis }: AxisRef): string {
  return subAxis === undefined ? `'${name}'` : `'${name}':(${subAxis.preSize})${subAxis.size}`;
}
