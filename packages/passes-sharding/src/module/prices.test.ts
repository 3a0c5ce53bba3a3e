import { clusterMachine, CollectiveCosts, kernelSeconds, machineDevice } from '@shardform/cost-model';
import {
  AxisRefAttr,
  DimensionShardingAttr,
  MeshAttr,
  MeshAxisAttr,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { expect, test } from 'vitest';
import { BYTE_PRICES, pricesOf } from './prices.ts';

const mesh = MeshAttr.get([
  MeshAxisAttr.get({ name: 'node', size: 2 }),
  MeshAxisAttr.get({ name: 'x', size: 4 }),
]);
const node = AxisRefAttr.get('node');
const x = AxisRefAttr.get('x');

/** Two nodes of four devices, of 800 Gbit/s inside, and 100 Gbit/s of one network card between. */
const machine = clusterMachine('two', {
  ...{ nodes: 2, perNode: 4, insideGbps: 800, betweenGbps: 100, insideLatency: 1e-6, betweenLatency: 1e-5 },
  device: { kind: 'gpu', flops: 1e14, dram: 1e12, launch: 4e-6, memory: 80e9 },
});

const GATHERED = 1e9;

test('collectives on a machine take the seconds of all of their groups together', () => {
  const prices = pricesOf(machine).on(mesh);
  const costs = new CollectiveCosts(machine);
  const acrossNodes = [1, 2, 3, 4].map((device) => [device, device + 4]);
  expect(prices.collective('all_reduce', [node], 1e8)).toBe(costs.seconds('allreduce', acrossNodes, 1e8));
  const inside = [
    [1, 2, 3, 4],
    [5, 6, 7, 8],
  ];
  expect(prices.collective('all_gather', [x], GATHERED / 4)).toBe(
    costs.seconds('allgather', inside, GATHERED),
  );
  expect(prices.collective('all_to_all', [x], 1e8)).toBe(costs.seconds('alltoall', inside, 1e8));
  // Over both axes a group has the network card alone, which four groups share across nodes.
  const [both, across] = [[node, x], [node]].map((axes) =>
    prices.collective('reduce_scatter', axes, GATHERED),
  );
  expect(across! / both!).toBeCloseTo((4 * (1 / 2)) / (7 / 8), 2);
});

test('a permute on a machine takes the seconds of its slowest pair', () => {
  const prices = pricesOf(machine).on(mesh);
  const split = (...axes: AxisRefAttr[]): TensorShardingAttr =>
    TensorShardingAttr.get(mesh, [DimensionShardingAttr.get(axes, true)]);
  const pairs = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => ({
    from: i + 1,
    to: 2 * (i % 4) + Math.floor(i / 4) + 1,
  }));
  const reversed = pairs.map(({ from, to }) => ({ from: to, to: from }));
  const costs = new CollectiveCosts(machine);
  const slowest = [pairs, reversed].map((own) => Math.max(...costs.permute(own, 1e6)));
  expect(slowest).toContain(prices.permute(split(node, x), split(x, node), 1e6));
  expect(prices.shift([x], 1e6)).toBeCloseTo(1e-6 + 1e6 / 1e11, 12);
});

test('kernels on a machine take the seconds of the cost model', () => {
  const work = { launches: 2, flops: 1e9, arithmetic: 'f16', bytes: 1e6 } as const;
  expect(pricesOf(machine).kernels(work)).toBe(kernelSeconds(machineDevice(machine), work));
});

test('bytes are the prices without a machine, with some for each step and few for memory', () => {
  expect(pricesOf(null)).toBe(BYTE_PRICES);
  const prices = BYTE_PRICES.on(mesh);
  expect(prices.collective('all_gather', [x], 1000)).toBe(3 * 1000 + 3 * 256);
  expect(prices.collective('all_reduce', [x], 1000)).toBe(2 * 750 + 6 * 256);
  expect(prices.shift([x], 1000)).toBe(1000 + 256);
  expect(BYTE_PRICES.kernels({ launches: 5, flops: 1e9, arithmetic: 'f16', bytes: 800 })).toBe(100);
});
