import { version } from './version.ts';

const KEY = Symbol.for('@shardform/ir-core');

/**
 * Refuses a second copy of ir-core in one process: its types would look equal and compare unequal.
 *
 * @throws when another copy is loaded, with both versions named.
 */
export function claimProcess(): void {
  // A symbol of this package's own on the global object.
  const world = globalThis as { [KEY]?: string };
  const other = world[KEY];
  if (other !== undefined) {
    throw new Error(
      `two copies of @shardform/ir-core are loaded (${other} and ${version}); ` +
        `install one version, for instance with 'npm dedupe'`,
    );
  }
  world[KEY] = version;
}
