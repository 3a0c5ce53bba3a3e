import { BYTES_PER_GIGABIT, type CollectiveKind, collectiveKinds } from '@shardform/cost-model';
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
      /** A kernel that has products, whatever is fused with them. */
      readonly kind: 'product';
      readonly flops: number;
      /** That are read and written. */
      readonly bytes: number;
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
  | {
      /** Of `elementwise`, those that are read and those that are written. */
      readonly kind: 'elementwise' | 'send';
      readonly bytes: number;
      readonly seconds: number;
    };

type Product = Extract<Measurement, { readonly kind: 'matmul' | 'product' }>;
type CollectiveMeasurement = Extract<Measurement, { readonly kind: CollectiveKind }>;

/** Fits of a kind of collective by number of devices, whose numbers are strings in JSON. */
export type CollectiveFitsJson = Readonly<
  Record<string, { readonly seconds_per_Gb: number; readonly constant_seconds: number }>
>;

interface DeviceParameters {
  /** Such as `cpu`, where profiles say it. */
  readonly kind?: string;
  readonly seconds_per_dram_byte: number;
  readonly seconds_per_flop: number;
  readonly kernel_launch_seconds: number;
  /** The fraction of its speed with which a device computes while it communicates; absent where nothing tells it. */
  readonly overlap?: number;
}

/**
 * Parameters of devices, collectives and links that measurements give, in the form of the file that simulations read. Collectives
 * that were not measured are absent.
 */
export interface Calibration extends Readonly<Partial<Record<CollectiveKind, CollectiveFitsJson>>> {
  readonly device_parameters: DeviceParameters;
  readonly network_bandwidth_Gbps_uniform?: number;
  /** The fraction of the measurements' variance that each fit explains: 1 is all of it. */
  readonly r_squared: Readonly<Record<string, number>>;
  /** The mean of the relative errors of each fit on its own measurements. */
  readonly mean_error: Readonly<Record<string, number>>;
}

/**
 * Fits parameters to measurements: products to floating-point operations, bytes read and a constant, as DistIR does; collectives of
 * each kind and number of devices to gigabits and a constant; sends to bytes. Where elementwise operations were measured, these say
 * what bytes and a launch take, and products what arithmetic does. But for DistIR's fit, times count by their relative error: what
 * is small is as frequent in programs as what is large.
 *
 * @throws RangeError without products.
 */
export function calibrate(measurements: readonly Measurement[]): Calibration {
  const products = measurements.filter((one) => one.kind === 'matmul' || one.kind === 'product');
  if (products.length === 0) throw new RangeError('there are no measurements of products');
  const ofKind = (kind: 'elementwise' | 'send') =>
    measurements.flatMap((one) => (one.kind === kind ? [one] : []));
  const [elementwise, sends] = [ofKind('elementwise'), ofKind('send')];
  const fits = new Map<string, LinearFit>();
  const device_parameters =
    elementwise.length === 0 ? deviceAsInDistir(products, fits) : deviceOf(products, elementwise, fits);
  const collectives: Partial<Record<CollectiveKind, CollectiveFitsJson>> = {};
  for (const kind of collectiveKinds) {
    const own = measurements.filter((one): one is CollectiveMeasurement => one.kind === kind);
    if (own.length > 0) collectives[kind] = fittedByCount(kind, own, fits);
  }
  const send = fitNonNegative(
    sends.map(({ bytes }) => [bytes / BYTES_PER_GIGABIT]),
    secondsOf(sends),
  );
  if (sends.length > 0) fits.set('send', send);
  const perGigabit = send.coefficients[0] ?? 0;
  return {
    device_parameters,
    ...collectives,
    ...(perGigabit > 0 ? { network_bandwidth_Gbps_uniform: 1 / perGigabit } : {}),
    r_squared: Object.fromEntries([...fits].map(([name, { rSquared }]) => [name, rSquared])),
    mean_error: Object.fromEntries([...fits].map(([name, fit]) => [name, fit.meanError])),
  };
}

const secondsOf = (measured: readonly Measurement[]): number[] => measured.map(({ seconds }) => seconds);

function flopsOf(product: Product): number {
  if (product.kind === 'product') return product.flops;
  const { m, k, n } = product;
  return (2 * k - 1) * m * n;
}

function bytesOf(product: Product): number {
  if (product.kind === 'product') return product.bytes;
  const { m, k, n, elementBytes } = product;
  return elementBytes * (m * k + k * n);
}

function deviceAsInDistir(products: readonly Product[], fits: Map<string, LinearFit>): DeviceParameters {
  const fit = fitNonNegative(
    products.map((own) => [bytesOf(own), flopsOf(own), 1]),
    secondsOf(products),
  );
  fits.set('matmul', fit);
  const [perByte, perFlop, launch] = fit.coefficients;
  return { seconds_per_dram_byte: perByte, seconds_per_flop: perFlop, kernel_launch_seconds: launch };
}

function deviceOf(
  products: readonly Product[],
  elementwise: readonly { readonly bytes: number; readonly seconds: number }[],
  fits: Map<string, LinearFit>,
): DeviceParameters {
  const product = fitRelative(
    products.map((own) => [flopsOf(own), 1]),
    secondsOf(products),
  );
  const traffic = fitRelative(
    elementwise.map(({ bytes }) => [bytes, 1]),
    elementwise.map(({ seconds }) => seconds),
  );
  fits.set('matmul', product).set('elementwise', traffic);
  const [perFlop] = product.coefficients;
  const [perByte, launch] = traffic.coefficients;
  return { seconds_per_dram_byte: perByte, seconds_per_flop: perFlop, kernel_launch_seconds: launch };
}

/** Rounds in which weights settle. */
const ROUNDS = 12;

/**
 * Fits ratios: half the time counts as much as twice the time. Weights by the measured times alone would prefer what is too low, whose relative
 * error is below 1.
 */
function fitRelative(rows: readonly (readonly number[])[], seconds: readonly number[]): LinearFit {
  let fit = fitNonNegative(
    rows,
    seconds,
    seconds.map((own) => 1 / own),
  );
  for (let round = 0; round < ROUNDS; round++) {
    const { coefficients } = fit;
    const weights = rows.map((row, i) => {
      const found = row.reduce((sum, value, column) => sum + value * coefficients[column], 0);
      return 1 / Math.sqrt(seconds[i] * (found > 0 ? found : seconds[i]));
    });
    fit = fitNonNegative(rows, seconds, weights);
  }
  return fit;
}

/** Sizes that differ by less tell a rate and a constant not apart. */
const LEAST_RANGE = 2;

/** Returns whether measurements of several sizes tell what bytes cost; others tell what their size takes. */
function tellsRate(measured: readonly { readonly bytes: number }[]): boolean {
  const sizes = measured.map(({ bytes }) => bytes);
  return Math.max(...sizes) >= LEAST_RANGE * Math.min(...sizes);
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
      const fit = fitRelative(
        own.map(({ bytes }) => (tellsRate(own) ? [bytes / BYTES_PER_GIGABIT, 1] : [0, 1])),
        secondsOf(own),
      );
      fits.set(`${kind} of ${count} devices`, fit);
      const [perGigabit, constant] = fit.coefficients;
      return [String(count), { seconds_per_Gb: perGigabit, constant_seconds: constant }];
    }),
  );
}
