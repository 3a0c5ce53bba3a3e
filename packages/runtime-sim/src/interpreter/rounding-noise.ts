import * as hlo from '@shardform/dialect-stablehlo';
import { type FloatFormat, floatFormats, isFloatKind, type Operation, lastOf } from '@shardform/ir-core';
import {
  type ArrayData,
  type ArrayKind,
  elementCount,
  isComplexKind,
  type NdArray,
  narrowFormat,
  type RandomSource,
  randomSource,
} from '../array/index.ts';
import { convert } from '../kernels/convert.ts';
import { isArray, type RuntimeValue } from './runtime-value.ts';
import type { Rounding } from './rounding.ts';
import { isPlacementCall } from './placement-call.ts';

/** Into so many shares a sum is split, as over devices. */
const SHARES = 8;

/** The difference between implementations of elementary functions, in distances of neighbouring numbers. */
const FUNCTION_STEPS = 4;

/**
 * Perturbs results of operations by as much as another order of additions, or another implementation of the same
 * function, may change them: the differences between executions with different noise show how far each element of a
 * result depends on rounding (Parker, "Monte Carlo Arithmetic"). The same seed makes the same noise.
 *
 * Numbers of few significant digits, such as counters and masks, are unchanged, as rounded results have digits to the
 * end. Inputs are unchanged too.
 */
export class RoundingNoise implements Rounding {
  readonly #random: RandomSource;
  readonly #strength: number;

  /** @param strength how often as large as what rounding changes. */
  constructor(seed: number, strength = 1) {
    this.#strength = strength;
    this.#random = randomSource(seed);
  }

  /**
   * Returns the operands of a sum, perturbed by the effect of the order of additions: the longer the sum and the larger
   * its terms relative to it, the more. Operands of other operations are returned unchanged.
   */
  operands(op: Operation, values: readonly RuntimeValue[]): readonly RuntimeValue[] {
    const length = sumLength(op, values);
    if (length === 0) return values;
    const [first, ...others] = values;
    const dims = contractedDims(op);
    if (dims !== null && isArray(first) && narrowFormat(first.kind) !== null)
      return [this.#splitSum(first, dims), ...others];
    return values.map((value) => this.#changed(value, 1 + Math.sqrt(length) / 3));
  }

  /** The results of an operation, each changed in its last digits unless the operation only moves or chooses numbers. */
  results(
    op: Operation,
    operands: readonly RuntimeValue[],
    results: readonly RuntimeValue[],
  ): readonly RuntimeValue[] {
    if (op instanceof hlo.FftOp)
      return results.map((value) => this.#spread(value, op.fftLength.numbers().length));
    const length = sumLength(op, operands);
    const steps =
      length > 0
        ? 1 + Math.sqrt(length) / 4
        : ARITHMETIC.has(ownName(op))
          ? 1
          : roundsNothing(op)
            ? 0
            : FUNCTION_STEPS;
    return steps === 0 ? results : results.map((value) => this.#changed(value, steps));
  }

  #changed(value: RuntimeValue, steps: number): RuntimeValue {
    if (!isArray(value)) return value;
    const { kind } = value;
    if (!isComplexKind(kind) && !isFloatKind(kind)) return value;
    const data = value.data.slice();
    const format = narrowFormat(kind);
    if (format !== null) moveNarrow(data, format, this.#strength, this.#random);
    else moveWide(data, isDouble(kind), this.#strength * steps, this.#random);
    return { ...value, data };
  }

  /** The transforms of the last `rank` dimensions, whose errors are as large as their mean elements let them be, everywhere. */
  #spread(value: RuntimeValue, rank: number): RuntimeValue {
    if (!isArray(value)) return value;
    // Doubles are stored for f64, singles for f32; both take numbers.
    const data = value.data.slice() as Float64Array;
    const { mantissaBits } = isDouble(value.kind) ? floatFormats.f64 : floatFormats.f32;
    const size = elementCount(value.shape.slice(-rank)) * (data.length / elementCount(value.shape));
    for (let start = 0; start < data.length; start += size) {
      const line = data.subarray(start, start + size);
      const mean = Math.sqrt(line.reduce((sum, number) => sum + number ** 2, 0) / size);
      const most = this.#strength * 2 ** -mantissaBits * (1 + Math.log2(size)) * mean;
      for (let i = 0; i < size; i += 1) line[i] += most * (2 * this.#random.nextUniform() - 1);
    }
    return { ...value, data };
  }

  /**
   * An operand of a product of narrow floats, whose terms are added in wider numbers, but on several devices, each of which
   * rounds its own sum: neighbouring terms change together.
   */
  #splitSum(array: NdArray, dims: readonly number[]): NdArray {
    const { mantissaBits } = narrowFormat(array.kind)!;
    const wideArray = convert(array, 'f32');
    // f32 is stored as singles.
    const data = wideArray.data.slice() as Float32Array;
    for (const dim of dims) {
      const size = array.shape[dim];
      const inner = elementCount(array.shape.slice(dim + 1));
      const factors = Float64Array.from(
        { length: SHARES },
        () => 1 + this.#strength * 2 ** -mantissaBits * (2 * this.#random.nextUniform() - 1),
      );
      for (let i = 0; i < data.length; i += 1) {
        const at = Math.floor(i / inner) % size;
        data[i] *= factors[Math.floor((at * SHARES) / size)];
      }
    }
    return { ...wideArray, data };
  }
}

function isDouble(kind: ArrayKind): boolean {
  return kind === 'f64' || kind === 'complex<f64>';
}

/**
 * Changes each number by up to a given number of distances to the next one. The numbers are drawn by Marsaglia's xorshift, from a
 * seed of its own for each array: programs have most of their elements here, and noise needs no better ones.
 */
function moveWide(data: ArrayData, double: boolean, steps: number, random: RandomSource): void {
  const part = steps * 2 ** -(double ? floatFormats.f64 : floatFormats.f32).mantissaBits;
  // Every kind of floats that are not narrow is stored in an array of numbers.
  const numbers = data as Float64Array;
  const words = new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.byteLength / 4);
  // The word with the last digits, of which short numbers have none.
  const [stride, digits] = double ? [2, 0xffffffff] : [1, 0xfff];
  let state = random.nextUint32() | 1;
  for (let i = 0; i < numbers.length; i += 1) {
    if ((words[i * stride] & digits) === 0) continue;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    numbers[i] *= 1 + part * state * 2 ** -31;
  }
}

/** Moves numbers by up to `strength` neighbours down or up, by one for half of them where it is 1. */
function moveNarrow(data: ArrayData, format: FloatFormat, strength: number, random: RandomSource): void {
  // Narrow floats are stored as bit patterns of 8 or 16 bits.
  const patterns = data as Uint16Array;
  const sign = format.specials === 'exponent' ? 0 : 2 ** (format.width - 1);
  const few = 2 ** Math.ceil(format.mantissaBits / 2) - 1;
  for (let i = 0; i < patterns.length; i += 1) {
    const pattern = patterns[i];
    const magnitude = sign === 0 ? pattern : pattern & (sign - 1);
    if ((magnitude & few) === 0 || magnitude >= format.maxFinite) continue;
    const moved = magnitude + Math.round(2 * strength * (random.nextUniform() - 0.5));
    patterns[i] = pattern - magnitude + Math.min(Math.max(moved, 0), format.maxFinite);
  }
}

/** Operations that IEEE 754 rounds once, by their names in any dialect. */
const ARITHMETIC: ReadonlySet<string> = new Set([
  ...['add', 'subtract', 'multiply', 'divide', 'sqrt', 'convert', 'reduce_precision', 'typecast'],
]);

/** Operations whose results are operands, slices of them, or exact, by their names in any dialect. */
const EXACT: ReadonlySet<string> = new Set([
  ...['abs', 'after_all', 'all_gather', 'all_to_all', 'bitcast_convert', 'broadcast', 'broadcast_in_dim'],
  ...['case', 'ceil', 'clamp', 'collective_broadcast', 'collective_permute', 'compare', 'complex'],
  ...['composite', 'concatenate', 'constant', 'create_token', 'dynamic_broadcast_in_dim', 'dynamic_gather'],
  ...['dynamic_iota', 'dynamic_pad', 'dynamic_reshape', 'dynamic_slice', 'dynamic_update_slice', 'floor'],
  ...['gather', 'get_tuple_element', 'if', 'imag', 'infeed', 'iota', 'is_finite', 'maximum', 'minimum'],
  ...['negate', 'optimization_barrier', 'outfeed', 'pad', 'real', 'real_dynamic_slice', 'recv', 'reshape'],
  ...['reverse', 'rng', 'rng_bit_generator', 'round_nearest_afz', 'round_nearest_even', 'select', 'send'],
  ...['sign', 'slice', 'sort', 'torch_index_select', 'transpose', 'tuple', 'while', 'map'],
]);

/** Those of Tenstorrent's dialects beside them. */
const EXACT_ON_TENSTORRENT: ReadonlySet<string> = new Set([
  ...['arange', 'argmax', 'assign', 'concat', 'embedding', 'from_device', 'full', 'max', 'max_pool2d'],
  ...['mesh_partition', 'mesh_shard', 'min', 'neg', 'permute', 'point_to_point', 'relu', 'repeat'],
  ...['repeat_interleave', 'rows_gather', 'scatter', 'slice_dynamic', 'slice_static', 'slice_write'],
  ...['squeeze', 'to_device', 'to_layout', 'topk', 'unsqueeze', 'where', 'while_loop', 'zeros', 'ones'],
]);

/** Conversions round when the result has fewer digits than the operand; regions round by themselves. */
function roundsNothing(op: Operation): boolean {
  const [name, dialect] = [ownName(op), op.name.split('.', 1)[0]];
  if (EXACT.has(name) || NO_ARITHMETIC.has(dialect)) return true;
  return dialect.startsWith('tt') ? EXACT_ON_TENSTORRENT.has(name) : isPlacementCall(op);
}

/** Dialects of operations that compute nothing themselves. */
const NO_ARITHMETIC: ReadonlySet<string> = new Set(['func', 'sdy', 'ttcore']);

/** The name without that of the dialect. */
function ownName({ name }: Operation): string {
  return name.slice(name.indexOf('.') + 1);
}

/** The dimensions of the first operand that a product of narrow floats sums over; `null` for other operations. */
function contractedDims(op: Operation): readonly number[] | null {
  if (op instanceof hlo.DotGeneralOp) return op.dotDimensionNumbers.lhsContractingDimensions;
  return op instanceof hlo.ConvolutionOp ? [op.dimensionNumbers.inputFeatureDimension] : null;
}

/** The number of terms that an operation sums for an element of its result; 0 for other operations. */
function sumLength(op: Operation, values: readonly RuntimeValue[]): number {
  const arrays = values.filter(isArray);
  if (arrays.length === 0) return 0;
  const [first, second] = arrays;
  if (op instanceof hlo.DotGeneralOp)
    return product(first.shape, op.dotDimensionNumbers.lhsContractingDimensions);
  if (op instanceof hlo.DotOp) return first.shape.at(-1) ?? 1;
  if (op instanceof hlo.EinsumOp || op instanceof hlo.UnaryEinsumOp) return Math.max(1, ...first.shape);
  if (op instanceof hlo.ConvolutionOp || op instanceof hlo.DynamicConvOp) {
    const { kernelOutputFeatureDimension: kernelOutputFeature } = op.dimensionNumbers;
    return elementCount(second.shape) / Math.max(1, second.shape[kernelOutputFeature]);
  }
  if (op instanceof hlo.ReduceOp) return product(first.shape, op.dimensions.numbers());
  if (op instanceof hlo.ReduceWindowOp) return elementCount(op.windowDimensions.numbers());
  if (op instanceof hlo.SelectAndScatterOp) return elementCount(op.windowDimensions?.numbers() ?? []);
  if (op instanceof hlo.ScatterOp) {
    const updates = lastOf(values.filter(isArray));
    return Math.max(1, elementCount(updates.shape) / Math.max(1, elementCount(first.shape)));
  }
  if (op instanceof hlo.BatchNormTrainingOp || op instanceof hlo.BatchNormGradOp) {
    return elementCount(first.shape) / Math.max(1, first.shape[op.featureIndex.number]);
  }
  return SOLVERS.has(op.name) && !isPlacementCall(op) ? Math.max(1, ...first.shape.slice(-2)) : 0;
}

/** Operations that add products of rows and columns many times. */
const SOLVERS: ReadonlySet<string> = new Set(
  ['cholesky', 'triangular_solve', 'custom_call'].map((name) => `stablehlo.${name}`),
);

function product(shape: readonly number[], dims: readonly number[]): number {
  return elementCount(dims.map((dim) => shape[dim]));
}
