import type { NdArray } from '../array/nd-array.ts';
import { binary } from './binary.ts';
import { broadcastInDim } from './broadcast-in-dim.ts';

/**
 * `min(max(x, low), high)` element by element; scalar bounds hold for all elements.
 * @throws when the kinds differ, or the size of a bound that is no scalar.
 */
export function clamp(low: NdArray, x: NdArray, high: NdArray): NdArray {
  const spread = (bound: NdArray): NdArray => {
    return bound.shape.length === 0 && x.shape.length > 0 ? broadcastInDim(bound, x.shape, []) : bound;
  };
  return binary('minimum', binary('maximum', x, spread(low)), spread(high));
}
