import { isBigKind, isComplexKind } from '../array/array-kind.ts';
import type { NdArray } from '../array/nd-array.ts';
import { zipPredicate } from './chunks.ts';
import type { PredicateLoop } from './chunks.ts';
import { computeOperation } from './vector-elementwise.ts';
import { wideCompare } from './wide-integers.ts';

/** StableHLO's comparison directions. */
export type ComparisonDirection = 'EQ' | 'NE' | 'GE' | 'GT' | 'LE' | 'LT';

// `Number` of a comparison compiles to no branch, unlike `? 1 : 0`, which mispredicts on every other random element.
const loops: Readonly<Record<ComparisonDirection, PredicateLoop>> = {
  EQ: (x, y, out, start, count) => {
    for (let i = 0; i < count; i += 1) out[start + i] = Number(x[i] === y[i]);
  },
  NE: (x, y, out, start, count) => {
    for (let i = 0; i < count; i += 1) out[start + i] = Number(x[i] !== y[i]);
  },
  GE: (x, y, out, start, count) => {
    for (let i = 0; i < count; i += 1) out[start + i] = Number(x[i] >= y[i]);
  },
  GT: (x, y, out, start, count) => {
    for (let i = 0; i < count; i += 1) out[start + i] = Number(x[i] > y[i]);
  },
  LE: (x, y, out, start, count) => {
    for (let i = 0; i < count; i += 1) out[start + i] = Number(x[i] <= y[i]);
  },
  LT: (x, y, out, start, count) => {
    for (let i = 0; i < count; i += 1) out[start + i] = Number(x[i] < y[i]);
  },
};

const bigComparisons: Readonly<Record<ComparisonDirection, (x: bigint, y: bigint) => boolean>> = {
  EQ: (x, y) => x === y,
  NE: (x, y) => x !== y,
  GE: (x, y) => x >= y,
  GT: (x, y) => x > y,
  LE: (x, y) => x <= y,
  LT: (x, y) => x < y,
};

/**
 * Compares the pairs of elements of two arrays of one kind and shape, giving `i1`.
 * Integers compare by their signedness, false before true, floats as IEEE 754 orders them: a NaN is only `NE`.
 * StableHLO's compare_type is implied by the kind; for TOTALORDER compare `totalOrderKeys`.
 * @throws when kinds or sizes differ, and for an ordering of complex numbers.
 */
export function compare(direction: ComparisonDirection, lhs: NdArray, rhs: NdArray): NdArray {
  const { kind, shape } = lhs;
  if (kind !== rhs.kind || lhs.data.length !== rhs.data.length) {
    throw new Error(`compare of ${kind}[${shape.join(', ')}] and ${rhs.kind}[${rhs.shape.join(', ')}]`);
  }
  if (isBigKind(kind)) {
    // 64-bit kinds are stored in bigint arrays.
    const left = lhs.data as BigInt64Array;
    const right = rhs.data as BigInt64Array;
    const vectors = wideCompare(direction, left, right);
    if (vectors !== null) return { kind: 'i1', shape, data: vectors };
    const test = bigComparisons[direction];
    const out = new Uint8Array(left.length);
    for (let i = 0; i < out.length; i += 1) out[i] = test(left[i], right[i]) ? 1 : 0;
    return { kind: 'i1', shape, data: out };
  }
  const vectors = computeOperation(direction, kind, [lhs.data, rhs.data], 'i1');
  if (vectors !== null) return { kind: 'i1', shape, data: vectors };
  const entries = zipPredicate(kind, lhs.data, rhs.data, loops[direction]);
  if (!isComplexKind(kind)) return { kind: 'i1', shape, data: entries };
  if (direction !== 'EQ' && direction !== 'NE')
    throw new Error(`compare ${direction} is not defined for ${kind}`);
  const out = new Uint8Array(entries.length / 2);
  for (let i = 0; i < out.length; i += 1) {
    const re = entries[2 * i];
    const im = entries[2 * i + 1];
    out[i] = direction === 'EQ' ? re & im : re | im;
  }
  return { kind: 'i1', shape, data: out };
}
