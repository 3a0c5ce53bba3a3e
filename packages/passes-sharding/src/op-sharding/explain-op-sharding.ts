import { coordinatesOf, product } from '@shardform/ir-core';
import { commonMeshOfOpShardings } from './common-mesh-of-op-shardings.ts';
import { type LeafOpSharding, type OpSharding, opShardingText, type TiledOpSharding } from './op-sharding.ts';
import { sdyOfOpSharding } from './sdy-of-op-sharding.ts';

/** The most tiles that are listed. */
const MOST_TILES = 64;

/**
 * Describes a sharding in several lines: how each dimension is split, which subgroups devices form, the tile of each
 * device, and the sharding in sdy's syntax.
 *
 * @param shape sizes of the tensor, for the sizes of tiles and their element ranges; `null` if unknown.
 */
export function explainOpSharding(sharding: OpSharding, shape: readonly number[] | null = null): string {
  if (sharding.kind !== 'tuple')
    return [opShardingText(sharding), ...leafLines(sharding, shape)].join('\n') + '\n';
  const count = sharding.elements.length;
  const parts = sharding.elements.map((element, i) => `\nvalue ${i}: ${explainOpSharding(element, shape)}`);
  return `${opShardingText(sharding)}\nthe shardings of ${count} ${count === 1 ? 'value' : 'values'}\n${parts.join('')}`;
}

function leafLines(sharding: LeafOpSharding, shape: readonly number[] | null): string[] {
  const group =
    sharding.group === null
      ? []
      : [
          sharding.group.kind === 'shard_as'
            ? `split exactly as all of group ${sharding.group.id}`
            : `split like those of group ${sharding.group.id}`,
        ];
  switch (sharding.kind) {
    case 'replicated':
      return ['every device has the whole tensor', ...group];
    case 'manual':
      return ['the program says itself what each device has: devices have tensors of their own', ...group];
    case 'unreduced':
      return ['every device has a partial value of the whole tensor; their sum is the value', ...group];
    case 'unknown':
      return ['nothing is said: the compiler may choose', ...group];
    case 'maximal':
      return [`device ${sharding.device} has the whole tensor, others nothing`, ...group];
    case 'tiled':
      return [...tileLines(sharding, shape), ...group];
  }
}

function tileLines(sharding: TiledOpSharding, shape: readonly number[] | null): string[] {
  const { assignment, subgroups } = sharding;
  const rank = assignment.dims.length - subgroups.length;
  const tiles = assignment.dims.slice(0, rank);
  const lines = [
    `${assignment.devices.length} devices; a tensor of ${rank} ${rank === 1 ? 'dimension' : 'dimensions'}`,
  ];
  if (shape !== null && shape.length !== rank)
    lines.push(`does not fit a tensor of ${shape.length} ${shape.length === 1 ? 'dimension' : 'dimensions'}`);
  const sizes = shape?.length === rank ? shape : null;
  tiles.forEach((parts, d) => lines.push(`  dimension ${d}: ${dimensionText(parts, sizes?.[d] ?? null)}`));
  subgroups.forEach((type, i) => {
    const size = assignment.dims[rank + i]!;
    if (type === 'replicated') lines.push(`  each tile is on ${size} devices: copies`);
    else if (type === 'manual')
      lines.push(`  each tile is on ${size} devices that the program tells apart itself (manual)`);
    else lines.push(`  each tile is on ${size} devices as partial values, whose sum it is (unreduced)`);
  });
  lines.push(...placeLines(sharding, tiles, sizes), ...sdyLines(sharding, rank));
  return lines;
}

function dimensionText(parts: number, size: number | null): string {
  if (parts === 1) return size === null ? 'whole' : `whole, ${size}`;
  if (size === null) return `in ${parts} parts`;
  const part = Math.ceil(size / parts);
  if (size % parts === 0) return `${size} in ${parts} parts of ${part}`;
  const full = Math.floor(size / part);
  const rest = size - full * part;
  const empty = parts - full - (rest > 0 ? 1 : 0);
  const last = [...(rest > 0 ? [`one of ${rest}`] : []), ...(empty > 0 ? [`${empty} empty`] : [])].join(', ');
  return `${size} in ${parts} parts: ${full} of ${part}, ${last}; devices hold ${part} with padding`;
}

/** The lines that list the devices of each tile. */
function placeLines(
  { assignment: { devices } }: TiledOpSharding,
  tiles: readonly number[],
  shape: readonly number[] | null,
): string[] {
  const count = product(tiles);
  const perTile = devices.length / count;
  const lines: string[] = [];
  for (let tile = 0; tile < Math.min(count, MOST_TILES); tile++) {
    const place = coordinatesOf(tile, tiles);
    const where =
      shape === null
        ? `tile [${place.join(', ')}]`
        : `[${place.map((at, d) => rangeText(at, tiles[d]!, shape[d]!)).join(', ')}]`;
    const own = devices.slice(tile * perTile, (tile + 1) * perTile);
    lines.push(`  ${where} on ${own.length === 1 ? 'device' : 'devices'} ${own.join(' ')}`);
  }
  if (count > MOST_TILES) lines.push(`  and ${count - MOST_TILES} tiles more`);
  return lines;
}

/** The half-open range of elements of a shard of a dimension, as in Python. */
function rangeText(part: number, parts: number, size: number): string {
  const step = Math.ceil(size / parts);
  const [start, end] = [Math.min(part * step, size), Math.min((part + 1) * step, size)];
  return start === end ? 'none' : `${start}:${end}`;
}

function sdyLines(sharding: TiledOpSharding, rank: number): string[] {
  if (new Set(sharding.assignment.devices).size !== Math.max(...sharding.assignment.devices) + 1) return [];
  const mesh = commonMeshOfOpShardings([sharding]);
  const { sharding: sdy, manualAxes } = sdyOfOpSharding(sharding, { mesh, meshOrRef: mesh, rank });
  const manual =
    manualAxes.length === 0 ? '' : ` inside of manual axes ${manualAxes.map(({ text }) => text).join(', ')}`;
  return [`in sdy: #sdy.sharding${sdy.text}${manual}`];
}
