import { readFileSync } from 'node:fs';

// One folder below the package's root in the sources, in the library and in the program.
const folder = new URL('../examples/', import.meta.url);

/** An example that comes with the command. */
export function exampleBytes(name: string): Uint8Array {
  return readFileSync(new URL(name, folder));
}
