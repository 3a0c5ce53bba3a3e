import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it. Node's own way of doing so never ends where a folder that is there takes no others, such as
 * `/proc`.
 *
 * @throws the error of the system.
 */
export function makeFolders(path: string): void {
  const isThere = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isThere) return;
  const above = dirname(path);
  if (above !== path) makeFolders(above);
  mkdirSync(path);
}
