/** A part of the time of a program, in seconds. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** Marks of a time axis. */
export interface TimeTicks {
  /** Seconds. */
  readonly times: readonly number[];
  readonly label: (time: number) => string;
  /** Between marks, in seconds. */
  readonly step: number;
}

/** The unit of times: that of the larger end, so that all marks of an axis have one. */
function unitOf(seconds: number): { readonly scale: number; readonly name: string } {
  if (seconds < 1e-6) return { scale: 1e9, name: 'ns' };
  if (seconds < 1e-3) return { scale: 1e6, name: 'µs' };
  return seconds < 1 ? { scale: 1e3, name: 'ms' } : { scale: 1, name: 's' };
}

/** Returns round times about so many pixels apart. */
export function ticksOf({ from, to }: TimeRange, width: number, apart = 90): TimeTicks {
  const wanted = ((to - from) * apart) / Math.max(1, width);
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= wanted) ?? 10);
  const { scale, name } = unitOf(to);
  const digits = Math.max(0, -Math.floor(Math.log10(step * scale) + 1e-9));
  const times: number[] = [];
  for (let i = Math.ceil(from / step - 1e-9); i * step <= to + step * 1e-9; i++) times.push(i * step);
  return { times, step, label: (time) => `${(time * scale).toFixed(digits)} ${name}` };
}

/** `735 – 905 of 1845 µs`. */
export function rangeText({ from, to }: TimeRange, whole: number): string {
  const { scale, name } = unitOf(whole);
  const digits = Math.max(0, Math.min(6, 2 - Math.floor(Math.log10(Math.max((to - from) * scale, 1e-9)))));
  const text = (time: number): string => (time * scale).toFixed(digits);
  return from <= 0 && to >= whole
    ? `${text(whole)} ${name}`
    : `${text(from)} – ${text(to)} of ${text(whole)} ${name}`;
}

/** The smallest range that is shown, as a share of the whole. */
const LEAST = 1e-7;

/** Returns a range within the whole, of the same length where that fits. */
export function within({ from, to }: TimeRange, whole: number): TimeRange {
  const length = Math.min(whole, Math.max(whole * LEAST, to - from));
  const start = Math.max(0, Math.min(whole - length, from));
  return { from: start, to: start + length };
}

/** Returns a range zoomed around a time, which stays where it is. @param factor less than 1 to see more detail. */
export function zoomed({ from, to }: TimeRange, around: number, factor: number, whole: number): TimeRange {
  return within({ from: around - (around - from) * factor, to: around + (to - around) * factor }, whole);
}

/** Returns a range moved by a share of its length. */
export function panned({ from, to }: TimeRange, share: number, whole: number): TimeRange {
  const by = (to - from) * share;
  return within({ from: from + by, to: to + by }, whole);
}

/** Returns the number of the first event that ends after a time: of events in order that don't overlap. */
export function firstAfter(starts: Float64Array, durations: Float64Array, time: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! + durations[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
