import type { FunctionBuilder, Local } from '../wasm/function-builder.ts';

/** Emits the rounding of the f32 vector on the stack to the nearest numbers of a narrower format, ties to even. */
export function laneRounding(f: FunctionBuilder, format: 'bf16' | 'f16'): () => void {
  const [value, rounded, sign] = [f.local('v128'), f.local('v128'), f.local('v128')];
  return () => {
    roundNormal(f, format, value);
    if (format === 'f16') finishF16(f, value, rounded, sign);
  };
}

/** Rounds by the digits of a normal number, and keeps what was there in `value`. */
function roundNormal(f: FunctionBuilder, format: 'bf16' | 'f16', value: Local): void {
  f.set(value);
  // The bits beyond the format's, half of their unit less one and the last bit kept: a carry rounds up.
  const dropped = format === 'bf16' ? 16 : 13;
  f.get(value, value);
  f.i32(dropped);
  f.simd('i32x4.shr_u');
  f.i32x4(1);
  f.simd('v128.and', 'i32x4.add');
  f.i32x4(2 ** (dropped - 1) - 1);
  f.simd('i32x4.add');
  f.i32x4(-(2 ** dropped));
  f.simd('v128.and');
}

/** Handles, for the vector on the stack rounded as normal numbers, f16 subnormals and overflow. */
function finishF16(f: FunctionBuilder, value: Local, rounded: Local, sign: Local): void {
  f.set(rounded);
  f.get(value);
  f.i32x4(signBit);
  f.simd('v128.and');
  f.set(sign);
  // Below 2^-14 the unit is 2^-24, that of f32 numbers from 1/2 to 1: adding 1/2 rounds.
  f.get(value);
  f.simd('f32x4.abs');
  f.i32x4(half);
  f.simd('f32x4.add');
  f.i32x4(half);
  f.simd('f32x4.sub');
  f.get(sign);
  f.simd('v128.or');
  f.get(rounded, value);
  f.simd('f32x4.abs');
  f.i32x4(leastNormalF16);
  f.simd('f32x4.lt', 'v128.bitselect');
  f.set(rounded);
  // From 2^16 on, infinity; a NaN compares false and stays.
  f.get(sign);
  f.i32x4(infinity);
  f.simd('v128.or');
  f.get(rounded, rounded);
  f.simd('f32x4.abs');
  f.i32x4(twoTo16);
  f.simd('f32x4.ge', 'v128.bitselect');
}

// Bit patterns of f32.
const signBit = -0x80000000;
const half = 0x3f000000;
const leastNormalF16 = 0x38800000;
const twoTo16 = 0x47800000;
const infinity = 0x7f800000;
