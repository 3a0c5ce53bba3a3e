import type { ArraySharding, DeviceArray, Sharding } from '@shardform/hlo-module';
import {
  MHLO_SHARDING,
  type OpSharding,
  parseOpSharding,
  type TileAssignment,
} from '@shardform/passes-sharding';
import { type Attribute, StringAttr } from '@shardform/ir-core';

/** The sharding of one value that has all of it on each device. */
export const replicated: Sharding = { kind: 'replicated' };

/** Anything that has named attributes. */
interface Attributed {
  getAttr(name: string): Attribute | null;
}

/** Returns the sharding of an `mhlo.sharding` attribute, or `null` if there is none. @throws OpShardingError */
export function shardingAttribute(op: Attributed): Sharding | null {
  return shardingOfAttribute(op.getAttr(MHLO_SHARDING));
}

/** Returns the sharding that a string attribute says. @throws OpShardingError */
export function shardingOfAttribute(attribute: Attribute | null): Sharding | null {
  return attribute instanceof StringAttr ? modelSharding(parseOpSharding(attribute.value)) : null;
}

function modelSharding(sharding: OpSharding): Sharding {
  if (sharding.kind === 'tuple') {
    return { kind: 'tuple', elements: sharding.elements.map((element) => modelSharding(element)) };
  }
  const { group } = sharding;
  return {
    ...plainSharding(sharding),
    ...(group !== null && {
      group: { kind: group.kind === 'shard_as' ? ('as' as const) : ('like' as const), id: group.id },
    }),
  };
}

function plainSharding(sharding: Exclude<OpSharding, { kind: 'tuple' }>): ArraySharding {
  switch (sharding.kind) {
    case 'maximal':
      return { kind: 'maximal', device: sharding.device };
    case 'tiled': {
      const { assignment, subgroups } = sharding;
      const devices = deviceArray(assignment);
      if (subgroups.length === 0) return { kind: 'tiled', devices };
      return subgroups.length === 1 && subgroups[0] === 'replicated'
        ? { kind: 'tiled', devices, replicatesLastDimension: true }
        : { kind: 'tiled', devices, lastDimensions: subgroups };
    }
    default:
      return { kind: sharding.kind };
  }
}

function deviceArray({ dims, devices, iota }: TileAssignment): DeviceArray {
  if (iota === null) return { kind: 'list', dimensions: dims, devices };
  const isIdentity = iota.transpose.every((from, to) => from === to);
  return {
    kind: 'iota',
    dimensions: dims,
    reshape: iota.reshape,
    ...(!isIdentity && { permutation: iota.transpose }),
  };
}

/** Returns a sharding of a tuple if one of its elements has one; the others are replicated. */
export function tupleSharding(shardings: readonly (Sharding | null)[]): Sharding | null {
  if (shardings.every((sharding) => sharding === null)) return null;
  return {
    kind: 'tuple',
    elements: shardings.flatMap((sharding) =>
      sharding?.kind === 'tuple' ? sharding.elements : [sharding ?? replicated],
    ),
  };
}

/** Returns the shardings of the results of an operation; none if it has no sharding. */
export function resultShardings(sharding: Sharding | null, count: number): readonly Sharding[] {
  if (sharding === null) return [];
  return sharding.kind === 'tuple' ? sharding.elements : new Array<Sharding>(count).fill(sharding);
}
