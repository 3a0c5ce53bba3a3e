import { describe, expect, test } from 'vitest';
import { elementsOf } from './nd-array.ts';
import { randomSource } from './random.ts';
import { randomArray } from './random-array.ts';

describe('randomSource', () => {
  test('is xoshiro128** 1.1 seeded by splitmix32', () => {
    // A second implementation with unbounded integers, masked after each step.
    const mask = 0xffffffffn;
    let state = 42n;
    const splitmix = (): bigint => {
      state = (state + 0x9e3779b9n) & mask;
      let z = state ^ (state >> 16n);
      z = (z * 0x21f0aaadn) & mask;
      z ^= z >> 15n;
      z = (z * 0x735a2d97n) & mask;
      return z ^ (z >> 15n);
    };
    const s = [splitmix(), splitmix(), splitmix(), splitmix()] as [bigint, bigint, bigint, bigint];
    const rotate = (x: bigint, k: bigint): bigint => ((x << k) | (x >> (32n - k))) & mask;
    const source = randomSource(42);
    for (let i = 0; i < 1000; i += 1) {
      const expected = (rotate((s[1] * 5n) & mask, 7n) * 9n) & mask;
      const shifted = (s[1] << 9n) & mask;
      s[2] ^= s[0];
      s[3] ^= s[1];
      s[1] ^= s[2];
      s[0] ^= s[3];
      s[2] ^= shifted;
      s[3] = rotate(s[3], 11n);
      expect(source.nextUint32()).toBe(Number(expected));
    }
  });

  test('draws uniform and normal numbers with the right moments', () => {
    const source = randomSource(7);
    const draws = 200_000;
    let uniform = 0;
    let mean = 0;
    let square = 0;
    let fourth = 0;
    for (let i = 0; i < draws; i += 1) {
      uniform += source.nextUniform() / draws;
      const x = source.nextNormal();
      mean += x / draws;
      square += (x * x) / draws;
      fourth += (x * x * x * x) / draws;
    }
    expect(uniform).toBeCloseTo(0.5, 2);
    expect(mean).toBeCloseTo(0, 2);
    expect(square).toBeCloseTo(1, 2);
    expect(fourth).toBeCloseTo(3, 1);
  });

  test('uses all of a seed up to 2^53', () => {
    const first = [0, 1, 2 ** 32, 2 ** 32 + 1, 2 ** 53 - 1].map((seed) => randomSource(seed).nextUint32());
    expect(new Set(first).size).toBe(5);
  });
});

describe('randomArray', () => {
  test('gives the same numbers for the same seed everywhere', () => {
    expect(elementsOf(randomArray('f64', [3], 1))).toEqual(elementsOf(randomArray('f64', [3], 1)));
    // From an independent program in Python, with its math.log.
    expect(elementsOf(randomArray('f32', [4], 2024))).toEqual([
      1.1710509061813354, 0.8521506786346436, -0.2271680384874344, -0.3222912847995758,
    ]);
    expect(elementsOf(randomArray('i32', [8], 2024))).toEqual([5, 4, -9, -10, -6, -8, -7, -7]);
  });

  test('rounds the same draws to each float kind', () => {
    const draws = elementsOf(randomArray('f64', [20], 9)) as number[];
    expect(elementsOf(randomArray('f32', [20], 9))).toEqual(draws.map(Math.fround));
    expect(elementsOf(randomArray('complex<f64>', [10], 9)).map((c) => (c as { re: number }).re)).toEqual(
      draws.filter((_, i) => i % 2 === 0),
    );
  });

  test('keeps integers within their kind and the asked range', () => {
    expect(new Set(elementsOf(randomArray('i2', [200], 1)))).toEqual(new Set([-2, -1, 0, 1]));
    expect(new Set(elementsOf(randomArray('ui8', [900], 1)))).toEqual(
      new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
    );
    expect(new Set(elementsOf(randomArray('i1', [50], 1)))).toEqual(new Set([0, 1]));
    expect(new Set(elementsOf(randomArray('i64', [300], 1, { low: 5, high: 7 })))).toEqual(
      new Set([5n, 6n, 7n]),
    );
  });

  test('draws uniform floats in the asked range', () => {
    const values = elementsOf(
      randomArray('f64', [1000], 4, { shape: 'uniform', low: -3, high: -1 }),
    ) as number[];
    expect(values.every((x) => x >= -3 && x < -1)).toBe(true);
    const normal = elementsOf(randomArray('f64', [4], 4, { mean: 10, deviation: 0 }));
    expect(normal).toEqual([10, 10, 10, 10]);
  });
});
