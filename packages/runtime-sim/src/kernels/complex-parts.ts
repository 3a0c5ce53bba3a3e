import { allocate, isComplexKind } from '../array/array-kind.ts';
import type { ArrayKind } from '../array/array-kind.ts';
import { asDoubles, storeDoubles } from '../array/lanes.ts';
import { elementCount } from '../array/nd-array.ts';
import type { NdArray } from '../array/nd-array.ts';

/** Numbers as two arrays of doubles, real and imaginary components. */
export interface Parts {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** Returns the components of floats or complex numbers; new arrays. */
export function partsOf(x: NdArray): Parts {
  const doubles = asDoubles(x.kind, x.data);
  const count = elementCount(x.shape);
  if (!isComplexKind(x.kind)) return { re: doubles.slice(), im: new Float64Array(count) };
  const parts = { re: new Float64Array(count), im: new Float64Array(count) };
  for (let i = 0; i < count; i += 1) {
    parts.re[i] = doubles[2 * i];
    parts.im[i] = doubles[2 * i + 1];
  }
  return parts;
}

/** Returns the array of numbers given by their components, rounded to `kind`; a real kind takes the real components. */
export function fromParts(kind: ArrayKind, shape: readonly number[], { re, im }: Parts): NdArray {
  const data = allocate(kind, re.length);
  if (!isComplexKind(kind)) {
    storeDoubles(kind, data, 0, re.length, re);
    return { kind, shape, data };
  }
  for (let i = 0; i < re.length; i += 1) {
    data[2 * i] = re[i];
    data[2 * i + 1] = im[i];
  }
  return { kind, shape, data };
}

/** Complex numbers of real and imaginary components, which are of f32 or f64. */
export function complex(re: NdArray, im: NdArray): NdArray {
  const kind = re.kind === 'f64' ? 'complex<f64>' : 'complex<f32>';
  const data = allocate(kind, re.data.length);
  for (let i = 0; i < re.data.length; i += 1) {
    data[2 * i] = re.data[i];
    data[2 * i + 1] = im.data[i];
  }
  return { kind, shape: re.shape, data };
}
