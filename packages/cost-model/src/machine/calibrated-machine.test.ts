import { expect, test } from 'vitest';
import { calibratedMachine } from './calibrated-machine.ts';

const device_parameters = { seconds_per_dram_byte: 1e-12, seconds_per_flop: 0, kernel_launch_seconds: 1e-6 };

test('a calibration makes as many equal devices as are asked for', () => {
  const allgather = { 2: { seconds_per_Gb: 0.5, constant_seconds: 1e-5 } };
  const machine = calibratedMachine('c.json', { device_parameters, allgather }, 3, 40);
  expect([...machine.devices.keys()]).toEqual([0, 1, 2, 3]);
  expect(machine.devices.get(3)).toMatchObject({ dram: 1e12, flops: Infinity, launch: 1e-6 });
  expect(machine.gbps(1, 3)).toBe(40);
  expect(machine.collectives).toEqual(
    new Map([['allgather', new Map([[2, { perGigabit: 0.5, constant: 1e-5 }]])]]),
  );
});

test('devices compute while they communicate as fast as a calibration says', () => {
  const blocking = { ...device_parameters, overlap: 0 };
  const machine = calibratedMachine('c.json', { device_parameters: blocking }, 2, 25);
  expect(machine.devices.get(2)?.efficiency).toEqual({ overlap: 0 });
});

test.each([
  [{ device_parameters: {} }, "c.json: 'seconds_per_flop' is not a number of at least 0"],
  [{ device_parameters: { ...device_parameters, overlap: 2 } }, "c.json: 'overlap' is more than 1"],
  [
    { device_parameters, network_bandwidth_Gbps_uniform: 0 },
    "c.json: 'network_bandwidth_Gbps_uniform' is not above 0",
  ],
  [
    { device_parameters, alltoall: { many: {} } },
    "c.json: 'alltoall' has 'many' where a number of devices was expected",
  ],
  [
    { device_parameters, permute: { 2: { seconds_per_Gb: -1, constant_seconds: 0 } } },
    "c.json: 'permute' of 2 devices: 'seconds_per_Gb' is not a number of at least 0",
  ],
])('refuses the calibration %j', (json, problem) => {
  expect(() => calibratedMachine('c.json', json, 2, 25)).toThrow(problem);
});
