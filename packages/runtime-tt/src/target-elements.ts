import type { Type } from '@shardform/ir-core';
import {
  type ArrayKind,
  arrayTypeOf,
  convert,
  isComplexKind,
  makeArray,
  type NdArray,
} from '@shardform/runtime-sim';

/**
 * Returns an array as the target takes it, which has fewer element types: bytes come as numbers of 32 bits, truth values as
 * floats, complex numbers as pairs of floats in a last dimension.
 */
export function toTarget(array: NdArray, type: Type): NdArray {
  const wanted = arrayTypeOf(type);
  if (wanted === null || wanted.kind === array.kind) return array;
  if (!isComplexKind(array.kind) || isComplexKind(wanted.kind)) return convert(array, wanted.kind);
  const { shape, data } = convert(array, 'complex<f32>');
  return convert(makeArray('f32', [...shape, 2], data), wanted.kind);
}

/** Returns a result of the target with elements of a kind that the program had before: the reverse of {@link toTarget}. */
export function fromTarget(array: NdArray, kind: ArrayKind): NdArray {
  if (!isComplexKind(kind) || isComplexKind(array.kind) || array.shape.at(-1) !== 2)
    return convert(array, kind);
  const { shape, data } = convert(array, 'f32');
  return convert(makeArray('complex<f32>', shape.slice(0, -1), data), kind);
}
