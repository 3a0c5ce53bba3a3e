import {
  CallSiteLoc,
  FileLineColLoc,
  FusedLoc,
  type Location,
  NameLoc,
  type Operation,
} from '@shardform/ir-core';

/** Replaces every location in the program that is a range by its start. */
export function useLineStarts(root: Operation): void {
  root.walk((op) => {
    op.location = lineStart(op.location);
    for (const region of op.regions) {
      for (const block of region.blocks) {
        for (const argument of block.arguments) argument.location = lineStart(argument.location);
      }
    }
  });
}

function lineStart(location: Location): Location {
  const place = location.resolved();
  if (place instanceof FileLineColLoc) return FileLineColLoc.get(place.file, place.line, place.column);
  if (place instanceof NameLoc) return NameLoc.get(place.name, lineStart(place.child));
  if (place instanceof CallSiteLoc) return CallSiteLoc.get(lineStart(place.callee), lineStart(place.caller));
  if (place instanceof FusedLoc) return FusedLoc.get(place.locations.map(lineStart), place.metadata);
  return place;
}
