import { bitWidth } from '@shardform/ir-core';
import { allocate, isBigKind, isComplexKind } from '../array/array-kind.ts';
import type { ArrayData, ArrayKind } from '../array/array-kind.ts';
import { elementCount } from '../array/nd-array.ts';
import type { NdArray } from '../array/nd-array.ts';

/** Algorithms of counter-based generators: Salmon et al., "Parallel random numbers: as easy as 1, 2, 3". */
export type BitGenerator = 'THREE_FRY' | 'PHILOX';

/** Random bits, and the state for the next ones. */
export interface RandomBits {
  readonly state: NdArray;
  readonly bits: NdArray;
}

/**
 * Random bits of `kind` and `shape`, the same stream as XLA's `RngBitGenerator`. The state is a list of `ui64`: a key
 * and a counter of 64 bits for Threefry, of one or two words, the low one first, for Philox. Kinds below 32 bits take the low
 * bits of 32.
 * @throws when the state or the kind does not suit the algorithm.
 */
export function randomBits(
  algorithm: BitGenerator,
  state: NdArray,
  kind: ArrayKind,
  shape: readonly number[],
): RandomBits {
  const words = state.data;
  if (!(words instanceof BigUint64Array) || words.length < 2 || words.length > 3) {
    throw new Error(
      `${algorithm} needs a state of 2 or 3 ui64, got ${state.kind}[${state.shape.join(', ')}]`,
    );
  }
  if (isComplexKind(kind)) throw new Error(`random bits are not defined for ${kind}`);
  const generate = algorithm === 'PHILOX' ? philoxBits : threefryBits;
  const width = isBigKind(kind) || kind === 'f64' ? 64 : 32;
  const { bits, counterSteps } = generate(words, shape, width);
  const next = words.slice();
  const wrapped = BigInt.asUintN(64, words[1] + BigInt(counterSteps));
  // Threefry's counter has 64 bits; Philox's goes on in the next word.
  if (algorithm === 'PHILOX' && next.length === 3 && wrapped < words[1]) next[2] += 1n;
  next[1] = wrapped;
  return {
    state: { ...state, data: next },
    bits: { kind, shape, data: bitsAs(kind, bits) },
  };
}

interface Stream {
  /** 32-bit words; for elements of 64 bits low word, then high word. */
  readonly bits: Uint32Array;
  readonly counterSteps: number;
}

function bitsAs(kind: Exclude<ArrayKind, 'complex<f32>' | 'complex<f64>'>, words: Uint32Array): ArrayData {
  const width = bitWidth(kind);
  if (width >= 32) {
    const out = allocate(kind, (words.length * 32) / width);
    new Uint32Array(out.buffer).set(words);
    return out;
  }
  const out = allocate(kind, words.length);
  const unused = 32 - width;
  const signed = kind === 'i2' || kind === 'i4';
  for (let i = 0; i < words.length; i += 1) {
    out[i] = signed ? (words[i] << unused) >> unused : (words[i] << unused) >>> unused;
  }
  return out;
}

/** One block of Threefry gives the same element of the two halves of the array, or the two words of one of 64 bits. */
function threefryBits(state: BigUint64Array, shape: readonly number[], width: 32 | 64): Stream {
  const count = elementCount(shape);
  const key = words32(state.subarray(0, 1));
  const block = new Uint32Array(2);
  if (width === 64) {
    const bits = new Uint32Array(2 * count);
    for (let i = 0; i < count; i += 1) {
      threefry(counterWords(state[1], i, block), key);
      bits.set(block, 2 * i);
    }
    return { bits, counterSteps: count };
  }
  const { outer, half, size, inner } = halves(shape);
  const bits = new Uint32Array(count);
  let steps = 0;
  for (let o = 0; o < outer; o += 1) {
    for (let h = 0; h < half; h += 1) {
      for (let i = 0; i < inner; i += 1, steps += 1) {
        threefry(counterWords(state[1], steps, block), key);
        const at = (o * size + 2 * h) * inner + i;
        bits[at] = block[0];
        if (2 * h + 1 < size) bits[at + inner] = block[1];
      }
    }
  }
  return { bits, counterSteps: steps };
}

/** The dimension along which pairs are generated from one block: the first even one, else the first of the largest. */
function halves(shape: readonly number[]): {
  readonly outer: number;
  readonly half: number;
  readonly size: number;
  readonly inner: number;
} {
  if (shape.length === 0) return { outer: 1, half: 1, size: 1, inner: 1 };
  const even = shape.findIndex((size) => size % 2 === 0);
  const dim = even >= 0 ? even : shape.indexOf(Math.max(...shape));
  const size = shape[dim];
  return {
    outer: elementCount(shape.slice(0, dim)),
    half: Math.ceil(size / 2),
    size,
    inner: elementCount(shape.slice(dim + 1)),
  };
}

/** The low and high word of `start + offset`. */
function counterWords(start: bigint, offset: number, into: Uint32Array): Uint32Array {
  const low = Number(start & 0xffff_ffffn) + offset;
  into[0] = low;
  into[1] = Number(start >> 32n) + Math.floor(low / 2 ** 32);
  return into;
}

function words32(words: BigUint64Array): Uint32Array {
  const out = new Uint32Array(2 * words.length);
  words.forEach((word, i) => {
    out[2 * i] = Number(word & 0xffff_ffffn);
    out[2 * i + 1] = Number(word >> 32n);
  });
  return out;
}

const rotations = [
  [13, 15, 26, 6],
  [17, 29, 16, 24],
] as const;

/** Threefry-2x32 of 20 rounds, in place. */
export function threefry(x: Uint32Array, key: Uint32Array): void {
  const [k0, k1] = [key[0], key[1]];
  const keys = [k0, k1, (k0 ^ k1 ^ 0x1bd11bda) >>> 0] as const;
  let a = (x[0] + k0) | 0;
  let b = (x[1] + k1) | 0;
  for (let group = 0; group < 5; group += 1) {
    // One of two numbers.
    for (const by of rotations[(group & 1) as 0 | 1]) {
      a = (a + b) | 0;
      b = ((b << by) | (b >>> (32 - by))) ^ a;
    }
    a = (a + keys[(group + 1) % 3]) | 0;
    b = (b + keys[(group + 2) % 3] + group + 1) | 0;
  }
  x[0] = a;
  x[1] = b;
}

/** One block of Philox gives four words in a row. */
function philoxBits(state: BigUint64Array, shape: readonly number[], width: 32 | 64): Stream {
  const needed = (elementCount(shape) * width) / 32;
  const blocks = Math.ceil(needed / 4);
  const key = words32(state.subarray(0, 1));
  const bits = new Uint32Array(4 * blocks);
  const counter = new Uint32Array(4);
  const low = state[1];
  // XLA takes the key for the high word of the counter of a shorter state.
  const high = state.length > 2 ? state[2] : state[0];
  const [low0, low1] = words32(BigUint64Array.of(low));
  const upper = words32(BigUint64Array.of(high));
  const carried = words32(BigUint64Array.of(high + 1n));
  for (let i = 0; i < blocks; i += 1) {
    const first = low0 + i;
    const second = low1 + Math.floor(first / 2 ** 32);
    counter[0] = first;
    counter[1] = second;
    counter.set(second < 2 ** 32 ? upper : carried, 2);
    philox(counter, key);
    bits.set(counter, 4 * i);
  }
  return { bits: bits.subarray(0, needed), counterSteps: blocks };
}

/** Philox-4x32 of 10 rounds, in place. */
function philox(x: Uint32Array, key: Uint32Array): void {
  let [k0, k1] = [key[0], key[1]];
  for (let round = 0; round < 10; round += 1) {
    const high0 = highProduct(x[0], 0xd2511f53);
    const low0 = Math.imul(x[0], 0xd2511f53);
    const high1 = highProduct(x[2], 0xcd9e8d57);
    const low1 = Math.imul(x[2], 0xcd9e8d57);
    const [x1, x3] = [x[1], x[3]];
    x[0] = high1 ^ x1 ^ k0;
    x[1] = low1;
    x[2] = high0 ^ x3 ^ k1;
    x[3] = low0;
    k0 = (k0 + 0x9e3779b9) | 0;
    k1 = (k1 + 0xbb67ae85) | 0;
  }
}

/** The upper 32 bits of the product of two unsigned 32-bit integers. */
function highProduct(x: number, y: number): number {
  const [xl, xh] = [x & 0xffff, x >>> 16];
  const [yl, yh] = [y & 0xffff, y >>> 16];
  const middle = xh * yl + ((xl * yl) >>> 16);
  return xh * yh + Math.floor(middle / 65536) + ((((middle & 0xffff) + xl * yh) / 65536) | 0);
}
