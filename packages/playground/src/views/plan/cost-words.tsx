import { bytesText } from '@shardform/ir-core';
import type { ExtraCost } from '@shardform/passes-planning';
import { secondsText } from '@shardform/study';

/** Less is rounding of sums. */
const LEAST_SECONDS = 1e-9;

/** So many causes are told. */
const MOST_CAUSES = 2;

/** Seconds more or less, such as `+1.5 ms`. */
export function signedSeconds(seconds: number): string {
  if (Math.abs(seconds) < LEAST_SECONDS) return 'nothing';
  return `${seconds < 0 ? '−' : '+'}${secondsText(Math.abs(seconds))}`;
}

/** Bytes more or less. */
export function signedBytes(bytes: number): string {
  if (bytes === 0) return '';
  return `${bytes < 0 ? '−' : '+'}${bytesText(Math.abs(bytes))}`;
}

/** Why something takes longer: what it spends most on. */
export function costWords(costs: readonly ExtraCost[]): string {
  return costs
    .filter(({ seconds }) => seconds > LEAST_SECONDS)
    .slice(0, MOST_CAUSES)
    .map(({ kind, axis, bytes, seconds }) => {
      const along = axis === '' ? '' : ` along ${axis}`;
      return `${signedSeconds(seconds)} ${kind}${along}${bytes > 0 ? `, ${bytesText(bytes)}` : ''}`;
    })
    .join('; ');
}
