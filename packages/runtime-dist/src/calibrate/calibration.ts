import { BYTES_PER_GIGABIT } from '../machine/machine.ts';
import { fitNonNegative, type LinearFit } from './linear-fit.ts';

/** A measured time. */
export type Measurement =
  | {
      readonly kind: 'matmul';
      /** `[m, k]` times `[k, n]`. */
      readonly m: number;
      readonly k: number;
      readonly n: number;
      readonly elementBytes: number;
      readonly seconds: number;
    }
  | { readonly kind: 'allreduce'; readonly devices: number; readonly bytes: number; readonly seconds: number }
  | { readonly kind: 'send'; readonly bytes: number; readonly seconds: number };

/** Parameters of devices and links that measurements give; in the form of the file that simulations read. */
export interface Calibration {
  readonly device_parameters: {
    readonly seconds_per_dram_byte: number;
    readonly seconds_per_flop: number;
    readonly kernel_launch_seconds: number;
  };
  /** By number of devices. */
  readonly allreduce: Readonly<
    Record<string, { readonly seconds_per_Gb: number; readonly constant_seconds: number }>
  >;
  readonly network_bandwidth_Gbps_uniform?: number;
  /** The fraction of the measurements' variance that each fit explains: 1 is all of it. */
  readonly r_squared: Readonly<Record<string, number>>;
}

/**
 * Fits parameters to measurements, as DistIR does: products to bytes read, floating-point operations and a constant;
 * all-reduces of each number of devices to gigabits and a constant; sends to bytes.
 *
 * @throws RangeError without products.
 */
export function calibrate(measurements: readonly Measurement[]): Calibration {
  const products = measurements.filter((one) => one.kind === 'matmul');
  if (products.length === 0) throw new RangeError('there are no measurements of products');
  const seconds = (ones: readonly Measurement[]): number[] => ones.map((one) => one.seconds);
  const product = fitNonNegative(
    products.map(({ m, k, n, elementBytes }) => [elementBytes * (m * k + k * n), (2 * k - 1) * m * n, 1]),
    seconds(products),
  );
  const [perByte, perFlop, launch] = product.coefficients;
  const fits = new Map<string, LinearFit>([['matmul', product]]);
  const counts = [...new Set(measurements.flatMap((one) => (one.kind === 'allreduce' ? [one.devices] : [])))];
  const allreduce: Record<string, { seconds_per_Gb: number; constant_seconds: number }> = {};
  for (const count of counts.sort((a, b) => a - b)) {
    const own = measurements
      .filter((one) => one.kind === 'allreduce')
      .filter(({ devices }) => devices === count);
    const fit = fitNonNegative(
      own.map(({ bytes }) => [bytes / BYTES_PER_GIGABIT, 1]),
      seconds(own),
    );
    const [perGigabit, constant] = fit.coefficients;
    allreduce[String(count)] = { seconds_per_Gb: perGigabit, constant_seconds: constant };
    fits.set(`allreduce of ${count} devices`, fit);
  }
  const sends = measurements.filter((one) => one.kind === 'send');
  const send = fitNonNegative(
    sends.map(({ bytes }) => [bytes / BYTES_PER_GIGABIT]),
    seconds(sends),
  );
  if (sends.length > 0) fits.set('send', send);
  const perGigabit = send.coefficients[0] ?? 0;
  return {
    device_parameters: {
      seconds_per_dram_byte: perByte,
      seconds_per_flop: perFlop,
      kernel_launch_seconds: launch,
    },
    allreduce,
    ...(perGigabit > 0 ? { network_bandwidth_Gbps_uniform: 1 / perGigabit } : {}),
    r_squared: Object.fromEntries([...fits].map(([name, { rSquared }]) => [name, rSquared])),
  };
}
