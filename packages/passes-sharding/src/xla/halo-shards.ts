import { shardSize, type SplitInput } from '../export/exchange-borders/exchange-plan.ts';

/** Windows that move over the elements of a dimension, several of them on each device. */
export interface HaloWindows {
  /** The first element that each device needs. */
  readonly starts: readonly number[];
  /** Number of elements that a device needs; the most of these where `spans` says it of each. */
  readonly span: number;
  readonly spans?: readonly number[];
  /** Number of windows of all devices, and the element behind the last one; `null` if holes are between elements. */
  readonly last: { readonly count: number; readonly end: number } | null;
}

/** The shards that take part in an exchange, numbered from 0 on. */
export interface HaloShards {
  /** By number: that along the dimension. */
  readonly devices: readonly number[];
  readonly count: number;
  /** Elements of a shard that take part, and those before them. */
  readonly part: number;
  readonly skipped: number;
  readonly span: number;
  /** The first element of the shards' that a shard needs. */
  readonly startOf: (shard: number) => number;
  /** What a shard needs before and behind its own; negative where it does not need all of that. */
  readonly left: (shard: number) => number;
  readonly right: (shard: number) => number;
  /** The range of the dimension that a device needs. */
  readonly windowOf: (device: number) => { readonly start: number; readonly span: number };
}

/** A range of a shard that is sent between pairs of shards. */
export interface SentRange {
  readonly start: number;
  readonly limit: number;
  /** Numbers of shards among those that take part. */
  readonly pairs: readonly (readonly [source: number, target: number])[];
}

/** Leaves out the shards that have neither results nor elements that are needed. */
export function haloShards(input: SplitInput, { starts, span, spans, last }: HaloWindows): HaloShards {
  const part = shardSize(input);
  const [first] = starts;
  const step = starts.length > 1 ? starts[1]! - first! : 0;
  const all = { count: input.parts, part, start: first!, skipped: 0, middle: 0, middleFrom: input.parts };
  const { middle, middleFrom, ...own } =
    last === null || last.count >= input.parts ? all : trimmed(all, last.count, last.end);
  const startOf = (shard: number): number =>
    spans === undefined ? own.start + step * shard : starts[shard]!;
  const spanOf = (device: number): number => spans?.[device] ?? span;
  return {
    devices: Array.from({ length: own.count }, (_, i) => (i < middleFrom ? i : i + middle)),
    count: own.count,
    part: own.part,
    skipped: own.skipped,
    span,
    startOf,
    left: (shard) => own.part * shard - startOf(shard),
    right: (shard) => startOf(shard) + spanOf(shard) - own.part * (shard + 1),
    windowOf: (device) => ({
      start: starts[device]!,
      span: device < (last?.count ?? Infinity) ? spanOf(device) : 0,
    }),
  };
}

interface Trimming {
  readonly count: number;
  readonly part: number;
  readonly start: number;
  readonly skipped: number;
  /** Number of shards in the middle that are left out, and the number of the first one. */
  readonly middle: number;
  readonly middleFrom: number;
}

/** Fewer windows than shards: a device has one or none. */
function trimmed(all: Trimming, windows: number, end: number): Trimming {
  let { count, part, start, skipped } = all;
  const useful = Math.ceil(end / part);
  if (useful < count) {
    count = Math.max(useful, windows);
    if (count > 1 && end < part) part = end;
  }
  const middle = count === 1 ? 0 : Math.max(0, Math.floor(start / part) - windows);
  if (middle > 0) {
    count -= middle;
    start -= middle * part;
    const before = start - part * (count - 1);
    if (before > 0) {
      skipped = before;
      part -= before;
      start -= before * count;
      const length = end - all.start;
      if (length < part) {
        start -= (part - length) * (count - 1);
        part = length;
      }
    }
  }
  return { count, part, start, skipped, middle, middleFrom: windows };
}
