import { asDoubles, convert, isComplexKind, type NdArray } from '@shardform/runtime-sim';
import { isFloatKind, lastOf } from '@shardform/ir-core';

/** The formats in which the device can store what operations return. */
export const STORED_FORMATS = ['bf16', 'bfp8', 'bfp4'] as const;

/** One of the {@link STORED_FORMATS}. */
export type StoredFormat = (typeof STORED_FORMATS)[number];

/** Numbers of a row that share an exponent in block floats. */
const BLOCK = 16;

/** Bits of a number in a block beside its sign: there is no hidden one. */
const BLOCK_BITS: Readonly<Record<'bfp8' | 'bfp4', number>> = { bfp8: 7, bfp4: 3 };

/** Returns the numbers as they are read after being stored in a format; those that are no floats are unchanged. */
export function stored(array: NdArray, format: StoredFormat): NdArray {
  const { kind, shape } = array;
  if (isComplexKind(kind) || !isFloatKind(kind)) return array;
  if (format === 'bf16') return convert(convert(array, 'bf16'), kind);
  const numbers = Float32Array.from(asDoubles(kind, array.data));
  const row = shape.length === 0 ? 1 : lastOf(shape);
  for (let start = 0; start < numbers.length; start += row)
    for (let at = 0; at < row; at += BLOCK)
      roundBlock(numbers.subarray(start + at, start + Math.min(at + BLOCK, row)), BLOCK_BITS[format]);
  return convert({ kind: 'f32', shape, data: numbers }, kind);
}

/** Rounds numbers to multiples of the smallest step that the largest of them leaves, ties to even. */
function roundBlock(block: Float32Array, bits: number): void {
  const most = block.reduce(
    (largest, x) => (Number.isFinite(x) ? Math.max(largest, Math.abs(x)) : largest),
    0,
  );
  if (most === 0) return;
  const step = 2 ** (Math.floor(Math.log2(most)) - bits + 1);
  const limit = 2 ** bits - 1;
  for (const [i, x] of block.entries()) {
    if (!Number.isFinite(x)) continue;
    const whole = Math.min(Math.max(roundToEven(x / step), -limit), limit);
    block[i] = whole * step;
  }
}

function roundToEven(x: number): number {
  const below = Math.floor(x);
  const rest = x - below;
  if (rest !== 0.5) return Math.round(x);
  return below % 2 === 0 ? below : below + 1;
}
