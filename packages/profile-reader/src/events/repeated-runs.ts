import type { LineEvents } from './line-events.ts';

/** Numbers of operations by their programs. */
const PROGRAM = 2 ** 32;

/**
 * Returns when the runs of each program begin, for profiles whose events name no run: an operation that is executed once in each run tells
 * them apart. It is the first of those with the fewest events.
 *
 * @param lines events whose runs are the numbers of their programs
 */
export function repeatedRuns(lines: readonly LineEvents[]): ReadonlyMap<number, readonly number[]> {
  const starts = new Map<number, { readonly program: number; count: number; first: number }>();
  for (const events of lines)
    for (let at = 0; at < events.count; at++) {
      const key = events.run(at) * PROGRAM + events.operation(at);
      const known = starts.get(key);
      if (known === undefined)
        starts.set(key, { program: events.run(at), count: 1, first: events.start(at) });
      else {
        known.count += 1;
        known.first = Math.min(known.first, events.start(at));
      }
    }
  const chosen = new Map<number, { readonly key: number; readonly count: number; readonly first: number }>();
  for (const [key, { program, count, first }] of starts) {
    const best = chosen.get(program);
    if (best === undefined || count < best.count || (count === best.count && first < best.first))
      chosen.set(program, { key, count, first });
  }
  const found = new Map<number, number[]>([...chosen.keys()].map((program) => [program, []]));
  for (const events of lines)
    for (let at = 0; at < events.count; at++) {
      const program = events.run(at);
      if (chosen.get(program)?.key === program * PROGRAM + events.operation(at))
        found.get(program)?.push(events.start(at));
    }
  for (const times of found.values()) times.sort((a, b) => a - b);
  return found;
}

/** Returns the number of the run in which something begins: what comes before the first is of it, too. */
export function runAt(starts: readonly number[], ps: number): number {
  let [run, last] = [0, starts.length - 1];
  while (run < last) {
    const middle = (run + last + 1) >> 1;
    if (starts[middle]! <= ps) run = middle;
    else last = middle - 1;
  }
  return run;
}
