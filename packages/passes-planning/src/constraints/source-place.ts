import { type Location, oneLine, positionOf } from '@shardform/ir-core';

/** A line of the user's program. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
}

/** Installed packages, and the standard library. */
const INSTALLED = /[\\/](?:site-packages|dist-packages|lib[\\/]python\d[\d.]*)[\\/]|^<frozen /;

/** Returns the innermost line of a location that is not in an installed package; `null` for none. */
export function sourcePlaceOf(location: Location): SourcePlace | null {
  const position = positionOf(location, ({ file }) => !INSTALLED.test(file));
  return position === null ? null : { file: oneLine(position.file), line: position.line };
}
