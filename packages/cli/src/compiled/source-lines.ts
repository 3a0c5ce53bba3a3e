import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ToolInput } from '../tool-io.ts';
import type { SourceLines } from './change-text.ts';

/** Returns a reader of the files of the user's program, of which a server shows none. */
export function linesOf({ program, cwd }: ToolInput): SourceLines {
  const known = new Map<string, readonly string[] | null>();
  return (file) => {
    let lines = known.get(file);
    if (lines === undefined)
      known.set(file, (lines = program === undefined ? null : linesIn(resolve(cwd, file))));
    return lines;
  };
}

function linesIn(path: string): readonly string[] | null {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return null;
  }
}
