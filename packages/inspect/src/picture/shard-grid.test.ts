import { expect, test } from 'vitest';
import { shardPanels } from './shard-grid.ts';

/** Eight devices, one bit of their number for each of three dimensions. */
const cube = {
  localShape: [2, 4, 8],
  offsets: new Map(
    Array.from({ length: 8 }, (_, device) => [
      device,
      [2 * (device >> 2), 4 * ((device >> 1) & 1), 8 * (device & 1)],
    ]),
  ),
};

test('a tensor that is split along three dimensions has a panel for each part along the first', () => {
  expect(shardPanels([4, 8, 16], cube).map(({ title, grid }) => [title, grid.labels])).toEqual([
    [
      'dimension 0 from 0 to 2',
      [
        ['0', '1'],
        ['2', '3'],
      ],
    ],
    [
      'dimension 0 from 2 to 4',
      [
        ['4', '5'],
        ['6', '7'],
      ],
    ],
  ]);
});

test('others have one panel without a title', () => {
  const layout = {
    localShape: [4],
    offsets: new Map([
      [0, [0]],
      [1, [4]],
    ]),
  };
  expect(shardPanels([8], layout)).toEqual([
    { title: '', grid: { labels: [['0', '1']], rowDimension: null, columnDimension: 0 } },
  ]);
});
