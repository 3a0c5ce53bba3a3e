import { type FileLineColLoc, type Location, oneLine, positionOf } from '@shardform/ir-core';

/** A line of the user's program. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
}

/** Installed packages, and the standard library. */
const INSTALLED = /[\\/](?:site-packages|dist-packages|lib[\\/]python\d[\d.]*)[\\/]|^<frozen /;

/** Returns the innermost line of a location that is not in an installed package; `null` for none. */
export function sourcePlaceOf(location: Location): SourcePlace | null {
  const position = positionOf(location, isOfUser);
  return position === null ? null : { file: oneLine(position.file), line: position.line };
}

/**
 * Returns the position in the program that a text was made from: the innermost that is not in an installed package, or else the
 * innermost.
 *
 * @param textFile the file of the text, in which operations have positions that have no other.
 */
export function writtenPositionOf(location: Location, textFile: string | null): FileLineColLoc | null {
  const isWritten = (position: FileLineColLoc): boolean => position.file !== textFile && position.line > 0;
  return (
    positionOf(location, (position) => isWritten(position) && isOfUser(position)) ??
    positionOf(location, isWritten)
  );
}

/** Returns whether a position is in none of the installed packages. */
export function isOfUser({ file }: FileLineColLoc): boolean {
  return !INSTALLED.test(file);
}
