import { readFileSync } from 'node:fs';

// One folder below the package's root in the sources, in the library build and in the bundled program.
const folder = new URL('../examples/', import.meta.url);

/** Reads an example of the command. */
export function exampleBytes(name: string): Uint8Array {
  return readFileSync(new URL(name, folder));
}
