import { Context, parseModule, SourceText } from '@shardform/ir-core';
import { arrayOf, type NdArray, runSequential, simulator } from '@shardform/runtime-sim';
import { describe, expect, test } from 'vitest';
import { compareShards, type ResultComparison } from './compare-results.ts';
import { RoundingSamples } from './rounding-samples.ts';

type Comparison = Omit<ResultComparison, 'index' | 'description'>;

/** The verdict of one device with `actual` compared with a program's own result. */
function compared(
  body: string,
  inputs: readonly NdArray[],
  actual: (expected: NdArray) => NdArray,
): Comparison {
  const context = new Context([simulator]);
  const module = parseModule(new SourceText('program', `func.func @main${body}`), context)!;
  const [expected] = runSequential(module, inputs, context);
  const samples = new RoundingSamples(module, inputs, context);
  return whole(actual(expected!), expected!, (count) => samples.first(count).map(([own]) => own!));
}

function whole(
  array: NdArray,
  expected: NdArray,
  samples: ((count: number) => readonly NdArray[]) | null = null,
): Comparison {
  return compareShards([{ device: 0, offsets: expected.shape.map(() => 0), array }], expected, null, samples);
}

/** With element `at` made another. */
function changed(array: NdArray, at: number, change: (element: number) => number): NdArray {
  const data = (array.data as Float32Array).map((element, i) => (i === at ? change(element) : element));
  return { ...array, data };
}

const x = arrayOf('f32', [4], [0.1, 0.7, -1.3, 2.9]);

describe('compareShards', () => {
  test('small numbers are judged as large ones are', () => {
    const tiny = `(%x: tensor<4xf32>) -> tensor<4xf32> {
      %k = stablehlo.constant dense<1.0e-7> : tensor<4xf32>
      %0 = stablehlo.multiply %x, %k : tensor<4xf32>
      return %0 : tensor<4xf32>
    }`;
    expect(compared(tiny, [x], (y) => changed(y, 1, (element) => 1.001 * element))).toMatchObject({
      verdict: 'different',
      elements: { equal: 3, unstable: 0, nan: 0, different: 1 },
      mismatch: { device: 0, position: [1] },
    });
    expect(compared(tiny, [x], (y) => changed(y, 1, (element) => (1 + 1e-6) * element)).verdict).toBe(
      'equal',
    );
  });

  test('what is left of a cancellation may differ as much as its terms round', () => {
    const cancelled = `(%x: tensor<4xf32>) -> tensor<4xf32> {
      %k = stablehlo.constant dense<1234.567> : tensor<4xf32>
      %0 = stablehlo.add %x, %k : tensor<4xf32>
      %1 = stablehlo.subtract %0, %k : tensor<4xf32>
      %2 = stablehlo.subtract %1, %x : tensor<4xf32>
      return %2 : tensor<4xf32>
    }`;
    const noise = compared(cancelled, [x], (y) => changed(y, 2, (element) => element + 2e-5));
    expect(noise).toMatchObject({ verdict: 'unstable', elements: { different: 0 }, mismatch: null });
    expect(compared(cancelled, [x], (y) => changed(y, 2, (element) => element + 1e-2)).verdict).toBe(
      'different',
    );
  });

  test('an element that rounding changes wildly widens its own limit only', () => {
    const mostlyCalm = `(%x: tensor<4xf32>) -> tensor<12xf32> {
      %k = stablehlo.constant dense<1.0e9> : tensor<4xf32>
      %0 = stablehlo.multiply %x, %k : tensor<4xf32>
      %1 = stablehlo.sine %0 : tensor<4xf32>
      %2 = stablehlo.concatenate %x, %x, %1, dim = 0 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<12xf32>
      return %2 : tensor<12xf32>
    }`;
    expect(compared(mostlyCalm, [x], (y) => changed(y, 9, (element) => -element)).verdict).toBe('unstable');
    expect(compared(mostlyCalm, [x], (y) => changed(y, 1, (element) => element + 0.01))).toMatchObject({
      verdict: 'different',
      mismatch: { position: [1] },
    });
  });

  test('a choice may differ where rounding decides it', () => {
    const chosen = `(%x: tensor<4xf32>) -> tensor<4xi32> {
      %k = stablehlo.constant dense<[1234.567, 0.0, 0.0, 0.0]> : tensor<4xf32>
      %0 = stablehlo.add %x, %k : tensor<4xf32>
      %1 = stablehlo.subtract %0, %k : tensor<4xf32>
      %2 = stablehlo.compare GT, %1, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
      %3 = stablehlo.convert %2 : (tensor<4xi1>) -> tensor<4xi32>
      return %3 : tensor<4xi32>
    }`;
    expect(compared(chosen, [x], (y) => changed(y, 0, (element) => 1 - element)).verdict).toBe('unstable');
  });

  test('integers and truth values are exact', () => {
    const numbers = arrayOf('i32', [2], [100_000, 7]);
    expect(whole(arrayOf('i32', [2], [100_001, 7]), numbers).verdict).toBe('different');
    expect(whole(numbers, numbers).verdict).toBe('equal');
    expect(whole(arrayOf('i64', [1], [2n ** 60n + 1n]), arrayOf('i64', [1], [2n ** 60n])).verdict).toBe(
      'different',
    );
    expect(whole(arrayOf('i1', [2], [1, 0]), arrayOf('i1', [2], [1, 1])).elements.different).toBe(1);
  });

  test('NaN in both is told, and in one of them a difference', () => {
    const expected = arrayOf('f32', [3], [NaN, 1, Infinity]);
    expect(whole(expected, expected)).toMatchObject({
      verdict: 'nan',
      elements: { equal: 2, unstable: 0, nan: 1, different: 0 },
      maxDifference: 0,
    });
    expect(whole(arrayOf('f32', [3], [NaN, NaN, Infinity]), expected)).toMatchObject({
      verdict: 'different',
      mismatch: { position: [1], actual: NaN, expected: 1 },
    });
  });

  test('each element has the worst verdict of its replicas; padding has none', () => {
    const expected = arrayOf('f32', [3], [1, 2, 3]);
    const parts = [
      { device: 0, offsets: [0], array: arrayOf('f32', [2], [1, 2]) },
      { device: 1, offsets: [2], array: arrayOf('f32', [2], [3, 99]) },
      { device: 2, offsets: [0], array: arrayOf('f32', [2], [1, 5]) },
    ];
    expect(compareShards(parts, expected, null, null)).toMatchObject({
      elements: { equal: 2, unstable: 0, nan: 0, different: 1 },
      mismatch: { device: 2, position: [1], actual: 5, expected: 2 },
    });
  });

  test('a tolerance is a part of the largest magnitude', () => {
    const expected = arrayOf('f32', [2], [100, 1]);
    const part = [{ device: 0, offsets: [0], array: arrayOf('f32', [2], [100, 1.5]) }];
    expect(compareShards(part, expected, 0.01, null).verdict).toBe('equal');
    expect(compareShards(part, expected, 0.001, null).verdict).toBe('different');
  });
});

describe('compareShards beside what another program makes of the tensor', () => {
  const body = `(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.exponential %x : tensor<4xf32>
  %1 = stablehlo.subtract %0, %0 : tensor<4xf32>
  %2 = stablehlo.add %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}`;
  const context = new Context([simulator]);
  const module = parseModule(new SourceText('program', `func.func @main${body}`), context)!;
  const [own] = runSequential(module, [x], context);
  const samples = new RoundingSamples(module, [x], context);
  const beside = (known: NdArray): Comparison =>
    compareShards(
      [{ device: 0, offsets: [0], array: own! }],
      known,
      null,
      (count) => samples.first(count).map(([result]) => result!),
      own,
    );

  test('a program that is wrong throughout is not accepted because of its own noise', () => {
    expect(beside(own!).verdict).toBe('equal');
    expect(beside(changed(own!, 2, (element) => element * 1.01)).verdict).toBe('different');
  });
});

describe('elements that rounding decides', () => {
  /** Numbers from 0 to below 1, the same for one seed. */
  const random = (seed: number) => () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  const COUNT = 4000;

  /** The steps of Adam: signs of gradients, of which some are as small as what rounding adds to them. */
  function steps(gradients: readonly number[], noise: number, seed: number): NdArray {
    const next = random(seed);
    const signs = gradients.map((own) => Math.sign(own + noise * (next() + next() + next() - 1.5)));
    return arrayOf('f32', [COUNT], signs);
  }

  const next = random(7);
  const gradients = Array.from({ length: COUNT }, () => 100 * (next() - 0.5));
  const expected = steps(gradients, 0, 0);
  const samples = (noise: number) => (count: number) =>
    Array.from({ length: count }, (_, i) => steps(gradients, noise, 100 + i));

  test('some change in one execution only', () => {
    const verdicts = Array.from(
      { length: 20 },
      (_, seed) => whole(steps(gradients, 1, 1000 + seed), expected, samples(1)).verdict,
    );
    expect(new Set(verdicts)).toEqual(new Set(['unstable']));
  });

  test('more than that are different', () => {
    expect(whole(steps(gradients, 20, 1000), expected, samples(1)).verdict).toBe('different');
  });

  test('one that differs is different where all other executions agree', () => {
    const others = samples(0);
    expect(
      whole(
        changed(expected, 5, (element) => -element),
        expected,
        others,
      ).verdict,
    ).toBe('different');
  });

  test('a change of another size is different', () => {
    const actual = changed(steps(gradients, 1, 1000), 5, () => 9);
    expect(whole(actual, expected, samples(1)).verdict).toBe('different');
  });
});
