import { expect, test } from 'vitest';
import { calibrate, type Measurement } from './calibration.ts';
import { fitNonNegative } from './linear-fit.ts';

test('coefficients are not negative, and the fit says how much it explains', () => {
  const rows = [
    [1, 1],
    [2, 1],
    [3, 1],
  ];
  const exact = fitNonNegative(rows, [5, 7, 9]);
  expect(exact.coefficients[0]).toBeCloseTo(2, 9);
  expect(exact.coefficients[1]).toBeCloseTo(3, 9);
  expect(exact.rSquared).toBeCloseTo(1, 9);
  const clipped = fitNonNegative(rows, [0, 2, 5]);
  expect(clipped.coefficients[0]).toBeCloseTo(19 / 14, 9);
  expect(clipped.coefficients[1]).toBe(0);
  expect(clipped.rSquared).toBeLessThan(1);
});

test('the parameters that measurements were made with are found again', () => {
  const [perByte, perFlop, launch] = [6e-13, 1e-14, 1e-5];
  const sizes = [512, 1024, 2048, 4096];
  const products = sizes.flatMap((m) =>
    sizes.map((n): Measurement => ({
      kind: 'matmul',
      m,
      k: 1024,
      n,
      elementBytes: 2,
      seconds: launch + perByte * 2 * (m * 1024 + 1024 * n) + perFlop * (2 * 1024 - 1) * m * n,
    })),
  );
  const others = [1e6, 1e8, 1e9].flatMap((bytes): Measurement[] => [
    { kind: 'allreduce', devices: 4, bytes, seconds: 1e-3 * (bytes / 1.25e8) + 6e-5 },
    { kind: 'allgather', devices: 4, bytes, seconds: 5e-4 * (bytes / 1.25e8) + 3e-5 },
    { kind: 'permute', devices: 2, bytes, seconds: 2e-4 * (bytes / 1.25e8) + 1e-5 },
    { kind: 'send', bytes, seconds: bytes / 1.25e8 / 200 },
  ]);
  const found = calibrate([...products, ...others]);
  expect(found.device_parameters.seconds_per_dram_byte).toBeCloseTo(perByte, 18);
  expect(found.device_parameters.seconds_per_flop).toBeCloseTo(perFlop, 19);
  expect(found.device_parameters.kernel_launch_seconds).toBeCloseTo(launch, 9);
  expect(found.allreduce?.['4']?.seconds_per_Gb).toBeCloseTo(1e-3, 9);
  expect(found.allreduce?.['4']?.constant_seconds).toBeCloseTo(6e-5, 9);
  expect(found.allgather?.['4']?.constant_seconds).toBeCloseTo(3e-5, 9);
  expect(found.permute?.['2']?.seconds_per_Gb).toBeCloseTo(2e-4, 9);
  expect(found).not.toHaveProperty('alltoall');
  expect(found.network_bandwidth_Gbps_uniform).toBeCloseTo(200, 6);
  for (const rSquared of Object.values(found.r_squared)) expect(rSquared).toBeCloseTo(1, 9);
  expect(() => calibrate(others)).toThrow('there are no measurements of products');
});

test('small collectives are not lost in the errors of large ones', () => {
  const product: Measurement = { kind: 'matmul', m: 8, k: 8, n: 8, elementBytes: 4, seconds: 1e-6 };
  const measured = [1e3, 1e5, 1e7, 1.2e7].map((bytes, i): Measurement => ({
    ...{ kind: 'reducescatter', devices: 2, bytes },
    seconds: (5e-5 + bytes * 1e-9) * (i === 2 ? 1.2 : 1),
  }));
  const fit = calibrate([product, ...measured]).reducescatter?.['2'];
  expect(fit!.constant_seconds / 5e-5).toBeCloseTo(1, 1);
});

test('elementwise operations say what bytes and launches take, products what arithmetic takes', () => {
  const [perByte, perFlop, launch] = [1e-10, 1e-11, 4e-6];
  const products = [64, 256, 1024].map((n): Measurement => ({
    ...{ kind: 'matmul', m: n, k: n, n, elementBytes: 4 },
    // A library starts more than one kernel.
    seconds: perFlop * (2 * n - 1) * n * n + 3 * launch,
  }));
  const elementwise = [1e3, 1e5, 1e7].map((bytes): Measurement => ({
    ...{ kind: 'elementwise', bytes },
    seconds: launch + perByte * bytes,
  }));
  const found = calibrate([...products, ...elementwise]);
  expect(found.device_parameters.seconds_per_dram_byte / perByte).toBeCloseTo(1, 6);
  expect(found.device_parameters.seconds_per_flop / perFlop).toBeCloseTo(1, 6);
  expect(found.device_parameters.kernel_launch_seconds / launch).toBeCloseTo(1, 6);
  expect(Object.keys(found.r_squared)).toEqual(['matmul', 'elementwise']);
});

test('kernels with products count by their operations', () => {
  const products = [1e6, 1e8, 1e9].map((flops): Measurement => ({
    ...{ kind: 'product', flops, bytes: 1e3, seconds: 1e-5 + flops * 1e-12 },
  }));
  const elementwise = [1e4, 1e6, 1e8].map((bytes): Measurement => ({
    ...{ kind: 'elementwise', bytes, seconds: 2e-6 + bytes * 1e-11 },
  }));
  const { device_parameters: device, mean_error: error } = calibrate([...products, ...elementwise]);
  expect(device.seconds_per_flop).toBeCloseTo(1e-12, 18);
  expect(device.seconds_per_dram_byte).toBeCloseTo(1e-11, 17);
  expect(device.kernel_launch_seconds).toBeCloseTo(2e-6, 12);
  expect(error.matmul).toBeCloseTo(0, 9);
});

test('collectives of sizes that are close tell what these take, and no rate', () => {
  const product: Measurement = { kind: 'matmul', m: 8, k: 8, n: 8, elementBytes: 4, seconds: 1e-6 };
  const measured = [1000, 1100].map((bytes, i): Measurement => ({
    ...{ kind: 'allgather', devices: 2, bytes, seconds: i === 0 ? 2e-4 : 3e-4 },
  }));
  const { allgather, mean_error: error } = calibrate([product, ...measured]);
  expect(allgather?.['2']?.seconds_per_Gb).toBe(0);
  // Between both: 1.2 times one, and the other 1.25 times.
  expect(allgather?.['2']?.constant_seconds).toBeCloseTo(2.4e-4, 12);
  expect(error['allgather of 2 devices']).toBeCloseTo((0.4 / 2 + 0.6 / 3) / 2, 9);
});
