/** Passes after which every device has a program on its own sizes. */
export const LOCALIZING_PASSES: ReadonlySet<string> = new Set(['sdy-convert-global-to-local']);
