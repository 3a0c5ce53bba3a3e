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
  /** Distance of neighbouring windows. */
  readonly stride: number;
  /** Number of windows of all devices, and the position behind the last one. */
  readonly last: { readonly count: number; readonly end: number };
}

/** The windows of devices, and where their elements are among the positions that the device needs. */
export interface LocalWindow {
  readonly plan: ExchangePlan;
  /** Number of holes before the first element, and after the last one. */
  readonly low: number;
  readonly high: number;
  /** Number of windows in front of a device's own, where devices have holes at different places; `null` for none. */
  readonly surplus: readonly number[] | null;
}

/**
 * Plans the exchange of elements for windows; `null` if devices have holes at different places, which XLA allows where windows are
 * neighbours, or XLA gathers the dimension.
 *
 * @param isAsXla whether devices send what they send in XLA.
 */
export function planWindow(
  input: SplitInput,
  { starts, span, dilation, stride, last }: MovingWindow,
  isAsXla: boolean,
): LocalWindow | null {
  const firsts = starts.map((start) => Math.ceil(start / dilation));
  const spans = starts.map((start, i) => Math.floor((start + span - 1) / dilation) - firsts[i]! + 1);
  if (spans.some((count) => count <= 0)) return null;
  const lows = starts.map((start, i) => firsts[i]! * dilation - start);
  const [low, count] = [Math.max(...lows), Math.max(...spans)];
  const surplus = lows.every((own) => own === low) ? null : lows.map((own) => low - own);
  if (surplus !== null && (!isAsXla || stride !== 1)) return null;
  const positions = span + Math.max(0, ...(surplus ?? []));
  const high = positions - low - ((count - 1) * dilation + 1);
  const plan = isAsXla
    ? planHalos(input, {
        starts: firsts,
        span: count,
        ...(surplus === null ? {} : { spans }),
        last: dilation === 1 ? last : null,
      })
    : planExchange(
        [input],
        firsts.map((start) => [{ input: 0, start, length: count, at: 0 }]),
        count,
      );
  return plan === null ? null : { plan, low, high, surplus };
}

/** Returns whether devices have their windows already: these are their shards. */
export function isInPlace({ plan, low, high, surplus }: LocalWindow, part: number): boolean {
  const isOwn = plan.blocks.every(
    ({ isSent, pieces }) => !isSent && pieces.every(({ offset, at }) => offset === at),
  );
  return isOwn && plan.window === part && low === 0 && high === 0 && surplus === null;
}
