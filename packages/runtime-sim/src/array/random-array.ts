import {
  bitWidth,
  checkInterrupt,
  encodeNarrowFloat,
  isFloatKind,
  isSignedIntegerKind,
} from '@shardform/ir-core';
import type { IntegerKind } from '@shardform/ir-core';
import { isBigKind, isComplexKind, narrowFormat } from './array-kind.ts';
import type { ArrayKind } from './array-kind.ts';
import { zeros } from './nd-array.ts';
import type { NdArray } from './nd-array.ts';
import { randomSource } from './random.ts';
import { RUN } from './runs.ts';

/** The distribution from which the elements of a random array are drawn. */
export interface Distribution {
  /** `normal` by default for floats; integers are always uniform. */
  readonly shape?: 'normal' | 'uniform';
  /** Mean of the normal distribution, by default 0. */
  readonly mean?: number;
  /** Standard deviation of the normal distribution, by default 1. */
  readonly deviation?: number;
  /** Least value of the uniform distribution: by default 0 for floats, -10 or what the kind allows for integers. */
  readonly low?: number;
  /** Bound of the uniform distribution: excluded and 1 by default for floats, included and 10 for integers. */
  readonly high?: number;
}

/**
 * Array of pseudo-random elements, drawn in row-major order from `randomSource(seed)` and rounded to `kind`: the same
 * for the same arguments on every platform. Both components of a complex number are drawn, `i1` is a fair coin.
 */
export function randomArray(
  kind: ArrayKind,
  shape: readonly number[],
  seed: number,
  distribution: Distribution = {},
): NdArray {
  const array = zeros(kind, shape);
  const random = randomSource(seed);
  // Every kind but the 64-bit integers is stored in an array of numbers.
  const data = array.data as Float64Array;
  if (isComplexKind(kind) || isFloatKind(kind)) {
    const { mean = 0, deviation = 1, low = 0, high = 1 } = distribution;
    const format = narrowFormat(kind);
    const uniform = distribution.shape === 'uniform';
    for (let i = 0; i < data.length; i += 1) {
      if (i % RUN === 0) checkInterrupt();
      const value = uniform
        ? low + (high - low) * random.nextUniform()
        : mean + deviation * random.nextNormal();
      data[i] = format === null ? value : encodeNarrowFloat(format, value);
    }
    return array;
  }
  const [least, greatest] = integerRange(kind);
  const low = Math.max(least, distribution.low ?? Math.max(least, -10));
  const high = Math.min(greatest, distribution.high ?? Math.min(greatest, 10));
  if (isBigKind(kind)) {
    // Both arrays of 64-bit integers take big integers.
    const wide = array.data as BigInt64Array;
    for (let i = 0; i < wide.length; i += 1) {
      if (i % RUN === 0) checkInterrupt();
      wide[i] = BigInt(low + Math.floor(random.nextUniform() * (high - low + 1)));
    }
  } else {
    for (let i = 0; i < data.length; i += 1) {
      if (i % RUN === 0) checkInterrupt();
      data[i] = low + Math.floor(random.nextUniform() * (high - low + 1));
    }
  }
  return array;
}

/** Least and greatest value of `kind`, within the integers a double holds. */
function integerRange(kind: IntegerKind): readonly [number, number] {
  if (isSignedIntegerKind(kind)) {
    const half = 2 ** Math.min(bitWidth(kind) - 1, 53);
    return [-half, half - 1];
  }
  return [0, 2 ** Math.min(bitWidth(kind), 53) - 1];
}
