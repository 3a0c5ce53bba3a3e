import { collectiveConversions } from './collective.ts';
import { contractionConversions } from './contraction.ts';
import type { Conversion } from './convertible.ts';
import { elementwiseConversions } from './elementwise.ts';
import { shapeConversions } from './shape.ts';

/** How StableHLO operations become TTIR, by name. */
export const conversions: ReadonlyMap<string, Conversion> = new Map(
  [...elementwiseConversions, ...shapeConversions, ...contractionConversions, ...collectiveConversions].map(
    (conversion) => [conversion.root, conversion],
  ),
);
