import { product } from '@shardform/ir-core';
import type { MeshShardTypeAttr } from './attrs/enums.ts';

/** The distribution of a tensor by an XLA sharding such as `{devices=[2,4]<=[8]}` over devices that form a grid. */
export interface GspmdSharding {
  readonly shardType: Extract<MeshShardTypeAttr['value'], 'devices' | 'replicate'> | 'manual';
  /** Number of shards of each dimension of the tensor; `[1]` when it is replicated. */
  readonly shardShape: readonly number[];
  /** For each axis of the mesh the dimension that it splits, or -1; `[-1]` when the tensor is replicated. */
  readonly shardDims: readonly number[];
  /** The two sizes of the mesh; empty when the sharding says none. */
  readonly meshShape: readonly number[];
}

const REPLICATED: GspmdSharding = {
  shardType: 'replicate',
  shardShape: [1],
  shardDims: [-1],
  meshShape: [],
};

/**
 * Parses an `mhlo.sharding` text (OpenXLA, HloSharding).
 *
 * @returns an error message otherwise: it is no sharding, names one device for all, or is over a mesh that is no grid
 *   of at most two dimensions.
 */
export function readGspmdSharding(text: string): GspmdSharding | string {
  const body = /^\{(.*)\}$/s.exec(text.trim())?.[1];
  if (body === undefined) return `'${text}' is no sharding`;
  if (body.includes('maximal')) return `'${text}' puts a whole tensor on one device`;
  const devices = /devices=\[([\d,]+)\](?:<=\[([\d,]+)\](?:T\(([\d,]+)\))?|([\d,]+))/.exec(body);
  if (devices !== null) return readDevices(devices, body.includes('last_tile_dim_replicate'));
  if (body.includes('replicated')) return REPLICATED;
  if (body.includes('manual')) return { ...REPLICATED, shardType: 'manual' };
  return `'${text}' is no sharding`;
}

function numbers(list: string): number[] {
  return list.split(',').map(Number);
}

function readDevices(
  [, tiles, reshape, , ids]: RegExpExecArray,
  replicatesLast: boolean,
): GspmdSharding | string {
  const tileShape = numbers(tiles!);
  const deviceIds = ids === undefined ? [] : numbers(ids);
  const grid = reshape === undefined ? [deviceIds.length] : numbers(reshape);
  const count = product(grid);
  const isLine = tileShape.includes(count);
  // A grid of one size counts devices in order; its shape is that of the tiles.
  let isReversed = grid.length !== 1;
  let meshShape = grid;
  if (!isReversed) {
    meshShape = isLine ? [1, count] : tileShape.filter((size) => size !== 1);
    if (!isLine && deviceIds.length > 1 && deviceIds[0]! + 1 !== deviceIds[1]) {
      meshShape.reverse();
      isReversed = true;
    }
  }
  if (meshShape.length !== 2) return `the devices form a grid of ${meshShape.length} dimensions`;
  const shardShape = replicatesLast ? tileShape.slice(0, -1) : tileShape;
  const shardDims = [-1, -1];
  let used = isLine ? 1 : 0;
  for (const [dim, size] of shardShape.entries()) {
    if (size === 1) continue;
    const axis = isReversed ? 1 - used : used;
    if (meshShape[axis] !== size) {
      return `dimension ${dim} has ${size} shards, but axis ${axis} of the ${meshShape.join('x')} grid has another size`;
    }
    shardDims[axis] = dim;
    used++;
  }
  return { shardType: 'devices', shardShape, shardDims, meshShape };
}
