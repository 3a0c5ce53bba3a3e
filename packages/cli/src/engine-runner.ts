import { fileURLToPath } from 'node:url';

// One folder below the package's root in the sources, in the library build and in the bundled program.
/** The Python program that runs a bundle on real devices, in one process or many. */
export const launcher = fileURLToPath(new URL('../engine/launch.py', import.meta.url));

/** The Python program that measures devices. */
export const measurer = fileURLToPath(new URL('../engine/measure_on_xla.py', import.meta.url));

/** The Python program that compiles a program by XLA. */
export const xlaCompiler = fileURLToPath(new URL('../engine/compile_on_xla.py', import.meta.url));
