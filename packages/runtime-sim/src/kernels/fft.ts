import { checkInterruptAfter, lastOf } from '@shardform/ir-core';
import { isComplexKind } from '../array/array-kind.ts';
import { elementCount, rowMajorStrides } from '../array/nd-array.ts';
import type { NdArray } from '../array/nd-array.ts';
import { fromParts, partsOf } from './complex-parts.ts';
import type { Parts } from './complex-parts.ts';

/** StableHLO's kinds of Fourier transform. */
export type FftType = 'FFT' | 'IFFT' | 'RFFT' | 'IRFFT';

/**
 * Fourier transform of the last `lengths.length` dimensions, each of the length given (StableHLO spec, "fft"). RFFT keeps
 * the first half and one of the last dimension's frequencies; IRFFT takes these and makes real numbers. Computed in
 * double precision and rounded once.
 */
export function fft(x: NdArray, type: FftType, lengths: readonly number[]): NdArray {
  const rank = x.shape.length;
  const last = rank - 1;
  const dims = lengths.map((_, i) => rank - lengths.length + i);
  if (type === 'RFFT') {
    const spectrum = transformDims(partsOf(x), x.shape, dims, false);
    const half = Math.floor(lengths.at(-1)! / 2) + 1;
    const kind = x.kind === 'f64' ? 'complex<f64>' : 'complex<f32>';
    return fromParts(kind, [...x.shape.slice(0, last), half], firstOfRows(spectrum, x.shape[last], half));
  }
  if (!isComplexKind(x.kind)) throw new Error(`${type} is not defined for ${x.kind}`);
  if (type !== 'IRFFT') {
    return fromParts(x.kind, x.shape, transformDims(partsOf(x), x.shape, dims, type === 'IFFT'));
  }
  // The dimensions before the last one first: their transforms are those of the whole spectrum's half.
  const length = lastOf(lengths);
  const outer = transformDims(partsOf(x), x.shape, dims.slice(0, -1), true);
  const whole = mirrored(outer, x.shape[last], length);
  const shape = [...x.shape.slice(0, last), length];
  const kind = x.kind === 'complex<f64>' ? 'f64' : 'f32';
  return fromParts(kind, shape, transformDims(whole, shape, [last], true));
}

/** The first `count` elements of each row of `length`. */
function firstOfRows({ re, im }: Parts, length: number, count: number): Parts {
  const rows = length === 0 ? 0 : re.length / length;
  const first = { re: new Float64Array(rows * count), im: new Float64Array(rows * count) };
  for (let row = 0; row < rows; row += 1) {
    first.re.set(re.subarray(row * length, row * length + count), row * count);
    first.im.set(im.subarray(row * length, row * length + count), row * count);
  }
  return first;
}

/** Rows of `half` frequencies completed to `length` ones of a real signal: the others are their conjugates. */
function mirrored({ re, im }: Parts, half: number, length: number): Parts {
  const rows = half === 0 ? 0 : re.length / half;
  const whole = { re: new Float64Array(rows * length), im: new Float64Array(rows * length) };
  for (let row = 0; row < rows; row += 1) {
    for (let k = 0; k < length; k += 1) {
      const isMirror = k >= half;
      const from = row * half + (isMirror ? length - k : k);
      whole.re[row * length + k] = re[from];
      // A real signal has real frequencies at zero and in the middle.
      const isReal = k === 0 || 2 * k === length;
      whole.im[row * length + k] = isReal ? 0 : isMirror ? -im[from] : im[from];
    }
  }
  return whole;
}

function transformDims(
  parts: Parts,
  shape: readonly number[],
  dims: readonly number[],
  isInverse: boolean,
): Parts {
  if (elementCount(shape) === 0) return parts;
  const strides = rowMajorStrides(shape);
  for (const dim of dims) {
    const length = shape[dim];
    const stride = strides[dim];
    const line = { re: new Float64Array(length), im: new Float64Array(length) };
    const plan = lineTransform(length);
    for (let start = 0; start < parts.re.length; start += 1) {
      if (Math.floor(start / stride) % length !== 0) continue;
      for (let i = 0; i < length; i += 1) {
        line.re[i] = parts.re[start + i * stride];
        // The inverse transform is the conjugate of the transform of the conjugate, divided by the length.
        line.im[i] = isInverse ? -parts.im[start + i * stride] : parts.im[start + i * stride];
      }
      checkInterruptAfter(10 * length);
      const out = plan(line);
      for (let i = 0; i < length; i += 1) {
        parts.re[start + i * stride] = isInverse ? out.re[i] / length : out.re[i];
        parts.im[start + i * stride] = isInverse ? -out.im[i] / length : out.im[i];
      }
    }
  }
  return parts;
}

/** Transforms a line in place or into a new one. */
type LineTransform = (line: Parts) => Parts;

/** Powers of two go by Cooley and Tukey's algorithm, other lengths by Bluestein's. */
function lineTransform(length: number): LineTransform {
  if (length === 1) return (line) => line;
  if ((length & (length - 1)) === 0) return radix2(length);
  return bluestein(length);
}

function roots(length: number): Parts {
  const table = { re: new Float64Array(length), im: new Float64Array(length) };
  for (let i = 0; i < length; i += 1) [table.re[i], table.im[i]] = unitRoot(i, length);
  return table;
}

/** `exp(-2πi·k/length)`; from the nearest axis, so that the roots on the axes and between them are exact mirror images. */
function unitRoot(k: number, length: number): readonly [re: number, im: number] {
  const quarter = Math.floor((4 * k) / length);
  const rest = 4 * k - quarter * length;
  const angle = (part: number): number => (Math.PI / 2) * (part / length);
  const [cos, sin] =
    2 * rest < length
      ? [Math.cos(angle(rest)), Math.sin(angle(rest))]
      : 2 * rest > length
        ? [Math.sin(angle(length - rest)), Math.cos(angle(length - rest))]
        : [Math.SQRT1_2, Math.SQRT1_2];
  const turned: readonly (readonly [number, number])[] = [
    [cos, -sin],
    [-sin, -cos],
    [-cos, sin],
    [sin, cos],
  ];
  return turned[quarter % 4];
}

function radix2(length: number): LineTransform {
  const table = roots(length);
  const bits = Math.log2(length);
  const swapped = new Int32Array(length);
  for (let i = 1; i < length; i += 1) swapped[i] = (swapped[i >> 1] >> 1) | ((i & 1) << (bits - 1));
  return ({ re, im }) => {
    for (let i = 0; i < length; i += 1) {
      const j = swapped[i];
      if (j <= i) continue;
      [re[i], re[j]] = [re[j], re[i]];
      [im[i], im[j]] = [im[j], im[i]];
    }
    for (let half = 1; half < length; half *= 2) {
      const step = length / (2 * half);
      checkInterruptAfter(length);
      for (let block = 0; block < length; block += 2 * half) {
        for (let k = 0; k < half; k += 1) {
          const [a, b] = [block + k, block + k + half];
          const [wr, wi] = [table.re[k * step], table.im[k * step]];
          const tr = re[b] * wr - im[b] * wi;
          const ti = re[b] * wi + im[b] * wr;
          re[b] = re[a] - tr;
          im[b] = im[a] - ti;
          re[a] += tr;
          im[a] += ti;
        }
      }
    }
    return { re, im };
  };
}

/** A transform of any length as a convolution with a chirp, by transforms of a power of two. */
function bluestein(length: number): LineTransform {
  const size = 2 ** Math.ceil(Math.log2(2 * length - 1));
  const transform = radix2(size);
  const chirp = { re: new Float64Array(length), im: new Float64Array(length) };
  for (let i = 0; i < length; i += 1) {
    // i^2 modulo 2 * length keeps the angle small and exact.
    const angle = (Math.PI * ((i * i) % (2 * length))) / length;
    chirp.re[i] = Math.cos(angle);
    chirp.im[i] = -Math.sin(angle);
  }
  const filter = { re: new Float64Array(size), im: new Float64Array(size) };
  for (let i = 0; i < length; i += 1) {
    for (const at of i === 0 ? [0] : [i, size - i]) {
      filter.re[at] = chirp.re[i];
      filter.im[at] = -chirp.im[i];
    }
  }
  transform(filter);
  return (line) => {
    const work = { re: new Float64Array(size), im: new Float64Array(size) };
    for (let i = 0; i < length; i += 1) {
      work.re[i] = line.re[i] * chirp.re[i] - line.im[i] * chirp.im[i];
      work.im[i] = line.re[i] * chirp.im[i] + line.im[i] * chirp.re[i];
    }
    transform(work);
    for (let i = 0; i < size; i += 1) {
      const re = work.re[i] * filter.re[i] - work.im[i] * filter.im[i];
      // Conjugated: the next transform is an inverse one.
      work.im[i] = -(work.re[i] * filter.im[i] + work.im[i] * filter.re[i]);
      work.re[i] = re;
    }
    transform(work);
    for (let i = 0; i < length; i += 1) {
      const re = work.re[i] / size;
      const im = -work.im[i] / size;
      line.re[i] = re * chirp.re[i] - im * chirp.im[i];
      line.im[i] = re * chirp.im[i] + im * chirp.re[i];
    }
    return line;
  };
}
