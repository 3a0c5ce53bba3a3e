import { type ArrayKind, isBigKind } from './array-kind.ts';
import type { NdArray } from './nd-array.ts';

/** The kinds to which JAX narrows NumPy's 64-bit ones, unless `jax_enable_x64` is set. */
const NARROWED: Readonly<Partial<Record<ArrayKind, ArrayKind>>> = {
  i64: 'i32',
  ui64: 'ui32',
  f64: 'f32',
  'complex<f64>': 'complex<f32>',
};

/** Returns whether JAX would make an array of `wanted` of one of `found`. */
export function narrowsTo(found: ArrayKind, wanted: ArrayKind): boolean {
  return NARROWED[found] === wanted;
}

/** Returns the array converted to the kind of {@link narrowsTo}, rounded; `null` if a number overflows. */
export function narrowed({ kind, shape, data }: NdArray): NdArray | null {
  if (!isBigKind(kind)) {
    // Floats and components of complex numbers are in a typed array of numbers.
    const wide = data as Float64Array;
    const rounded = Float32Array.from(wide);
    const overflows = rounded.some((number, i) => Math.abs(number) === Infinity && number !== wide[i]);
    return overflows ? null : { kind: NARROWED[kind]!, shape, data: rounded };
  }
  // The other kinds are of 64-bit integers.
  const numbers = Array.from(data as BigInt64Array | BigUint64Array, Number);
  const result = kind === 'i64' ? Int32Array.from(numbers) : Uint32Array.from(numbers);
  return numbers.every((number, i) => result[i] === number)
    ? { kind: NARROWED[kind]!, shape, data: result }
    : null;
}
