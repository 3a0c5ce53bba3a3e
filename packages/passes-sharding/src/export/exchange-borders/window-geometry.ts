import { planHalos } from '../../xla/halo-plan.ts';
import { type ExchangePlan, planExchange, type SplitInput } from './exchange-plan.ts';

/** What devices need of a dimension over which a window moves. Positions count elements and holes between them. */
export interface MovingWindow {
  /** The first position that each device needs; negative before the first element. */
  readonly starts: readonly number[];
  /** Number of positions that a device needs. */
  readonly span: number;
  /** Distance of neighbouring elements. */
  readonly dilation: number;
  /** Number of windows of all devices, and the position behind the last one. */
  readonly last: { readonly count: number; readonly end: number };
}

/** The windows of devices, and where their elements are among the positions that the device needs. */
export interface LocalWindow {
  readonly plan: ExchangePlan;
  /** Number of holes before the first element, and after the last one. */
  readonly low: number;
  readonly high: number;
}

/**
 * Plans the exchange of elements for windows; `null` if devices have holes at different places, or XLA gathers the dimension.
 *
 * @param isAsXla whether devices send what they send in XLA.
 */
export function planWindow(
  input: SplitInput,
  { starts, span, dilation, last }: MovingWindow,
  isAsXla: boolean,
): LocalWindow | null {
  const first = Math.ceil(starts[0]! / dilation);
  const low = first * dilation - starts[0]!;
  const count = Math.floor((starts[0]! + span - 1) / dilation) - first + 1;
  if (count <= 0) return null;
  const runs = starts.map((start) => [{ input: 0, start: (start + low) / dilation, length: count, at: 0 }]);
  if (runs.some(([run]) => !Number.isInteger(run!.start))) return null;
  const high = span - low - ((count - 1) * dilation + 1);
  const plan = isAsXla
    ? planHalos(input, {
        starts: runs.map(([run]) => run!.start),
        span: count,
        last: dilation === 1 ? last : null,
      })
    : planExchange([input], runs, count);
  return plan === null ? null : { plan, low, high };
}

/** Returns whether devices have their windows already: these are their shards. */
export function isInPlace({ plan, low, high }: LocalWindow, part: number): boolean {
  const isOwn = plan.blocks.every(
    ({ isSent, pieces }) => !isSent && pieces.every(({ offset, at }) => offset === at),
  );
  return isOwn && plan.window === part && low === 0 && high === 0;
}
