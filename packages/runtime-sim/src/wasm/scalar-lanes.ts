import type { FloatLanes, LaneOp, LaneShift } from './float-lanes.ts';

const floats = new Float32Array(1);
const words = new Int32Array(floats.buffer);

/** The number whose bits are a word. */
export function floatOf(word: number): number {
  words[0] = word;
  return floats[0];
}

/** The bits of a number, rounded to f32. */
export function wordOf(value: number): number {
  floats[0] = value;
  return words[0];
}

const unary =
  (compute: (x: number) => number) =>
  (x: number): number =>
    wordOf(compute(floatOf(x)));

const binary =
  (compute: (x: number, y: number) => number) =>
  (x: number, y: number): number =>
    wordOf(compute(floatOf(x), floatOf(y)));

const comparison =
  (compute: (x: number, y: number) => boolean) =>
  (x: number, y: number): number =>
    compute(floatOf(x), floatOf(y)) ? -1 : 0;

/** Doubles have more than twice the digits of f32: rounding their results again gives the correctly rounded ones. */
const operations: Readonly<Record<LaneOp, (x: number, y: number, z: number) => number>> = {
  'f32x4.abs': unary(Math.abs),
  'f32x4.add': binary((x, y) => x + y),
  'f32x4.convert_i32x4_s': (x) => wordOf(x),
  'f32x4.div': binary((x, y) => x / y),
  'f32x4.eq': comparison((x, y) => x === y),
  'f32x4.gt': comparison((x, y) => x > y),
  'f32x4.lt': comparison((x, y) => x < y),
  'f32x4.mul': binary((x, y) => x * y),
  'f32x4.neg': (x) => x ^ signBit,
  'f32x4.pmax': (x, y) => (floatOf(x) < floatOf(y) ? y : x),
  'f32x4.pmin': (x, y) => (floatOf(y) < floatOf(x) ? y : x),
  'f32x4.sqrt': unary(Math.sqrt),
  'f32x4.sub': binary((x, y) => x - y),
  'i32x4.add': (x, y) => (x + y) | 0,
  'i32x4.sub': (x, y) => (x - y) | 0,
  'v128.and': (x, y) => x & y,
  'v128.bitselect': (x, y, mask) => (x & mask) | (y & ~mask),
  'v128.or': (x, y) => x | y,
};

const signBit = -0x80000000;

/** Computes one lane without vectors; a value is the lane's bits. */
export const scalarLanes: FloatLanes<number> = {
  f32: wordOf,
  word: (bits) => bits | 0,
  of: (name, x = 0, y = 0, z = 0) => operations[name](x, y, z),
  shifted: (name: LaneShift, value, bits) => (name === 'i32x4.shl' ? value << bits : value >> bits),
  keep: (value) => value,
};
