import { AxisRefAttr } from '../attrs/axis-ref-attr.ts';
import type { MeshAttr } from '../attrs/mesh-attr.ts';

/*
 * A sub-axis is the interval [preSize, nextPreSize) of the axis's mixed-radix positions. All functions answer for two
 * references to sub-axes of one axis; references to different axes have nothing in common.
 */

/** Returns true if `b` lies inside `a`, or is `a`. */
export function containsAxis(a: AxisRefAttr, b: AxisRefAttr): boolean {
  if (a === b) return true;
  if (a.name !== b.name) return false;
  if (a.subAxis === null) return true;
  if (b.subAxis === null) return false;
  return a.preSize <= b.preSize && a.subAxis.nextPreSize >= b.subAxis.nextPreSize;
}

/** Returns true if `a` is a prefix of `b`, or is `b`. */
export function isAxisPrefixOf(a: AxisRefAttr, b: AxisRefAttr): boolean {
  return a === b || (a.preSize === b.preSize && containsAxis(b, a));
}

/** Returns true if `a` is a prefix of `b` but not all of it. */
export function isAxisStrictPrefixOf(a: AxisRefAttr, b: AxisRefAttr): boolean {
  return a !== b && isAxisPrefixOf(a, b);
}

/** Returns true if `a` is a suffix of `b`, or is `b`. */
export function isAxisSuffixOf(a: AxisRefAttr, b: AxisRefAttr, mesh: MeshAttr): boolean {
  return a === b || (containsAxis(b, a) && a.nextPreSize(mesh) === b.nextPreSize(mesh));
}

/** Returns true if the references have devices in common. */
export function axesOverlap(a: AxisRefAttr, b: AxisRefAttr): boolean {
  if (a === b) return true;
  if (a.name !== b.name) return false;
  if (a.subAxis === null || b.subAxis === null) return true;
  return a.preSize < b.subAxis.nextPreSize && b.preSize < a.subAxis.nextPreSize;
}

/** Returns true if one factorisation of the axis has both sub-axes. */
export function canAxesCoexist(a: AxisRefAttr, b: AxisRefAttr): boolean {
  if (a.name !== b.name || a.subAxis === null || b.subAxis === null) return true;
  const [minPre, maxPre] = a.preSize < b.preSize ? [a.preSize, b.preSize] : [b.preSize, a.preSize];
  const [nextA, nextB] = [a.subAxis.nextPreSize, b.subAxis.nextPreSize];
  const [minNext, maxNext] = nextA < nextB ? [nextA, nextB] : [nextB, nextA];
  if (minNext > maxPre) return minNext % maxPre === 0 && maxPre % minPre === 0 && maxNext % minNext === 0;
  return maxPre % minNext === 0;
}

/** Returns the intersection, or `null` when there is none. */
export function axisOverlap(a: AxisRefAttr, b: AxisRefAttr): AxisRefAttr | null {
  if (a === b) return a;
  if (a.name !== b.name) return null;
  if (a.subAxis === null) return b;
  if (b.subAxis === null) return a;
  if (!axesOverlap(a, b) || !canAxesCoexist(a, b)) return null;
  const preSize = Math.max(a.preSize, b.preSize);
  return AxisRefAttr.sub(a.name, preSize, Math.min(a.subAxis.nextPreSize, b.subAxis.nextPreSize) / preSize);
}

/** Returns the longest prefix of `a` that doesn't overlap `b`: possibly `a`, or `null`. */
export function prefixWithoutOverlap(a: AxisRefAttr, b: AxisRefAttr): AxisRefAttr | null {
  if (a.name !== b.name) return a;
  if (!canAxesCoexist(a, b)) return null;
  if (!axesOverlap(a, b)) return a;
  return a.preSize >= b.preSize ? null : AxisRefAttr.sub(a.name, a.preSize, b.preSize / a.preSize);
}

/** Returns the longest suffix of `a` that doesn't overlap `b`: possibly `a`, or `null`. */
export function suffixWithoutOverlap(a: AxisRefAttr, b: AxisRefAttr, mesh: MeshAttr): AxisRefAttr | null {
  if (a.name !== b.name) return a;
  if (!canAxesCoexist(a, b)) return null;
  if (!axesOverlap(a, b)) return a;
  const [nextA, nextB] = [a.nextPreSize(mesh), b.nextPreSize(mesh)];
  return nextA <= nextB ? null : AxisRefAttr.sub(a.name, nextB, nextA / nextB);
}

/** Returns whichever reference is a prefix of the other, or `null`. */
export function greatestCommonAxisPrefix(a: AxisRefAttr, b: AxisRefAttr): AxisRefAttr | null {
  if (a === b) return a;
  if (a.name !== b.name || !canAxesCoexist(a, b)) return null;
  if (isAxisPrefixOf(a, b)) return a;
  return isAxisPrefixOf(b, a) ? b : null;
}

/** Returns true if `b` is the sub-axis directly minor of `a`. */
export function canMergeAxes(a: AxisRefAttr, b: AxisRefAttr): boolean {
  return a.subAxis !== null && b.subAxis !== null && a.name === b.name && a.subAxis.nextPreSize === b.preSize;
}

/** Merges `a` with the sub-axis directly minor of it; see {@link canMergeAxes}. */
export function mergeAxes(a: AxisRefAttr, b: AxisRefAttr, mesh: MeshAttr): AxisRefAttr {
  const size = a.size(mesh) * b.size(mesh);
  return size === mesh.axisSize(a.name) ? AxisRefAttr.get(a.name) : AxisRefAttr.sub(a.name, a.preSize, size);
}

/** Returns the sub-axis from `preSize` over `size` positions; the axis itself where that is all of it. */
export function subAxisOf(name: string, preSize: number, size: number, mesh: MeshAttr): AxisRefAttr {
  return preSize === 1 && size === mesh.axisSize(name)
    ? AxisRefAttr.get(name)
    : AxisRefAttr.sub(name, preSize, size);
}

/**
 * Orders references: by name, then by position in the axis; a prefix stands before the whole axis, other sub-axes after
 * it. Returns a negative number when `a` is first.
 */
export function compareAxes(a: AxisRefAttr, b: AxisRefAttr): number {
  if (a === b) return 0;
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return compareSubAxes(a, b);
}

/** Orders references to the same axis. */
export function compareSubAxes(a: AxisRefAttr, b: AxisRefAttr): number {
  if (a === b) return 0;
  if (a.subAxis === null) return b.preSize > 1 ? -1 : 1;
  if (b.subAxis === null) return a.preSize === 1 ? -1 : 1;
  return a.preSize === b.preSize ? a.subAxis.size - b.subAxis.size : a.preSize - b.preSize;
}
