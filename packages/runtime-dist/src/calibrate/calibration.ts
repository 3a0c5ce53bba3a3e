import { BYTES_PER_GIGABIT } from '../machine/machine.ts';
import { type CollectiveKind, collectiveKinds } from '../machine/measured-collectives.ts';
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
  | {
      readonly kind: CollectiveKind;
      /** Of a group. */
      readonly devices: number;
      /** That a device has: of an all-gather in its result, of all others in its operand. */
      readonly bytes: number;
      readonly seconds: number;
    }
  | { readonly kind: 'send'; readonly bytes: number; readonly seconds: number };

type CollectiveMeasurement = Extract<Measurement, { readonly kind: CollectiveKind }>;

/** Fits of a kind of collective by number of devices, whose numbers are strings in JSON. */
export type CollectiveFitsJson = Readonly<
  Record<string, { readonly seconds_per_Gb: number; readonly constant_seconds: number }>
>;

/**
 * Parameters of devices, collectives and links that measurements give, in the form of the file that simulations read. Collectives
 * that were not measured are absent.
 */
export interface Calibration extends Readonly<Partial<Record<CollectiveKind, CollectiveFitsJson>>> {
  readonly device_parameters: {
    readonly seconds_per_dram_byte: number;
    readonly seconds_per_flop: number;
    readonly kernel_launch_seconds: number;
  };
  readonly network_bandwidth_Gbps_uniform?: number;
  /** The fraction of the measurements' variance that each fit explains: 1 is all of it. */
  readonly r_squared: Readonly<Record<string, number>>;
}

/**
 * Fits parameters to measurements, as DistIR does: products to bytes read, floating-point operations and a constant;
 * collectives of each kind and number of devices to gigabits and a constant; sends to bytes. Times of collectives count by their
 * relative error: those of few bytes are as frequent in programs as those of many.
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
  const collectives: Partial<Record<CollectiveKind, CollectiveFitsJson>> = {};
  for (const kind of collectiveKinds) {
    const own = measurements.filter((one): one is CollectiveMeasurement => one.kind === kind);
    if (own.length > 0) collectives[kind] = fittedByCount(kind, own, fits);
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
    ...collectives,
    ...(perGigabit > 0 ? { network_bandwidth_Gbps_uniform: 1 / perGigabit } : {}),
    r_squared: Object.fromEntries([...fits].map(([name, { rSquared }]) => [name, rSquared])),
  };
}

/** Fits the times of a kind of collective for each number of devices, and notes how good the fits are. */
function fittedByCount(
  kind: CollectiveKind,
  measured: readonly CollectiveMeasurement[],
  fits: Map<string, LinearFit>,
): CollectiveFitsJson {
  const counts = [...new Set(measured.map(({ devices }) => devices))].sort((a, b) => a - b);
  return Object.fromEntries(
    counts.map((count) => {
      const own = measured.filter(({ devices }) => devices === count);
      const fit = fitNonNegative(
        own.map(({ bytes }) => [bytes / BYTES_PER_GIGABIT, 1]),
        own.map(({ seconds }) => seconds),
        own.map(({ seconds }) => 1 / seconds),
      );
      fits.set(`${kind} of ${count} devices`, fit);
      const [perGigabit, constant] = fit.coefficients;
      return [String(count), { seconds_per_Gb: perGigabit, constant_seconds: constant }];
    }),
  );
}
