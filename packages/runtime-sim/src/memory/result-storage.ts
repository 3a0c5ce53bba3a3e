import { allocate, type ArrayData, type ArrayKind } from '../array/array-kind.ts';
import { elementCount, type NdArray } from '../array/nd-array.ts';

/** Gives storage for a result, or `null`. */
export type StorageSource = (kind: ArrayKind, count: number) => ArrayData | null;

let source: StorageSource | null = null;

/** Does work whose results take their storage from a source, or from none; see {@link resultStorage}. */
export function withResultStorage<T>(given: StorageSource | null, work: () => T): T {
  const outer = source;
  source = given;
  try {
    return work();
  } finally {
    source = outer;
  }
}

/**
 * Storage for a result of a kernel, which writes every element: they may hold anything. It is reused when the result
 * is dead, unless nobody can tell when that is.
 */
export function resultStorage(kind: ArrayKind, count: number): ArrayData {
  return source?.(kind, count) ?? allocate(kind, count);
}

/** A result over such storage. */
export function resultArray(kind: ArrayKind, shape: readonly number[]): NdArray {
  return { kind, shape, data: resultStorage(kind, elementCount(shape)) };
}

/** The same with all bits zero. */
export function zeroResult(kind: ArrayKind, shape: readonly number[]): NdArray {
  const count = elementCount(shape);
  const data = source?.(kind, count) ?? null;
  if (data === null) return { kind, shape, data: allocate(kind, count) };
  new Uint8Array(data.buffer, data.byteOffset, data.byteLength).fill(0);
  return { kind, shape, data };
}
