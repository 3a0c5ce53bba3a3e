/** A source with its target. */
type Pair = readonly number[];

/**
 * Returns in which pattern the devices of a permute send: `ring of 8`, `2 rings of 4`, `shift over 4 devices`,
 * `swap in pairs`, or how many pairs of source and target there are.
 */
export function permutePattern(pairs: readonly Pair[]): string {
  const routes = routesOf(pairs);
  const [first] = routes;
  const isUniform = routes.every((own) => own.isRing === first?.isRing && own.devices === first.devices);
  if (first === undefined || !isUniform) return pairsText(pairs.filter(([from, to]) => from !== to).length);
  const { isRing, devices } = first;
  const count = routes.length;
  if (devices === 2) return isRing ? 'swap in pairs' : pairsText(count);
  if (isRing) return count === 1 ? `ring of ${devices}` : `${count} rings of ${devices}`;
  return count === 1 ? `shift over ${devices} devices` : `${count} shifts over ${devices} devices`;
}

/** Devices each of which sends to the next; in a ring the last one sends to the first. */
interface Route {
  readonly devices: number;
  readonly isRing: boolean;
}

/** A device sends to one other at most, and receives from one: routes are lines, or rings. */
function routesOf(pairs: readonly Pair[]): readonly Route[] {
  const targets = new Map(pairs.flatMap(([from, to]) => (from === to ? [] : [[from, to] as const])));
  const receiving = new Set(targets.values());
  const starts = [...targets.keys()];
  // Of a line the first device; of what is left then, any.
  const ordered = [...starts.filter((own) => !receiving.has(own)), ...starts];
  const seen = new Set<number | undefined>();
  return ordered.flatMap((start) => {
    if (seen.has(start)) return [];
    let devices = 0;
    let at = start;
    for (; at !== undefined && !seen.has(at); at = targets.get(at)) {
      seen.add(at);
      devices += 1;
    }
    return [{ devices, isRing: at === start }];
  });
}

function pairsText(count: number): string {
  return count === 1 ? 'source and target' : `${count} pairs of source and target`;
}

/** ` (ring of 8)` after the name of a permute, nothing after those of other collectives. */
export function patternText({ pattern }: { readonly pattern: string | null }): string {
  return pattern === null ? '' : ` (${pattern})`;
}

/** `in groups of 4`, or how the devices of a permute send: `ring of 8`. */
export function groupsText({
  pattern,
  groupSize,
}: {
  readonly pattern: string | null;
  readonly groupSize: number;
}): string {
  return pattern ?? `in groups of ${groupSize}`;
}
