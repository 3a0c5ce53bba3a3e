const SCALES = [
  [1, 's'],
  [1e-3, 'ms'],
  [1e-6, 'µs'],
  [1e-9, 'ns'],
] as const;

/**
 * Returns seconds for people: `4.66 µs`, `12.3 µs`, `113.1 ms`.
 *
 * @param options.more further digits, where times are compared that may be close.
 */
export function secondsText(seconds: number, { more = 0 }: { readonly more?: number } = {}): string {
  if (seconds === 0) return '0 s';
  const [scale, unit] = SCALES.find(([least]) => Math.abs(seconds) >= least) ?? SCALES[SCALES.length - 1]!;
  const scaled = seconds / scale;
  return `${scaled.toFixed((Math.abs(scaled) >= 10 ? 1 : 2) + more)} ${unit}`;
}

/** Returns a part of a whole as a percentage: `63 %`, `2.6 %`, `<0.1 %`. */
export function percentText(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.05) return '<0.1 %';
  return `${percent < 9.95 && percent > 0 ? percent.toFixed(1) : percent.toFixed(0)} %`;
}

/** Returns a number with its noun: `1 collective`, `2 collectives`. @param many of which the plural isn't made by an `s`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Returns a rate of computing: `12.5 TFLOP/s`, `4 MFLOP/s`. */
export function rateText(flopsPerSecond: number): string {
  const [unit, scale] = FLOP_UNITS.find(([, least]) => flopsPerSecond >= least) ?? ['FLOP/s', 1];
  return `${Number((flopsPerSecond / scale).toPrecision(3))} ${unit}`;
}

const FLOP_UNITS = [
  ['TFLOP/s', 1e12],
  ['GFLOP/s', 1e9],
  ['MFLOP/s', 1e6],
] as const;

/** Returns how many times as long something takes: `1.31x`, `424x`. */
export function timesText(times: number): string {
  return `${times.toFixed(times < 9.995 ? 2 : 0)}x`;
}
