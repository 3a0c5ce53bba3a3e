import { checkInterrupt, checkInterruptAfter, floatFormats, isFloatKind } from '@shardform/ir-core';
import {
  type ArrayKind,
  asDoubles,
  elementCount,
  isBigKind,
  isComplexKind,
  lanesOf,
  type NdArray,
  partKind,
} from '@shardform/runtime-sim';

/** By element, row-major, what an element may differ by. */
export interface ElementLimits {
  /** Beyond this it differs. */
  readonly allowed: Float64Array;
  /** Beyond this, up to the limit, an element is unstable: the difference is visible, and rounding explains it. */
  readonly calm: Float64Array;
}

/** So many distances of neighbouring numbers may implementations of one function differ by. */
const STEPS: Readonly<Record<string, number>> = { f64: 16, f32: 16 };

/** Differences that are smaller relative to an element, or those around it, are not reported. */
const CALM: Readonly<Record<string, number>> = { f64: 1e-9, f32: 1e-3, f16: 0.02, bf16: 0.1 };
const NARROW_CALM = 0.5;

/** Elements with larger relative noise have no significant digits. */
const CHAOS = 0.5;

/** The relative error that noise of neighbors can account for. */
const LITTLE = 0.01;

/** Elements between two checks of the interrupt. */
export const RUN = 1 << 16;

/** Number of consecutive elements whose statistics tell chance from noise. */
const NEIGHBOURHOOD = 256;
const FEWEST_NEIGHBOURS = 8;

/** Number of sampled elements in a neighborhood. */
const ASKED = 32;

/** Returns the part of an element that its last digits are, by which it may differ; 0 for kinds without roundings. */
export function lastDigitsPart(kind: ArrayKind): number {
  const format = formatOf(kind);
  return format === null ? 0 : (STEPS[format] ?? 1) * 2 ** -floatFormats[format].mantissaBits;
}

/** Limits of elements that a few last digits apart count as equal; none for integers. */
export function lastDigits(expected: NdArray): ElementLimits {
  const magnitudes = magnitudesOf(expected);
  const format = formatOf(expected.kind);
  if (format === null) {
    const none = new Float64Array(magnitudes.length);
    return { allowed: none, calm: none };
  }
  const { mantissaBits, bias } = floatFormats[format];
  const part = lastDigitsPart(expected.kind);
  const range = bias < 127 ? mantissaBits : 0;
  // Some machines have no subnormal numbers of wide ranges.
  const least = 2 ** (1 - bias - range);
  checkInterrupt();
  const allowed = magnitudes.map((magnitude) => part * magnitude + least);
  return { allowed, calm: allowed };
}

/** Limits relative to the largest magnitude of the array. */
export function partOfLargest(expected: NdArray, part: number): ElementLimits {
  const allowed = new Float64Array(elementCount(expected.shape)).fill(part * largestMagnitude(expected));
  return { allowed, calm: allowed };
}

/**
 * Limits given by stronger rounding: each element may differ as much as it does in the samples, or as its neighbors do
 * relative to their size, whichever is more, plus a few units in the last place. An element that varies wildly in the
 * samples affects its own limit only. Integers and truth values may differ where a sample changes them.
 *
 * @param samples results of executions with more noise than rounding makes.
 * @param undisturbed the result of the same execution without that noise, if that isn't the expected one.
 * @param isExtreme whether the largest of as many errors as there are elements is asked for, see {@link extremeDistances}.
 */
export function limitsOfSamples(
  expected: NdArray,
  samples: readonly NdArray[],
  undisturbed: NdArray = expected,
  isExtreme = false,
): ElementLimits {
  const noise = (isExtreme ? extremeDistances : largestDistances)(undisturbed, samples);
  return limitsOfNoise(expected, noise, magnitudesOf(expected), lastDigits(expected));
}

/** @param noise by element, how much other roundings change it. */
function limitsOfNoise(
  { kind }: NdArray,
  noise: Float64Array,
  magnitudes: Float64Array,
  { allowed: digits }: ElementLimits,
): ElementLimits {
  const format = formatOf(kind);
  if (format === null) {
    const none = new Float64Array(noise.length);
    return { allowed: noise.map((distance) => (distance > 0 ? Infinity : 0)), calm: none };
  }
  const [allowed, calm] = [new Float64Array(noise.length), new Float64Array(noise.length)];
  const worthTelling = CALM[format] ?? NARROW_CALM;
  for (let start = 0; start < noise.length; start += NEIGHBOURHOOD) {
    const end = Math.min(start + NEIGHBOURHOOD, noise.length);
    checkInterruptAfter(10 * (end - start));
    const around = neighbourhood(magnitudes.subarray(start, end), noise.subarray(start, end));
    for (let i = start; i < end; i++) {
      const magnitude = magnitudes[i]!;
      const own = Math.max(noise[i]!, usualNoise(noise[i]!, magnitude, around));
      allowed[i] = digits[i]! + own;
      calm[i] = digits[i]! + worthTelling * Math.max(magnitude, around.magnitude);
    }
  }
  return { allowed, calm };
}

/** Executions that are judged by all others. */
const JUDGED = 8;

/** A difference of so many limits is another choice, and no larger rounding. */
const JUMP = 4;

/** What samples do that all other samples don't. */
export interface Chance {
  /** The most elements of a sample that are far beyond the limits of the others. */
  readonly count: number;
  /** The largest distance of such an element from where it is without noise. */
  readonly distance: number;
}

/**
 * Judges samples by the limits of the others. Where rounding decides between two numbers, as signs of gradients do in the
 * first step of Adam, each execution has a few elements that change in no other one.
 */
export function chanceOf(samples: readonly NdArray[], undisturbed: NdArray): Chance {
  let chance: Chance = { count: 0, distance: 0 };
  if (formatOf(undisturbed.kind) === null) return chance;
  if (samples.length < 2) return chance;
  const [magnitudes, digits] = [magnitudesOf(undisturbed), lastDigits(undisturbed)];
  const { largest, second, holder } = twoLargestDistances(undisturbed, samples);
  for (const [index, sample] of samples.slice(0, JUDGED).entries()) {
    const others = largest.map((own, i) => (holder[i] === index ? second[i]! : own));
    const { allowed } = limitsOfNoise(undisturbed, others, magnitudes, digits);
    const judged = distances(sample, undisturbed);
    let [count, distance] = [0, chance.distance];
    for (let i = 0; i < judged.length; i++) {
      const own = judged[i]!;
      if (own <= JUMP * allowed[i]!) continue;
      count += 1;
      if (own < Infinity) distance = Math.max(distance, own);
    }
    chance = { count: Math.max(chance.count, count), distance };
  }
  return chance;
}

/** The noise to assume for an element when the samples show less. */
function usualNoise(own: number, magnitude: number, around: Neighbourhood): number {
  if (around.relativeNoise < CHAOS) {
    // The geometric mean of the absolute and relative noise of its neighbors, limited to a small fraction of the
    // element or the usual noise.
    const usual = Math.sqrt(around.noise * magnitude * around.relativeNoise);
    return Math.min(usual, Math.max(LITTLE, around.relativeNoise) * magnitude);
  }
  // Among noise, noise varies by more than few samples show; an element that is none is judged by itself.
  return own > (CHAOS / 10) * magnitude ? around.noise : 0;
}

/** Statistics of a neighborhood, robust to outliers. */
interface Neighbourhood {
  readonly magnitude: number;
  readonly noise: number;
  readonly relativeNoise: number;
}

function neighbourhood(magnitudes: Float64Array, noise: Float64Array): Neighbourhood {
  if (magnitudes.length < FEWEST_NEIGHBOURS) return { magnitude: 0, noise: 0, relativeNoise: 0 };
  const step = Math.ceil(noise.length / ASKED);
  const count = Math.ceil(noise.length / step);
  // Three elements are mapped to three arrays.
  const [sizes, distance, relative] = [0, 1, 2].map(() => new Float64Array(count)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let i = 0; i < count; i++) {
    sizes[i] = magnitudes[i * step]!;
    distance[i] = noise[i * step]!;
    relative[i] = sizes[i] === 0 ? 0 : distance[i]! / sizes[i]!;
  }
  const relativeNoise = quantile(relative, 0.5);
  const magnitude = quantile(sizes, 0.5);
  return { magnitude, noise: quantile(distance, relativeNoise < CHAOS ? 0.5 : 0.95), relativeNoise };
}

/** Sorts the values. */
function quantile(values: Float64Array, part: number): number {
  return values.sort()[Math.floor(part * values.length)]!;
}

function largestDistances(expected: NdArray, samples: readonly NdArray[]): Float64Array {
  const largest = new Float64Array(elementCount(expected.shape));
  for (const sample of samples) {
    const distance = distances(sample, expected);
    checkInterruptAfter(largest.length);
    for (let i = 0; i < largest.length; i++) largest[i] = Math.max(largest[i]!, distance[i]!);
  }
  return largest;
}

/** By element, the largest distance in samples, the index of the sample that has it, and the largest in the others. */
function twoLargestDistances(
  expected: NdArray,
  samples: readonly NdArray[],
): { readonly largest: Float64Array; readonly second: Float64Array; readonly holder: Uint8Array } {
  const largest = new Float64Array(elementCount(expected.shape));
  const [second, holder] = [new Float64Array(largest.length), new Uint8Array(largest.length)];
  for (const [index, sample] of samples.entries()) {
    const distance = distances(sample, expected);
    checkInterruptAfter(largest.length);
    for (let i = 0; i < largest.length; i++) {
      const own = distance[i]!;
      if (own <= second[i]!) continue;
      if (own <= largest[i]!) second[i] = own;
      else [second[i], largest[i], holder[i]] = [largest[i]!, own, index];
    }
  }
  return { largest, second, holder };
}

/**
 * By element, what a normal error of the size that the samples have stays below in all of as many elements, more often than
 * not: the root of their mean square, times that of twice the logarithm of the number of elements. Few samples show less
 * in one of many elements.
 */
function extremeDistances(expected: NdArray, samples: readonly NdArray[]): Float64Array {
  const squares = new Float64Array(elementCount(expected.shape));
  const largest = new Float64Array(squares.length);
  for (const sample of samples) {
    const distance = distances(sample, expected);
    checkInterruptAfter(largest.length);
    for (let i = 0; i < largest.length; i++) {
      squares[i]! += distance[i]! ** 2 / samples.length;
      largest[i] = Math.max(largest[i]!, distance[i]!);
    }
  }
  const reach = Math.sqrt(2 * Math.log(Math.max(2, squares.length)));
  return largest.map((own, i) => Math.max(own, reach * Math.sqrt(squares[i]!)));
}

/**
 * By element, row-major, how far two arrays of one kind and shape are apart: 0 for two NaN, Infinity where only one is a NaN
 * or an infinity.
 */
export function distances(a: NdArray, b: NdArray): Float64Array {
  const { kind } = a;
  const count = elementCount(a.shape);
  const result = new Float64Array(count);
  if (isBigKind(kind)) {
    for (let i = 0; i < count; i++) {
      checkInterruptAfter(10);
      result[i] = Math.abs(Number(BigInt(a.data[i]!) - BigInt(b.data[i]!)));
    }
    return result;
  }
  const [left, right] = [asNumbers(a), asNumbers(b)];
  if (lanesOf(kind) === 1) {
    for (let i = 0; i < count; i++) {
      if (i % RUN === 0) checkInterrupt();
      result[i] = distance(left[i]!, right[i]!);
    }
    return result;
  }
  for (let i = 0; i < count; i++) {
    checkInterruptAfter(10);
    result[i] = Math.hypot(
      distance(left[2 * i]!, right[2 * i]!),
      distance(left[2 * i + 1]!, right[2 * i + 1]!),
    );
  }
  return result;
}

/** The entries as numbers, without a copy where they are stored so. */
function asNumbers({ kind, data }: NdArray): Float32Array | Float64Array {
  return data instanceof Float32Array ? data : asDoubles(kind, data);
}

function distance(a: number, b: number): number {
  if (a === b || (a !== a && b !== b)) return 0;
  const difference = Math.abs(a - b);
  return difference === difference ? difference : Infinity;
}

/** By element, 1 where it is a NaN, or a complex number with one. */
export function isNaNByElement({ kind, shape, data }: NdArray): Uint8Array {
  const result = new Uint8Array(elementCount(shape));
  if (formatOf(kind) === null) return result;
  const lanes = lanesOf(kind);
  const values = asDoubles(kind, data);
  checkInterruptAfter(values.length);
  for (let i = 0; i < values.length; i++) if (values[i] !== values[i]) result[Math.floor(i / lanes)] = 1;
  return result;
}

/** Returns the largest finite absolute value of an array. */
export function largestMagnitude(array: NdArray): number {
  let largest = 0;
  for (const magnitude of magnitudesOf(array)) largest = Math.max(largest, magnitude);
  return largest;
}

/** The absolute values of the elements; 0 for a NaN or an infinity. */
function magnitudesOf(array: NdArray): Float64Array {
  const { kind, shape } = array;
  const values = asNumbers(array);
  const result = new Float64Array(elementCount(shape));
  const isSingle = lanesOf(kind) === 1;
  for (let i = 0; i < result.length; i++) {
    if (i % RUN === 0) checkInterrupt();
    const size = isSingle ? Math.abs(values[i]!) : Math.hypot(values[2 * i]!, values[2 * i + 1]!);
    result[i] = size < Infinity ? size : 0;
  }
  return result;
}

function formatOf(kind: ArrayKind): keyof typeof floatFormats | null {
  if (isComplexKind(kind)) return partKind(kind);
  return isFloatKind(kind) ? kind : null;
}
