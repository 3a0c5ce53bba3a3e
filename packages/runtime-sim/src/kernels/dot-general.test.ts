import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ArrayKind } from '../array/array-kind.ts';
import { indexOfPosition } from '../array/compare-arrays.ts';
import {
  arrayOf,
  elementAt,
  elementCount,
  elementsOf,
  rowMajorStrides,
  scalarArray,
} from '../array/nd-array.ts';
import type { NdArray, Scalar } from '../array/nd-array.ts';
import { randomArray } from '../array/random-array.ts';
import { binary } from './binary.ts';
import { convert } from './convert.ts';
import { dotGeneral } from './dot-general.ts';
import type { DotDimensions } from './dot-general.ts';

const matrices: DotDimensions = {
  lhsBatchingDimensions: [],
  rhsBatchingDimensions: [],
  lhsContractingDimensions: [1],
  rhsContractingDimensions: [0],
};

/** One result after the other, by indices and the elementwise kernels. */
function dotByLoop(lhs: NdArray, rhs: NdArray, dims: DotDimensions, kind: ArrayKind): Scalar[] {
  const left = convert(lhs, kind);
  const right = convert(rhs, kind);
  const free = (x: NdArray, ...used: (readonly number[])[]): number[] =>
    x.shape.map((_, dim) => dim).filter((dim) => !used.flat().includes(dim));
  const lhsFree = free(lhs, dims.lhsBatchingDimensions, dims.lhsContractingDimensions);
  const rhsFree = free(rhs, dims.rhsBatchingDimensions, dims.rhsContractingDimensions);
  const sizes = (x: NdArray, which: readonly number[]): number[] => which.map((dim) => x.shape[dim]!);
  const shape = [...sizes(lhs, dims.lhsBatchingDimensions), ...sizes(lhs, lhsFree), ...sizes(rhs, rhsFree)];
  const contracted = sizes(lhs, dims.lhsContractingDimensions);
  const position = (x: NdArray, which: readonly number[], index: readonly number[]): number => {
    const strides = rowMajorStrides(x.shape);
    return which.reduce((sum, dim, i) => sum + strides[dim]! * index[i]!, 0);
  };
  return Array.from({ length: elementCount(shape) }, (_, at) => {
    const index = indexOfPosition(shape, at);
    const batch = index.slice(0, dims.lhsBatchingDimensions.length);
    const row = index.slice(batch.length, batch.length + lhsFree.length);
    const column = index.slice(batch.length + lhsFree.length);
    let sum = scalarArray(kind, 0);
    for (let k = 0; k < elementCount(contracted); k += 1) {
      const inner = indexOfPosition(contracted, k);
      const lhsAt = position(
        lhs,
        [...dims.lhsBatchingDimensions, ...lhsFree, ...dims.lhsContractingDimensions],
        [...batch, ...row, ...inner],
      );
      const rhsAt = position(
        rhs,
        [...dims.rhsBatchingDimensions, ...rhsFree, ...dims.rhsContractingDimensions],
        [...batch, ...column, ...inner],
      );
      const factors = [
        scalarArray(kind, elementAt(left, lhsAt)),
        scalarArray(kind, elementAt(right, rhsAt)),
      ] as const;
      sum = binary('add', sum, binary('multiply', ...factors));
    }
    return elementAt(sum, 0);
  });
}

describe('dotGeneral', () => {
  test('multiplies matrices', () => {
    const lhs = arrayOf('f32', [2, 3], [1, 2, 3, 4, 5, 6]);
    const rhs = arrayOf('f32', [3, 2], [7, 8, 9, 10, 11, 12]);
    expect(dotGeneral(lhs, rhs, matrices, 'f32')).toEqual(arrayOf('f32', [2, 2], [58, 64, 139, 154]));
  });

  test('orders the result by batch, left and right dimensions', () => {
    const lhs = randomArray('f32', [2, 3, 4, 5], 1);
    const rhs = randomArray('f32', [4, 6, 2, 5], 2);
    const dims = {
      lhsBatchingDimensions: [2],
      rhsBatchingDimensions: [0],
      lhsContractingDimensions: [0, 3],
      rhsContractingDimensions: [2, 3],
    };
    const result = dotGeneral(lhs, rhs, dims, 'f32');
    expect(result.shape).toEqual([4, 3, 6]);
    expect(elementsOf(result)).toEqual(dotByLoop(lhs, rhs, dims, 'f32'));
  });

  test('an empty contraction gives zeros, an outer product has none', () => {
    const dims = {
      lhsBatchingDimensions: [],
      rhsBatchingDimensions: [],
      lhsContractingDimensions: [0],
      rhsContractingDimensions: [0],
    };
    expect(dotGeneral(arrayOf('f32', [0, 2], []), arrayOf('f32', [0], []), dims, 'f32')).toEqual(
      arrayOf('f32', [2], [0, 0]),
    );
    const outer = { ...dims, lhsContractingDimensions: [], rhsContractingDimensions: [] };
    const x = arrayOf('i32', [2], [2, 3]);
    expect(dotGeneral(x, x, outer, 'i32')).toEqual(arrayOf('i32', [2, 2], [4, 6, 6, 9]));
  });

  test('converts the operands to the kind of the result first', () => {
    const lhs = arrayOf('i8', [1, 2], [100, 100]);
    expect(dotGeneral(lhs, arrayOf('i8', [2, 1], [100, 100]), matrices, 'i32')).toEqual(
      arrayOf('i32', [1, 1], [20000]),
    );
    expect(dotGeneral(lhs, arrayOf('i8', [2, 1], [100, 100]), matrices, 'i8')).toEqual(
      arrayOf('i8', [1, 1], [32]),
    );
  });

  test('keeps sums of narrow floats in f32, and rounds once', () => {
    for (const kind of ['bf16', 'f16', 'f8E5M2'] as const) {
      const ones = new Array<number>(4096).fill(1);
      const [row, column] = [arrayOf(kind, [1, 4096], ones), arrayOf(kind, [4096, 1], ones)];
      expect(dotGeneral(row, column, matrices, kind)).toEqual(arrayOf(kind, [1, 1], [4096]));
    }
    // 256 + 1 + 1 + 1 is half-way to 260, which is even.
    const lhs = arrayOf('bf16', [1, 4], [256, 1, 1, 1]);
    const rhs = arrayOf('bf16', [4, 1], [1, 1, 1, 1]);
    expect(dotGeneral(lhs, rhs, matrices, 'bf16')).toEqual(arrayOf('bf16', [1, 1], [260]));
  });

  test('rounds each product and each sum, in order, when asked to', () => {
    const row = (...values: number[]): NdArray => arrayOf('bf16', [1, values.length], values);
    const ones = arrayOf('bf16', [3, 1], [1, 1, 1]);
    expect(dotGeneral(row(256, 1, 1), ones, matrices, 'bf16', 'each-step')).toEqual(
      arrayOf('bf16', [1, 1], [256]),
    );
    expect(dotGeneral(row(1, 1, 256), ones, matrices, 'bf16', 'each-step')).toEqual(
      arrayOf('bf16', [1, 1], [258]),
    );
    expect(dotGeneral(row(256, 1, 1), ones, matrices, 'f32')).toEqual(arrayOf('f32', [1, 1], [258]));
  });

  test('agrees with a plain loop for every kind and size', () => {
    const kinds = fc.constantFrom<ArrayKind>(
      'f32',
      'f32',
      'f64',
      'bf16',
      'f16',
      'f8E5M2',
      'i1',
      'i4',
      'i32',
      'ui64',
      'complex<f32>',
    );
    const size = fc.integer({ min: 1, max: 9 });
    const property = fc.property(kinds, fc.tuple(size, size, size, size), (kind, [batch, m, n, k]) => {
      const lhs = randomArray(kind, [m, batch, k], 3);
      const rhs = randomArray(kind, [batch, n, k], 4);
      const dims = {
        lhsBatchingDimensions: [1],
        rhsBatchingDimensions: [0],
        lhsContractingDimensions: [2],
        rhsContractingDimensions: [2],
      };
      const result = dotGeneral(lhs, rhs, dims, kind, 'each-step');
      expect(result.shape).toEqual([batch, m, n]);
      expect(elementsOf(result)).toEqual(dotByLoop(lhs, rhs, dims, kind));
    });
    fc.assert(property, { seed: 41, numRuns: 150 });
  });

  test('is exact beyond one block of the contracted dimension', () => {
    const lhs = randomArray('f32', [3, 1100], 5);
    const rhs = randomArray('f32', [1100, 5], 6);
    expect(elementsOf(dotGeneral(lhs, rhs, matrices, 'f32'))).toEqual(dotByLoop(lhs, rhs, matrices, 'f32'));
  });
});
