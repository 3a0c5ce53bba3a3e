import type { HaloShards, SentRange } from './halo-shards.ts';

/** What a shard needs of another one. */
interface Halo {
  readonly target: number;
  readonly start: number;
  readonly limit: number;
  /** Of the first element in the target's window. */
  readonly at: number;
}

/** Sends each shard what it needs: each exchange has at most one halo from and one for each shard. */
export function compactBlocks(shards: HaloShards): readonly SentRange[] {
  const { count, part } = shards;
  const waiting = halosBySource(shards);
  const ranges: SentRange[] = [];
  for (;;) {
    const pairs: (readonly [number, number])[] = [];
    const targets = new Set<number>();
    let [start, limit] = [part, 0];
    for (let source = 0; source < count; source++) {
      const halo = waiting[source]![0];
      if (halo === undefined) continue;
      // Small halos of the left and of the right end are not sent at once.
      const isFar =
        (start > halo.limit && limit === part && halo.start === 0) ||
        (limit < halo.start && start === 0 && halo.limit === part);
      if (pairs.length > 0 && (targets.has(halo.target) || isFar)) continue;
      waiting[source]!.shift();
      targets.add(halo.target);
      pairs.push([source, halo.target]);
      start = Math.min(start, halo.start);
      limit = Math.max(limit, halo.limit);
    }
    if (pairs.length === 0) return ranges;
    ranges.push({ start, limit, pairs });
  }
}

/** The halos that each shard sends, those first that come first in windows. */
function halosBySource({ count, part, span, startOf }: HaloShards): Halo[][] {
  const halos = Array.from({ length: count }, (): Halo[] => []);
  for (let target = 0; target < count; target++) {
    const begin = startOf(target);
    const end = Math.min(count * part, begin + span);
    for (let from = Math.max(0, begin); from < end;) {
      const source = Math.floor(from / part);
      const to = Math.min(end, (source + 1) * part);
      if (source !== target)
        halos[source]!.push({
          target,
          start: from - source * part,
          limit: to - source * part,
          at: from - begin,
        });
      from = to;
    }
  }
  return halos.map((own) => own.toSorted((a, b) => a.at - b.at));
}
