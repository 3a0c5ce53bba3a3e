import { expect, test } from 'vitest';
import { machineOfJson } from './described-machine.ts';
import { uniformMachine } from './machine.ts';

test('links hold both ways, a device reaches itself at once, and what is not there is named', () => {
  const machine = uniformMachine(2, { gbps: [[1, 2, 100]] });
  expect([machine.gbps(1, 2), machine.gbps(2, 1), machine.gbps(1, 1)]).toEqual([100, 100, Infinity]);
  expect(() => machine.gbps(1, 7)).toThrow('the machine has no device 7');
  expect(() => machine.gbps(0, 1)).toThrow(
    "machine '2 devices': the bandwidth between device 0 and device 1 is not known; give that link in 'links', or 'default_gbps' for all",
  );
});

test('a machine is described by JSON', () => {
  const machine = machineOfJson('m.json', {
    devices: [{ id: 1, flops: 2e14 }, { id: 2 }],
    links: [[1, 2, 50]],
    latency: 1e-6,
  });
  expect(machine.devices.get(1)!.flops).toBe(2e14);
  expect(machine.devices.get(2)!.dram).toBe(9e11);
  expect([machine.gbps(2, 1), machine.latency(1, 2)]).toEqual([50, 1e-6]);
});

test('equal devices are described once, alone or as a grid whose neighbours have wires', () => {
  const device = { kind: 'chip', flops: 2e14 };
  const all = machineOfJson('m.json', { name: 'ours', devices: 3, device, default_gbps: 50 });
  expect([all.name, [...all.devices.keys()], all.devices.get(3)!.flops, all.gbps(1, 3)]).toEqual([
    'ours',
    [1, 2, 3],
    2e14,
    50,
  ]);
  const grid = machineOfJson('m.json', { grid: [2, 4], device, default_gbps: 200, latency: 1e-6 });
  expect([grid.name, grid.devices.size, grid.route(1, 4).length, grid.latency(1, 8)]).toEqual([
    'm.json',
    9,
    3,
    4e-6,
  ]);
});

test.each([
  [{ grid: [] }, "m.json: 'grid' is not a list of sizes"],
  [
    { grid: [2], wraps: 'yes' },
    "m.json: 'wraps' is neither true, false, nor a list of these, one for each size of 'grid'",
  ],
  [
    { grid: [2, 2], wraps: [true] },
    "m.json: 'wraps' is neither true, false, nor a list of these, one for each size of 'grid'",
  ],
  [{ devices: 2, device: 7 }, "m.json: 'device' is not an object"],
  [3, 'm.json is not an object'],
  [{}, "m.json: 'devices' is neither a list of devices nor a number of them"],
  [
    { devices: 1e9 },
    'm.json: the machine has 1,000,000,000 devices, more than the 65,536 allowed; --limit-devices raises the limit',
  ],
  [
    { grid: [2 ** 20, 2 ** 20] },
    'm.json: the machine has 1,099,511,627,776 devices, more than the 65,536 allowed; --limit-devices raises the limit',
  ],
  [{ devices: [{ flops: 'many' }] }, "m.json: 'flops' of device 0 is not a number of at least 0"],
  [{ devices: [{ dram: 0 }] }, "m.json: 'dram' of device 0 is not above 0"],
  [{ devices: 2, default_gbps: 0 }, "m.json: 'default_gbps' is not above 0"],
  [{ devices: [{}, {}], links: [[0, 1, 0]] }, "m.json: a link's bandwidth is not above 0"],
  [{ grid: [2], latency: Infinity }, "m.json: 'latency' is not finite"],
  [{ devices: [{ launch: Infinity }] }, "m.json: 'launch' of device 0 is not finite"],
  [{ devices: [{}], links: [[0, 4, 1]] }, 'm.json: a link names device 4, which is not there'],
  [{ devices: [{}], links: [[0]] }, 'm.json: a link is [from, to, gigabits per second]'],
])('%j is refused', (json, problem) => {
  expect(() => machineOfJson('m.json', json)).toThrow(problem);
});
