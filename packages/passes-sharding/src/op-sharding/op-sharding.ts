import { TileAssignment } from './tile-assignment.ts';

/** The kind of a subgroup of devices. */
export type SubgroupType = 'manual' | 'unreduced' | 'replicated';

/** Tensors that are to be split alike: `shard_as 3`. */
export interface OpShardingGroup {
  readonly kind: 'shard_as' | 'shard_like';
  readonly id: number;
}

/** The whole tensor on every device, on no device in particular, or whatever a program does by hand. */
export interface UniformOpSharding {
  readonly kind: 'replicated' | 'manual' | 'unknown' | 'unreduced';
  readonly group: OpShardingGroup | null;
}

/** The whole tensor on one device. */
export interface MaximalOpSharding {
  readonly kind: 'maximal';
  readonly device: number;
  readonly group: OpShardingGroup | null;
}

/** A tensor in tiles. The last dimensions of the assignment, one for each subgroup, number devices with the same tile. */
export interface TiledOpSharding {
  readonly kind: 'tiled';
  readonly assignment: TileAssignment;
  readonly subgroups: readonly SubgroupType[];
  readonly group: OpShardingGroup | null;
}

/** The shardings of several values. */
export interface TupleOpSharding {
  readonly kind: 'tuple';
  readonly elements: readonly OpSharding[];
}

/** XLA's sharding of an operation, as written in `mhlo.sharding`. */
export type OpSharding = LeafOpSharding | TupleOpSharding;

/** The sharding of one value. */
export type LeafOpSharding = UniformOpSharding | MaximalOpSharding | TiledOpSharding;

/** The canonical order of subgroups. */
const SUBGROUP_TYPES: readonly SubgroupType[] = ['manual', 'unreduced', 'replicated'];

/**
 * Returns a tiled sharding in XLA's normal form: subgroups in a fixed order, one of each type, none of size 1; devices
 * with the same tile in ascending order; a sharding without tiles has a word of its own.
 *
 * @param assignment as many dimensions as the tensor has and one for each of `subgroups`.
 */
export function tiledOpSharding(
  assignment: TileAssignment,
  subgroups: readonly SubgroupType[] = [],
  group: OpShardingGroup | null = null,
): LeafOpSharding {
  if (subgroups.length === 0) return { kind: 'tiled', assignment, subgroups, group };
  const { dims } = assignment;
  const rank = dims.length - subgroups.length;
  const tiles = dims.slice(0, rank);
  const sizes = new Map<SubgroupType, number>();
  const order = tiles.map((_, d) => d);
  for (const type of SUBGROUP_TYPES) {
    subgroups.forEach((subgroup, i) => {
      const size = dims[rank + i]!;
      if (subgroup !== type) return;
      order.push(rank + i);
      if (size > 1) sizes.set(type, (sizes.get(type) ?? 1) * size);
    });
  }
  const types = [...sizes.keys()];
  const [only] = types;
  // XLA keeps the tiles of partial values where another subgroup of size 1 was given.
  const hasWord = types.length === 1 && (only !== 'unreduced' || subgroups.every((type) => type === only));
  if (hasWord && tiles.every((size) => size === 1)) return { kind: only!, group };
  const merged = assignment.transposed(order).reshaped([...tiles, ...sizes.values()]);
  return {
    kind: 'tiled',
    assignment: types.at(-1) === 'replicated' ? merged.withSortedGroups() : merged,
    subgroups: types,
    group,
  };
}

/** Returns the text as XLA writes it. */
export function opShardingText(sharding: OpSharding): string {
  if (sharding.kind !== 'tuple') return `{${leafText(sharding)}${groupText(sharding.group)}}`;
  // Every fifth element has its number before it.
  const elements = sharding.elements.map(
    (element, i) => `${i > 0 && i % 5 === 0 ? `/*index=${i}*/` : ''}${opShardingText(element)}`,
  );
  return `{${elements.join(', ')}}`;
}

function leafText(sharding: LeafOpSharding): string {
  switch (sharding.kind) {
    case 'maximal':
      return `maximal device=${sharding.device}`;
    case 'tiled':
      return `devices=${sharding.assignment.toString()}${subgroupText(sharding.subgroups)}`;
    default:
      return sharding.kind;
  }
}

function subgroupText(subgroups: readonly SubgroupType[]): string {
  if (subgroups.length === 0) return '';
  if (subgroups.length === 1 && subgroups[0] === 'replicated') return ' last_tile_dim_replicate';
  return ` last_tile_dims={${subgroups.join(', ')}}`;
}

function groupText(group: OpShardingGroup | null): string {
  return group === null ? '' : ` ${group.kind} ${group.id}`;
}
