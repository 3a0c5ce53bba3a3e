import type { LineEvents } from './line-events.ts';

/** An event that is open: events within it belong to what it calls. */
interface OpenEvent {
  readonly at: number;
  readonly end: number;
  /** Up to which its own time was told. */
  told: number;
}

/**
 * Tells the time that each event of a line has for itself, without the events within it. The times of a line don't overlap: their sum is
 * the time in which any of its events goes on.
 *
 * @param tell is given parts of an event's own time.
 */
export function selfTimes(
  events: LineEvents,
  tell: (at: number, startPs: number, endPs: number) => void,
): void {
  const order = events.order();
  const open: OpenEvent[] = [];
  const close = (until: number): void => {
    for (let top = open.at(-1); top !== undefined && top.end <= until; top = open.at(-1)) {
      if (top.end > top.told) tell(top.at, top.told, top.end);
      open.pop();
      const around = open.at(-1);
      if (around !== undefined) around.told = Math.max(around.told, top.end);
    }
  };
  for (let i = 0; i < events.count; i++) {
    const at = order === null ? i : order[i]!;
    const start = events.start(at);
    close(start);
    const around = open.at(-1);
    if (around !== undefined && start > around.told) tell(around.at, around.told, start);
    if (around !== undefined) around.told = Math.max(around.told, start);
    // Of an event that ends after the one around it, the rest belongs to it, too.
    open.push({ at, end: start + events.duration(at), told: Math.max(start, around?.told ?? start) });
  }
  close(Infinity);
}
