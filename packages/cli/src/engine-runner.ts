import { fileURLToPath } from 'node:url';

/** The Python program that runs a module on XLA. */
// One folder below the package's root in the sources, in the library build and in the bundled program.
export const xlaRunner = fileURLToPath(new URL('../engine/run_on_xla.py', import.meta.url));
