import type { ArrayKind } from '../../array/array-kind.ts';
import { elementCount, type NdArray } from '../../array/nd-array.ts';
import { fromParts, partsOf } from '../complex-parts.ts';
import type { Factors } from './householder.ts';
import { Matrix } from './matrix.ts';
import { lastOf } from '@shardform/ir-core';

/** Returns the matrices in the last two dimensions of an array; copies. */
export function matricesOf(a: NdArray): readonly Matrix[] {
  const [rows, columns] = [a.shape[a.shape.length - 2], lastOf(a.shape)];
  const { re, im } = partsOf(a);
  const size = rows * columns;
  return Array.from({ length: elementCount(a.shape.slice(0, -2)) }, (_, i) => {
    const range = [i * size, (i + 1) * size] as const;
    return new Matrix(rows, columns, re.slice(...range), im.slice(...range));
  });
}

/** Returns the vectors in the last dimension of an array; copies. */
export function vectorsOf(a: NdArray): readonly Factors[] {
  const size = lastOf(a.shape);
  const { re, im } = partsOf(a);
  return Array.from({ length: elementCount(a.shape.slice(0, -1)) }, (_, i) => {
    const range = [i * size, (i + 1) * size] as const;
    return { re: re.slice(...range), im: im.slice(...range) };
  });
}

/** Returns the array whose last dimensions hold these matrices; numbers are rounded to its kind. */
export function arrayOfParts(
  kind: ArrayKind,
  shape: readonly number[],
  parts: readonly { readonly re: ArrayLike<number>; readonly im?: ArrayLike<number> }[],
): NdArray {
  const count = elementCount(shape);
  const [re, im] = [new Float64Array(count), new Float64Array(count)];
  let at = 0;
  for (const part of parts) {
    re.set(part.re, at);
    if (part.im !== undefined) im.set(part.im, at);
    at += part.re.length;
  }
  return fromParts(kind, shape, { re, im });
}
