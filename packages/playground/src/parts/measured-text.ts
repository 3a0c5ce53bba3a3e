import { secondsText, timesText } from '@shardform/study';
import type { MeasuredKernel } from '../compiler/messages.ts';

/** More are counted. */
const MOST_LISTED = 4;

/** `dot_general 1.65 ms, 2.53x the predicted time; all_reduce 12.5 ms`; `null` for none. */
export function measuredText(kernels: readonly MeasuredKernel[]): string | null {
  if (kernels.length === 0) return null;
  const texts = kernels
    .slice(0, MOST_LISTED)
    .map(
      ({ operation, seconds, ratio }) =>
        `${operation} ${secondsText(seconds)}${ratio === null ? '' : `, ${timesText(ratio)} the predicted time`}`,
    );
  const more = kernels.length - texts.length;
  return `${texts.join('; ')}${more === 0 ? '' : `; and ${more} more`}`;
}
