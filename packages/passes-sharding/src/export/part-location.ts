import { type Location, NameLoc } from '@shardform/ir-core';

const NAME = 'per device';

/**
 * Returns the location of what each device computes for an operation in a manual computation that passes insert. It tells such operations from
 * copies of the operation, which keep its location.
 */
export function partLocation(location: Location): Location {
  return isPartLocation(location) ? location : NameLoc.get(NAME, location);
}

/** Returns whether a location, or one that is named by it, is a {@link partLocation}. */
export function isPartLocation(location: Location): boolean {
  for (let at = location; at instanceof NameLoc; at = at.child) if (at.name === NAME) return true;
  return false;
}
