import type { AxisRefAttr } from '../attrs/axis-ref-attr.ts';
import type { MeshAttr } from '../attrs/mesh-attr.ts';
import type { TensorShardingAttr } from '../attrs/tensor-sharding-attr.ts';
import {
  axesOverlap,
  canMergeAxes,
  compareAxes,
  isAxisPrefixOf,
  isAxisStrictPrefixOf,
  mergeAxes,
  prefixWithoutOverlap,
  suffixWithoutOverlap,
} from './axis-ref.ts';

/** References in an order that matters: major to minor. */
export type AxisList = readonly AxisRefAttr[];

/** Appends a reference, merging it with the last one where they are adjacent sub-axes of an axis. */
export function addAxisOrMerge(list: AxisRefAttr[], axis: AxisRefAttr, mesh: MeshAttr): void {
  const last = list.at(-1);
  if (last !== undefined && canMergeAxes(last, axis)) list[list.length - 1] = mergeAxes(last, axis, mesh);
  else list.push(axis);
}

/** Returns the axes of a dimension with more at its end. */
export function withAxesAtEnd(axes: AxisList, added: AxisList, mesh: MeshAttr): AxisRefAttr[] {
  const all = [...axes];
  for (const axis of added) addAxisOrMerge(all, axis, mesh);
  return all;
}

/** Number of devices along all references together; 1 for none. */
export function axisListSize(list: AxisList, mesh: MeshAttr): number {
  let product = 1;
  for (const axis of list) product *= axis.size(mesh);
  return product;
}

/** Returns the references before the first one to a part of an axis. */
export function wholeAxes(list: AxisList): AxisList {
  const part = list.findIndex(({ subAxis }) => subAxis !== null);
  return part < 0 ? list : list.slice(0, part);
}

/** Returns true if the lists have the same references in the same order. */
export function areAxisListsEqual(a: AxisList, b: AxisList): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/**
 * Returns true if `a` is a strict prefix of `b`: `a` without its last reference begins `b`, and the last one is a
 * strict prefix of the reference that follows in `b`.
 */
export function isAxisListStrictPrefixOf(a: AxisList, b: AxisList): boolean {
  const count = a.length;
  if (count === 0) return b.length > 0;
  if (count > b.length) return false;
  const last = count - 1;
  for (let i = 0; i < last; i++) if (a[i] !== b[i]) return false;
  return count === b.length ? isAxisStrictPrefixOf(a[last]!, b[last]!) : isAxisPrefixOf(a[last]!, b[last]!);
}

/** Returns true if `b` is `a` or continues it. */
export function isAxisListPrefixOf(a: AxisList, b: AxisList): boolean {
  return areAxisListsEqual(a, b) || isAxisListStrictPrefixOf(a, b);
}

/** Orders lists by length, then by the first references that differ. */
export function compareAxisLists(a: AxisList, b: AxisList): number {
  if (a.length !== b.length) return a.length - b.length;
  for (let i = 0; i < a.length; i++) {
    const order = compareAxes(a[i]!, b[i]!);
    if (order !== 0) return order;
  }
  return 0;
}

/** Returns true if some reference of one list overlaps one of the other. */
export function axisListsOverlap(a: AxisList, b: AxisList): boolean {
  for (const axis of a) if (overlapsAxisList(axis, b)) return true;
  return false;
}

/** Returns true if a reference overlaps one of a list. */
export function overlapsAxisList(axis: AxisRefAttr, list: AxisList): boolean {
  for (const other of list) if (axesOverlap(axis, other)) return true;
  return false;
}

/** Returns the longest prefix of `axis` that overlaps nothing in `list`: possibly `axis`, or `null`. */
export function axisPrefixWithoutOverlap(axis: AxisRefAttr, list: AxisList): AxisRefAttr | null {
  let prefix: AxisRefAttr | null = axis;
  for (let i = 0; i < list.length && prefix !== null; i++) prefix = prefixWithoutOverlap(prefix, list[i]!);
  return prefix;
}

/** Returns the longest beginning of `list` that overlaps nothing in `other`; `list` itself where nothing is lost. */
export function truncateWithoutOverlap(list: AxisList, other: AxisList): AxisList {
  if (other.length === 0) return list;
  for (let i = 0; i < list.length; i++) {
    const axis = list[i]!;
    const prefix = axisPrefixWithoutOverlap(axis, other);
    if (prefix === axis) continue;
    const truncated = list.slice(0, i);
    if (prefix !== null) truncated.push(prefix);
    return truncated;
  }
  return list;
}

/** Returns the axes of all dimensions of a sharding, in order. */
export function axesInDims({ dims }: TensorShardingAttr): AxisRefAttr[] {
  return dims.flatMap((dim) => dim.axes);
}

/** Returns the sub-axes of the references of `list` that overlap nothing in `removed`, in order; nothing is merged. */
export function subtractAxes(list: AxisList, removed: AxisList, mesh: MeshAttr): AxisRefAttr[] {
  let rest = [...list];
  for (const taken of removed) {
    if (!overlapsAxisList(taken, rest)) continue;
    rest = rest.flatMap((axis) => {
      if (!axesOverlap(axis, taken)) return [axis];
      const parts = [prefixWithoutOverlap(axis, taken), suffixWithoutOverlap(axis, taken, mesh)];
      return parts.filter((part) => part !== null);
    });
  }
  return rest;
}
