import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ArrayKind } from '../array/array-kind.ts';
import { indexOfPosition } from '../array/compare-arrays.ts';
import { arrayOf, elementAt, elementCount, elementsOf, scalarArray } from '../array/nd-array.ts';
import type { NdArray, Scalar } from '../array/nd-array.ts';
import { randomArray } from '../array/random-array.ts';
import { binary } from './binary.ts';
import { compare } from './compare.ts';
import { reduce, reduceWith } from './reduce.ts';
import { select } from './select.ts';
import type { Reducer } from './reduce.ts';

/** Every element in row-major order into the accumulator of its result, by the elementwise kernel. */
function reduceByLoop(x: NdArray, init: NdArray, dims: readonly number[], reducer: Reducer): Scalar[] {
  const kept = x.shape.map((_, dim) => dim).filter((dim) => !dims.includes(dim));
  const count = kept.reduce((product, dim) => product * x.shape[dim]!, 1);
  const results = new Array<NdArray>(count).fill(init);
  for (let position = 0; position < elementCount(x.shape); position += 1) {
    const index = indexOfPosition(x.shape, position);
    const at = kept.reduce((sum, dim) => sum * x.shape[dim]! + index[dim]!, 0);
    results[at] = binary(reducer, results[at]!, scalarArray(x.kind, elementAt(x, position)));
  }
  return results.map((result) => elementAt(result, 0));
}

describe('reduce', () => {
  test('folds rows, columns and everything', () => {
    const x = arrayOf('f32', [2, 3], [1, 2, 3, 4, 5, 6]);
    const init = scalarArray('f32', 10);
    expect(reduce(x, init, [1], 'add')).toEqual(arrayOf('f32', [2], [16, 25]));
    expect(reduce(x, init, [0], 'add')).toEqual(arrayOf('f32', [3], [15, 17, 19]));
    expect(reduce(x, init, [0, 1], 'multiply')).toEqual(arrayOf('f32', [], [7200]));
    expect(reduce(x, init, [], 'maximum')).toEqual(arrayOf('f32', [2, 3], [10, 10, 10, 10, 10, 10]));
  });

  test('gives the initial value for nothing', () => {
    const x = arrayOf('i64', [2, 0], []);
    expect(reduce(x, scalarArray('i64', 7n), [1], 'add')).toEqual(arrayOf('i64', [2], [7n, 7n]));
    expect(reduce(x, scalarArray('i64', 7n), [0], 'add')).toEqual(arrayOf('i64', [0], []));
  });

  test('keeps sums in more digits and rounds once, in rows and in columns', () => {
    for (const [kind, sum] of [
      ['bf16', 4096],
      ['f16', 4096],
      ['f8E5M2', 4096],
    ] as const) {
      const ones = new Array<number>(4096).fill(1);
      expect(reduce(arrayOf(kind, [4096], ones), scalarArray(kind, 0), [0], 'add')).toEqual(
        scalarArray(kind, sum),
      );
      const columns = reduce(arrayOf(kind, [64, 64], ones), scalarArray(kind, 0), [0], 'add');
      expect(columns).toEqual(arrayOf(kind, [64], new Array<number>(64).fill(64)));
    }
    const tenths = new Array<number>(100_000).fill(0.1);
    expect(reduce(arrayOf('f32', [100_000], tenths), scalarArray('f32', 0), [0], 'add')).toEqual(
      scalarArray('f32', 100_000 * Math.fround(0.1)),
    );
    // The product of three bf16 numbers has 24 digits, which f32 keeps.
    const factors = arrayOf('bf16', [3], [1.0078125, 1.0078125, 1.0078125]);
    expect(reduce(factors, scalarArray('bf16', 1), [0], 'multiply')).toEqual(
      scalarArray('bf16', 1.0078125 ** 3),
    );
  });

  test('rounds at each step, left to right, when asked to', () => {
    const x = arrayOf('f32', [3], [2 ** 24, 1, 1]);
    expect(reduce(x, scalarArray('f32', 0), [0], 'add', 'each-step')).toEqual(arrayOf('f32', [], [2 ** 24]));
    expect(reduce(x, scalarArray('f32', 1), [0], 'add', 'each-step')).toEqual(arrayOf('f32', [], [2 ** 24]));
    const turned = arrayOf('f32', [3], [1, 1, 2 ** 24]);
    expect(reduce(turned, scalarArray('f32', 0), [0], 'add', 'each-step')).toEqual(
      arrayOf('f32', [], [2 ** 24 + 2]),
    );
    expect(
      reduce(arrayOf('bf16', [3], [256, 1, 1]), scalarArray('bf16', 0), [0], 'add', 'each-step'),
    ).toEqual(arrayOf('bf16', [], [256]));
  });

  test('lets NaN win', () => {
    const x = arrayOf('f16', [3], [1, NaN, 2]);
    expect(reduce(x, scalarArray('f16', -Infinity), [0], 'maximum')).toEqual(arrayOf('f16', [], [NaN]));
  });

  test('agrees with a plain loop for every kind and layout', () => {
    const kinds: ArrayKind[] = [
      'f32',
      'f64',
      'bf16',
      'f16',
      'f8E4M3FN',
      'i1',
      'i4',
      'i32',
      'ui32',
      'ui64',
      'i64',
      'complex<f32>',
    ];
    const layout = fc
      .array(fc.constantFrom<number>(1, 2, 3, 5, 70), { minLength: 1, maxLength: 4 })
      .filter((shape) => shape.reduce((product, size) => product * size, 1) <= 5000)
      .chain((shape) => fc.tuple(fc.constant(shape), fc.subarray(shape.map((_, dim) => dim))));
    const reducers = fc.constantFrom<Reducer>('add', 'multiply', 'maximum', 'minimum', 'and', 'or', 'xor');
    const property = fc.property(
      fc.constantFrom(...kinds),
      layout,
      reducers,
      (kind, [shape, dims], reducer) => {
        const bitwise = reducer === 'and' || reducer === 'or' || reducer === 'xor';
        fc.pre(!bitwise || /^u?i/.test(kind));
        const x = randomArray(kind, shape, 5);
        const init = randomArray(kind, [], 6);
        expect(elementsOf(reduce(x, init, dims, reducer, 'each-step'))).toEqual(
          reduceByLoop(x, init, dims, reducer),
        );
      },
    );
    fc.assert(property, { seed: 31, numRuns: 300 });
  });

  test('refuses a reducer the kind does not have', () => {
    expect(() => reduce(arrayOf('f32', [1], [1]), scalarArray('f32', 0), [0], 'xor')).toThrow(
      'xor is not defined for f32',
    );
  });
});

describe('reduceWith', () => {
  test('folds several operands together', () => {
    const values = arrayOf('f32', [2, 3], [3, 7, 5, 9, 2, 9]);
    const indices = arrayOf('i32', [2, 3], [0, 1, 2, 0, 1, 2]);
    const inits = [scalarArray('f32', -Infinity), scalarArray('i32', -1)];
    const results = reduceWith([values, indices], inits, [1], ([best, at], [value, index]) => {
      const isBetter = compare('GT', value!, best!);
      return [select(isBetter, value!, best!), select(isBetter, index!, at!)];
    });
    expect(results).toEqual([arrayOf('f32', [2], [7, 9]), arrayOf('i32', [2], [1, 0])]);
  });

  test('visits elements in row-major order, whatever dimension is reduced', () => {
    const x = arrayOf('i32', [2, 2, 2], [1, 2, 3, 4, 5, 6, 7, 8]);
    const digits = reduceWith([x], [scalarArray('i32', 0)], [2, 0], ([seen], [next]) => [
      binary('add', binary('multiply', seen!, arrayOf('i32', [2], [10, 10])), next!),
    ]);
    expect(digits).toEqual([arrayOf('i32', [2], [1256, 3478])]);
  });
});
