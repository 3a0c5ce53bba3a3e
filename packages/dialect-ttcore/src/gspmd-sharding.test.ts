import { describe, expect, it } from 'vitest';
import { readGspmdSharding } from './gspmd-sharding.ts';

/** The shard of each device along each dimension, by the definition of the text: tiles are numbered in row-major order. */
function tilesOf(
  tiles: readonly number[],
  grid: readonly number[],
  order: readonly number[],
): readonly (readonly number[])[] {
  const count = grid.reduce((all, size) => all * size, 1);
  const permuted = order.map((axis) => grid[axis]!);
  const found: (readonly number[])[] = new Array<readonly number[]>(count);
  for (let at = 0; at < count; at++) {
    // The place in the permuted grid is one in the grid, whose number is the device.
    let rest = at;
    const places = permuted
      .toReversed()
      .map((size) => {
        const place = rest % size;
        rest = Math.floor(rest / size);
        return place;
      })
      .toReversed();
    const device = grid.reduce((number, size, axis) => number * size + places[order.indexOf(axis)]!, 0);
    rest = at;
    found[device] = tiles
      .toReversed()
      .map((size) => {
        const tile = rest % size;
        rest = Math.floor(rest / size);
        return tile;
      })
      .toReversed();
  }
  return found;
}

/** Tensors of up to three dimensions, of which each axis of a grid splits one or none, and none is split twice. */
const cases = [
  [2, 4],
  [4, 2],
  [2, 3],
].flatMap((grid) =>
  [1, 2, 3].flatMap((rank) => {
    const dims = [-1, ...Array.from({ length: rank }, (_, d) => d)];
    const pairs = dims.flatMap((x) => dims.map((y) => [x, y] as const));
    return pairs.filter(([x, y]) => (x >= 0 || y >= 0) && x !== y).map((split) => ({ grid, rank, split }));
  }),
);

describe.each(cases)(
  'a tensor of rank $rank that a grid of $grid splits along $split',
  ({ grid, rank, split }) => {
    const shardShape = Array.from({ length: rank }, (_, d) =>
      !split.includes(d) ? 1 : grid[split.indexOf(d)]!,
    );
    const isWhole = split.includes(-1);
    // Axes in the order of the dimensions that they split; those that split none come last.
    const order = [0, 1].toSorted(
      (a, b) => (split[a]! < 0 ? rank : split[a]!) - (split[b]! < 0 ? rank : split[b]!),
    );
    const tiles = isWhole ? [...shardShape, grid[split.indexOf(-1)]!] : shardShape;
    const devices = order[0] === 0 ? `<=[${grid[0]! * grid[1]!}]` : `<=[${grid.join(',')}]T(1,0)`;
    const text = `{devices=[${tiles.join(',')}]${devices}${isWhole ? ' last_tile_dim_replicate' : ''}}`;

    it('is read from the order of the devices', () => {
      expect(readGspmdSharding(text)).toEqual({
        shardType: 'devices',
        shardShape,
        shardDims: split,
        meshShape: grid,
      });
    });

    it('has the tiles that the order of the devices says', () => {
      const found = tilesOf(tiles, grid, order).map((tile) => tile.slice(0, rank));
      const expected = Array.from({ length: grid[0]! * grid[1]! }, (_, device) => {
        const places = [Math.floor(device / grid[1]!), device % grid[1]!];
        return shardShape.map((_size, d) => (!split.includes(d) ? 0 : places[split.indexOf(d)]!));
      });
      expect(found).toEqual(expected);
    });
  },
);

describe('sharding texts', () => {
  it.each([
    ['{devices=[8,1]<=[8]}', [8, 1], [-1, 0], [1, 8]],
    ['{devices=[1,1,8]<=[8]}', [1, 1, 8], [-1, 2], [1, 8]],
    ['{devices=[1,1,8]<=[8] last_tile_dim_replicate}', [1, 1], [-1, -1], [1, 8]],
    ['{devices=[2,2]0,2,1,3}', [2, 2], [1, 0], [2, 2]],
    ['{devices=[2,2]0,1,2,3}', [2, 2], [0, 1], [2, 2]],
    [' {devices=[2,4]<=[8]} ', [2, 4], [0, 1], [2, 4]],
  ])('%s', (text, shardShape, shardDims, meshShape) => {
    expect(readGspmdSharding(text)).toEqual({ shardType: 'devices', shardShape, shardDims, meshShape });
  });

  it.each([
    ['{replicated}', 'replicate'],
    ['{manual}', 'manual'],
  ])('%s', (text, shardType) => {
    expect(readGspmdSharding(text)).toEqual({ shardType, shardShape: [1], shardDims: [-1], meshShape: [] });
  });

  it.each([
    ['devices=[2,4]<=[8]', "'devices=[2,4]<=[8]' is no sharding"],
    ['{}', "'{}' is no sharding"],
    ['{maximal device=3}', "'{maximal device=3}' puts a whole tensor on one device"],
    ['{devices=[2,2,2]<=[8]}', 'the devices form a grid of 3 dimensions'],
    ['{devices=[2,2,2]<=[2,2,2]T(2,1,0)}', 'the devices form a grid of 3 dimensions'],
    ['{devices=[4,2]<=[4,2]T(1,0)}', 'dimension 0 has 4 shards, but axis 1 of the 4x2 grid has another size'],
    ['{devices=[8]<=[2,4]T(1,0)}', 'dimension 0 has 8 shards, but axis 0 of the 2x4 grid has another size'],
  ])('%s is refused', (text, message) => {
    expect(readGspmdSharding(text)).toBe(message);
  });
});
