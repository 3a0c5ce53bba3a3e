import type { LinkTime } from '@shardform/runtime-dist';
import type { ContentionFacts } from './facts.ts';

/** A collective with the time that sharing links adds to it. */
interface ContendedCollective {
  readonly kind: string;
  readonly axis: string;
  readonly contention: readonly LinkTime[];
}

/** Returns the contention of collectives by kind, axis and links, the longest first. */
export function contentionFacts(collectives: readonly ContendedCollective[]): readonly ContentionFacts[] {
  const found = new Map<string, ContentionFacts>();
  for (const { kind: collective, axis, contention } of collectives)
    for (const { link, seconds } of contention) {
      const key = JSON.stringify([collective, axis, link]);
      const known = found.get(key)?.seconds ?? 0;
      found.set(key, { collective, axis, link, seconds: known + seconds });
    }
  return [...found.values()].sort((a, b) => b.seconds - a.seconds);
}

/** Returns the seconds of contention for several links, or of several collectives. */
export function contentionSeconds(contention: readonly Pick<ContentionFacts, 'seconds'>[]): number {
  return contention.reduce((sum, { seconds }) => sum + seconds, 0);
}
