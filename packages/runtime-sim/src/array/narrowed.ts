import { type ArrayKind, isBigKind } from './array-kind.ts';
import type { NdArray } from './nd-array.ts';

/** What JAX computes with where NumPy made 64-bit numbers, unless it is told to keep them (`jax_enable_x64`). */
const NARROWED: Readonly<Partial<Record<ArrayKind, ArrayKind>>> = {
  i64: 'i32',
  ui64: 'ui32',
  f64: 'f32',
  'complex<f64>': 'complex<f32>',
};

/** Whether JAX would make an array of `wanted` of one of `found`. */
export function narrowsTo(found: ArrayKind, wanted: ArrayKind): boolean {
  return NARROWED[found] === wanted;
}

/** The array in the kind that {@link narrowsTo} says, rounded; `null` where an integer does not fit. */
export function narrowed({ kind, shape, data }: NdArray): NdArray | null {
  if (!isBigKind(kind)) {
    // Floating-point numbers and parts of complex ones are in an array of numbers.
    return { kind: NARROWED[kind]!, shape, data: Float32Array.from(data as Float64Array) };
  }
  const numbers = Array.from(data as BigInt64Array | BigUint64Array, Number);
  const result = kind === 'i64' ? Int32Array.from(numbers) : Uint32Array.from(numbers);
  return numbers.every((number, i) => result[i] === number)
    ? { kind: NARROWED[kind]!, shape, data: result }
    : null;
}
