import type { RewritePattern } from '@shardform/ir-core';
import { selectFold } from '../fold/choices.ts';
import type { FoldOptions } from '../fold/options.ts';
import { getDimensionSizeFold } from '../fold/shape.ts';
import { arithmeticPatterns } from './arithmetic.ts';
import { broadcastPatterns, earlierBroadcastPatterns } from './broadcast.ts';
import { choicePatterns, compareWithBoolean } from './choices.ts';
import { concatenatePatterns } from './concatenate.ts';
import { customCallPatterns } from './custom-call.ts';
import { dynamicBroadcastPatterns } from './dynamic-broadcast.ts';
import { dynamicShapePatterns } from './dynamic-shapes.ts';
import { partPatterns } from './parts.ts';
import { reducePatterns } from './reduce.ts';
import { reverseOfNothing, shapePatterns, transposeOfTranspose } from './shape.ts';
import { slicePatterns } from './slices.ts';
import { sortPatterns } from './sort.ts';
import { whilePatterns } from './while.ts';
import { zeroExtentPatterns } from './zero-extents.ts';

/** Patterns that the StableHLO of older compilers has not. */
const latestPatterns: ReadonlySet<RewritePattern> = new Set([
  compareWithBoolean,
  reverseOfNothing,
  transposeOfTranspose,
]);

/**
 * Returns the patterns of `stablehlo-aggressive-simplification`: the same values with less work.
 *
 * @param mergesBroadcasts whether broadcasts of broadcasts are merged even where the inner one is a reshape.
 * @param hasLatest whether those are among them that came last.
 */
export function simplificationPatterns(
  options: FoldOptions,
  mergesBroadcasts = false,
  hasLatest = true,
): readonly RewritePattern[] {
  const all = [
    ...arithmeticPatterns,
    ...choicePatterns,
    selectFold(options),
    ...partPatterns,
    ...(mergesBroadcasts ? earlierBroadcastPatterns : broadcastPatterns),
    ...shapePatterns,
    getDimensionSizeFold,
    ...slicePatterns,
    ...concatenatePatterns,
    ...dynamicBroadcastPatterns,
    ...dynamicShapePatterns,
    ...reducePatterns,
    ...sortPatterns,
    ...whilePatterns,
    ...customCallPatterns,
    ...zeroExtentPatterns,
  ];
  return hasLatest ? all : all.filter((own) => !latestPatterns.has(own));
}
