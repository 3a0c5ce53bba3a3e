import { CallSiteLoc, FileLineColLoc, FusedLoc, type Location, NameLoc, oneLine } from '@shardform/ir-core';

/** A line of the user's program. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
}

/** Installed packages, and the standard library. */
const INSTALLED = /[\\/](?:site-packages|dist-packages|lib[\\/]python\d[\d.]*)[\\/]|^<frozen /;

/** Returns the innermost line of a location that is not in an installed package; `null` for none. */
export function sourcePlaceOf(location: Location): SourcePlace | null {
  const resolved = location.resolved();
  if (resolved instanceof FileLineColLoc)
    return INSTALLED.test(resolved.file) ? null : { file: oneLine(resolved.file), line: resolved.line };
  if (resolved instanceof NameLoc) return sourcePlaceOf(resolved.child);
  if (resolved instanceof CallSiteLoc)
    return sourcePlaceOf(resolved.callee) ?? sourcePlaceOf(resolved.caller);
  if (!(resolved instanceof FusedLoc)) return null;
  for (const part of resolved.locations) {
    const place = sourcePlaceOf(part);
    if (place !== null) return place;
  }
  return null;
}
