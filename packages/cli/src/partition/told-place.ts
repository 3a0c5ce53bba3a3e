import { basename } from 'node:path';

/** Returns whether a reason names a place, as `dot_general (model.py:14)` does. */
export function tellsPlace(reason: string | null, place: string): boolean {
  return reason?.includes(`(${basename(place)})`) === true;
}
