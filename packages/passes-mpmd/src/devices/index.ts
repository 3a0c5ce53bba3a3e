import { lowerToStablehlo } from './lower-to-stablehlo.ts';

/** The passes that give devices their programs. */
export const devicePasses = [lowerToStablehlo] as const;
