import { CallSiteLoc, FusedLoc, type Location, NameLoc, UnknownLoc } from '@shardform/ir-core';
import type { Metadata } from '@shardform/hlo-module';

/**
 * Returns the names of a location, joined by `;`: those of `NameLoc`s without what follows `@`, of callees and of all parts of a
 * fused location. A name that ends in `:` is the type of an operation.
 */
export function locationName(location: Location): string {
  const names: string[] = [];
  const visit = (part: Location): void => {
    if (part instanceof NameLoc) {
      const name = part.name.split('@', 1)[0] ?? '';
      if (name.endsWith(':')) visit(part.child);
      else names.push(name);
    } else if (part instanceof CallSiteLoc) visit(part.callee);
    else if (part instanceof FusedLoc) part.locations.forEach(visit);
  };
  visit(location);
  return names.join(';');
}

/** Returns the metadata of instructions of an operation, or `null` if nothing is known of its origin. */
export function metadataOf(location: Location): Metadata | null {
  if (location instanceof UnknownLoc) return null;
  const opName = locationName(location);
  return opName === '' ? null : { opName };
}
