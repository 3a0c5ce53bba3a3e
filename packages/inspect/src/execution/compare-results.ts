import { checkInterrupt, lookUp, zip } from '@shardform/ir-core';
import {
  elementAt,
  elementCount,
  indexOfPosition,
  type NdArray,
  type Scalar,
  sliceShard,
} from '@shardform/runtime-sim';
import {
  chanceOf,
  distances,
  type ElementLimits,
  RUN,
  isNaNByElement,
  largestMagnitude,
  lastDigits,
  limitsOfSamples,
  partOfLargest,
} from './element-limits.ts';
import type { RoundingSamples } from './rounding-samples.ts';
import { combinedShards } from './partial-values.ts';
import type { ShardedFunction } from './sharded-function.ts';

/**
 * The result of comparing an element, or a result as a whole:
 * - `equal`: except for the last digits.
 * - `unstable`: rounding alone explains the difference; other roundings change the number as much.
 * - `nan`: not a number in both executions, so that nothing was compared.
 * - `different`.
 */
export type Verdict = 'equal' | 'unstable' | 'nan' | 'different';

/** Verdicts from the best to the worst, which is that of the whole. */
export const VERDICTS: readonly Verdict[] = ['equal', 'unstable', 'nan', 'different'];

/** Number of elements with each verdict. */
export type ElementCounts = Readonly<Record<Verdict, number>>;

/** The comparison of one result. */
export interface ResultComparison {
  readonly index: number;
  /** The name in the user's program; `null` or absent if unknown. */
  readonly name?: string | null;
  readonly description: string;
  readonly verdict: Verdict;
  /** Elements of the global result; one that several devices hold has the worst of its verdicts. */
  readonly elements: ElementCounts;
  /** Largest difference over all devices. */
  readonly maxDifference: number;
  /** The device with that difference; `null` where there is none. */
  readonly device: number | null;
  /** `maxDifference` relative to the largest magnitude of the result. */
  readonly relative: number;
  /** The first element that differs, or `null`. */
  readonly mismatch: DeviceMismatch | null;
}

/** Two numbers that should be equal. */
export interface DeviceMismatch {
  readonly device: number;
  /** Index in the global result. */
  readonly position: readonly number[];
  readonly actual: Scalar;
  readonly expected: Scalar;
}

/** Slice of a tensor that a device holds. */
export interface HeldShard {
  readonly device: number;
  /** Offset in the global tensor. */
  readonly offsets: readonly number[];
  readonly array: NdArray;
}

/** The most executions with other roundings; their number doubles from 2 while elements seem to differ. */
const MOST_SAMPLES = 16;

/**
 * Compares the shard of each result on every device with the same slice of the expected result, including all replicas.
 *
 * @param tolerance largest difference relative to the result's largest magnitude; `null` to judge each element by the
 *   effect of rounding.
 * @param samples of the whole program, which are executed if the last digits don't explain a difference; without them
 *   only the last digits may differ.
 */
export function compareResults(
  shards: readonly (readonly NdArray[])[],
  expected: readonly NdArray[],
  program: ShardedFunction,
  tolerance: number | null,
  samples: RoundingSamples | null = null,
): ResultComparison[] {
  const whole = combinedShards(program.results, shards);
  return zip(expected, program.results).map(([global, result], index) => {
    const { layout, type, name = null } = result;
    const parts = whole.map((own, device) => ({
      device,
      offsets: lookUp(layout.offsets, device),
      array: own[index]!,
    }));
    const sampled =
      samples === null ? null : (count: number) => samples.first(count).map((own) => own[index]!);
    return { index, name, description: String(type), ...compareShards(parts, global, tolerance, sampled) };
  });
}

/**
 * Compares the shards of one tensor with it.
 *
 * @param samples see {@link compareResults}: the tensor in the first `count` executions with other roundings.
 * @param undisturbed the tensor as computed by the samples' program without noise, if that isn't the expected one.
 * @param mostSamples fewer, if they are not to explain all differences.
 */
export function compareShards(
  parts: readonly HeldShard[],
  expected: NdArray,
  tolerance: number | null,
  samples: ((count: number) => readonly NdArray[]) | null,
  undisturbed: NdArray = expected,
  mostSamples: number = MOST_SAMPLES,
): Omit<ResultComparison, 'index' | 'description'> {
  const compared = parts.map((part) => comparedPart(part, expected));
  if (tolerance === null && compared.every(hasEqualDigits)) return allEqual(compared, expected);
  const judged = compared.map((part) => placedPart(part, expected));
  if (tolerance !== null) return judge(judged, expected, partOfLargest(expected, tolerance)).comparison;
  let { comparison } = judge(judged, expected, lastDigits(expected));
  if (samples === null) return comparison;
  for (let count = 2; count <= mostSamples && comparison.verdict === 'different'; count *= 2) {
    const { comparison: next, far } = judge(
      judged,
      expected,
      limitsOfSamples(expected, samples(count), undisturbed),
    );
    comparison = next;
    // More samples would not explain it.
    if (far > Math.max(2, elementCount(expected.shape) / 4)) return comparison;
  }
  if (comparison.verdict !== 'different') return comparison;
  const all = samples(mostSamples);
  ({ comparison } = judge(judged, expected, limitsOfSamples(expected, all, undisturbed, true)));
  // Chance among few executions explains too much.
  if (comparison.verdict !== 'different' || mostSamples < MOST_SAMPLES) return comparison;
  const chance = chanceOf(all, undisturbed);
  const { different, unstable, ...elements } = comparison.elements;
  if (different > 2 * chance.count || comparison.maxDifference > 2 * chance.distance) return comparison;
  return {
    ...comparison,
    verdict: 'unstable',
    elements: { ...elements, unstable: unstable + different, different: 0 },
    mismatch: null,
  };
}

/** More samples widen limits by less than this factor, but for few elements. */
const WIDENING = 8;

/** A shard and its expected value. */
interface ComparedPart extends HeldShard {
  readonly wanted: NdArray;
  readonly distances: Float64Array;
}

function comparedPart(part: HeldShard, expected: NdArray): ComparedPart {
  const { offsets, array } = part;
  const isWhole = array.shape.join() === expected.shape.join();
  const wanted = isWhole ? expected : sliceShard(expected, offsets, array.shape);
  return { ...part, wanted, distances: distances(array, wanted) };
}

function hasEqualDigits({ wanted, distances: own }: ComparedPart): boolean {
  // Most shards are bitwise equal.
  checkInterrupt();
  if (own.every((distance) => distance === 0)) return true;
  const { allowed } = lastDigits(wanted);
  checkInterrupt();
  return own.every((distance, i) => distance <= allowed[i]!);
}

/** The result for shards that only differ in the last digits. */
function allEqual(
  parts: readonly ComparedPart[],
  expected: NdArray,
): Omit<ResultComparison, 'index' | 'description'> {
  const nan = isNaNByElement(expected).reduce((count, own) => count + own, 0);
  const elements = { equal: elementCount(expected.shape) - nan, unstable: 0, nan, different: 0 };
  let [maxDifference, device]: [number, number | null] = [0, null];
  for (const part of parts) {
    checkInterrupt();
    for (const distance of part.distances) {
      if (distance > maxDifference) [maxDifference, device] = [distance, part.device];
    }
  }
  const verdict = nan > 0 ? 'nan' : 'equal';
  return { verdict, elements, ...sized(maxDifference, expected), device, mismatch: null };
}

function sized(
  maxDifference: number,
  expected: NdArray,
): Pick<ResultComparison, 'maxDifference' | 'relative'> {
  if (maxDifference === 0) return { maxDifference, relative: 0 };
  const magnitude = largestMagnitude(expected);
  return { maxDifference, relative: magnitude === 0 ? maxDifference : maxDifference / magnitude };
}

/** A shard with the positions of its elements in the global tensor. */
interface PlacedPart extends ComparedPart {
  /**
   * Positions in the global tensor, row-major, counted from 1; 0 for padding. `null` for a shard that is the whole
   * tensor.
   */
  readonly positions: Int32Array | null;
  readonly isNaN: Uint8Array;
}

function placedPart(part: ComparedPart, expected: NdArray): PlacedPart {
  const { offsets, array, wanted } = part;
  const positions = wanted === expected ? null : positionsOf(expected.shape, offsets, array.shape);
  return { ...part, positions, isNaN: isNaNByElement(wanted) };
}

function positionsOf(
  shape: readonly number[],
  offsets: readonly number[],
  sizes: readonly number[],
): Int32Array {
  const data = new Int32Array(elementCount(shape));
  checkInterrupt();
  for (let i = 0; i < data.length; i++) data[i] = i + 1;
  // Storage of this kind.
  return sliceShard({ kind: 'i32', shape, data }, offsets, sizes).data as Int32Array;
}

interface Judgement {
  readonly comparison: Omit<ResultComparison, 'index' | 'description'>;
  /** Elements so far beyond their limits that more samples would not explain them. */
  readonly far: number;
}

function judge(parts: readonly PlacedPart[], expected: NdArray, { allowed, calm }: ElementLimits): Judgement {
  // By element, the index of its verdict in the list, and one more for those that are far beyond the limit.
  const worst = new Uint8Array(allowed.length);
  let maxDifference = 0;
  let most: number | null = null;
  let mismatch: DeviceMismatch | null = null;
  for (const { device, array, distances: own, positions, isNaN } of parts) {
    for (let i = 0; i < own.length; i++) {
      if (i % RUN === 0) checkInterrupt();
      const at = positions === null ? i : positions[i]! - 1;
      if (at < 0) continue;
      const distance = own[i]!;
      if (distance > maxDifference) [maxDifference, most] = [distance, device];
      const limit = allowed[at]!;
      const verdict =
        distance > limit
          ? distance > WIDENING * limit
            ? 4
            : 3
          : isNaN[i] === 1
            ? 2
            : distance > calm[at]!
              ? 1
              : 0;
      if (verdict > worst[at]!) worst[at] = verdict;
      if (verdict < 3 || mismatch !== null) continue;
      mismatch = {
        device,
        position: indexOfPosition(expected.shape, at),
        actual: elementAt(array, i),
        expected: elementAt(expected, at),
      };
    }
  }
  const counts = [0, 0, 0, 0, 0];
  for (const verdict of worst) counts[verdict]! += 1;
  // Five counters, from the line above.
  const [equal, unstable, nan, near, far] = counts as [number, number, number, number, number];
  const elements = { equal, unstable, nan, different: near + far };
  const verdict = VERDICTS.findLast((own) => elements[own] > 0) ?? 'equal';
  const size = sized(maxDifference, expected);
  return { comparison: { verdict, elements, ...size, device: most, mismatch }, far };
}

/**
 * Compares whole results with those that another tool made of the same inputs.
 *
 * @param sequential results of the sequential execution, of which the samples are variants.
 * @param tolerance see {@link compareResults}, which has `samples` too.
 */
export function compareWithKnown(
  results: readonly NdArray[],
  known: readonly NdArray[],
  sequential: readonly NdArray[],
  program: Pick<ShardedFunction, 'results'>,
  tolerance: number | null,
  samples: RoundingSamples | null,
): ResultComparison[] {
  return zip(known, results, program.results).map(([array, own, result], index) => {
    const parts = [{ device: 0, offsets: own.shape.map(() => 0), array: own }];
    const sampled =
      samples === null ? null : (count: number) => samples.first(count).map((all) => all[index]!);
    const comparison = compareShards(parts, array, tolerance, sampled, sequential[index]);
    const { type, name = null } = result;
    return { index, name, description: String(type), ...comparison, device: null };
  });
}

/** `res0`, or with the user's name `res0, result['loss']`: files have the results under the former. */
export function resultTitle({ index, name = null }: Pick<ResultComparison, 'index' | 'name'>): string {
  return name === null ? `res${index}` : `res${index}, ${name}`;
}

/** One line about a difference from sequential execution: output, index, device and both numbers. */
export function describeMismatch(comparison: ResultComparison): string {
  return describeMismatchWith(comparison, 'sequential execution');
}

/** As {@link describeMismatch}. @param reference the origin of the expected number. */
export function describeMismatchWith(
  { index, name = null, mismatch }: ResultComparison,
  reference: string,
): string {
  const { device, position, actual, expected } = mismatch!;
  return (
    `output res${index}[${position.join(', ')}]${name === null ? '' : `, ${name},`} differs: device ${device} has ${numberText(actual)}, ` +
    `${reference} has ${numberText(expected)}`
  );
}

/** Returns a number as messages show it. */
export function numberText(value: Scalar): string {
  return typeof value === 'object' ? `(${value.re}, ${value.im})` : String(value);
}
