import type { WindowDimension } from './model/attributes.ts';

/** Returns a dimension without members that have their defaults. */
export function windowDimension(dimension: WindowDimension): WindowDimension {
  const {
    size,
    stride = 1,
    paddingLow = 0,
    paddingHigh = 0,
    windowDilation = 1,
    baseDilation = 1,
  } = dimension;
  return {
    size,
    ...(stride !== 1 && { stride }),
    ...(paddingLow !== 0 && { paddingLow }),
    ...(paddingHigh !== 0 && { paddingHigh }),
    ...(windowDilation !== 1 && { windowDilation }),
    ...(baseDilation !== 1 && { baseDilation }),
    ...(dimension.isReversed === true && { isReversed: true }),
  };
}
