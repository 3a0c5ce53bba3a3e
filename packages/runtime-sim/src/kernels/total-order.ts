import { isFloatKind } from '@shardform/ir-core';
import { isComplexKind } from '../array/array-kind.ts';
import type { NdArray } from '../array/nd-array.ts';
import { convert } from './convert.ts';

/**
 * Integers that are ordered as IEEE 754's totalOrder orders the floats `x`: negative NaNs, -Infinity, negative numbers, -0, 0,
 * positive numbers, Infinity, NaNs. Other kinds are returned as they are.
 */
export function totalOrderKeys(x: NdArray): NdArray {
  if (isComplexKind(x.kind) || !isFloatKind(x.kind)) return x;
  const { shape } = x;
  if (x.kind === 'f64') {
    const patterns = new BigInt64Array(x.data.buffer, x.data.byteOffset, x.data.length);
    const keys = patterns.map((pattern) => (pattern < 0n ? pattern ^ 0x7fff_ffff_ffff_ffffn : pattern));
    return { kind: 'i64', shape, data: keys };
  }
  const { data } = convert(x, 'f32');
  const patterns = new Int32Array(data.buffer, data.byteOffset, data.length);
  const keys = new Int32Array(patterns.length);
  for (let i = 0; i < keys.length; i += 1) {
    const pattern = patterns[i];
    keys[i] = pattern < 0 ? pattern ^ 0x7fffffff : pattern;
  }
  return { kind: 'i32', shape, data: keys };
}
