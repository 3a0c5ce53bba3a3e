import { describe, expect, test } from 'vitest';
import { extremesOfRows } from './row-extremes.ts';

describe.each(['maximum', 'minimum'] as const)('the %s of rows', (extreme) => {
  const combine = extreme === 'maximum' ? Math.max : Math.min;

  test.each([32, 33, 47, 1000, 70_001])('of %i numbers', (length) => {
    const rows = 70;
    const data = Float32Array.from({ length: rows * length }, (_, i) => Math.sin(i * 7.3) * 2 ** (i % 40));
    const results = new Float64Array(rows);
    expect(extremesOfRows(extreme, data, length, 0.5, results)).toBe(true);
    const expected = results.map((_, row) =>
      data.subarray(row * length, (row + 1) * length).reduce((own, x) => combine(own, x), 0.5),
    );
    expect(results).toEqual(expected);
  });

  test.each([
    [[0, -0], 0],
    [[-0, -0], -0],
    [[1, NaN], 0],
    [[Infinity, -Infinity], 3],
    [[-5, -6], -Infinity],
    [[5, 6], Infinity],
    [[Infinity, -Infinity], -Infinity],
    [[-3, 0], -Infinity],
    [[-3, -0], -Infinity],
    [[3, 0], Infinity],
    [[3, -0], Infinity],
    [[NaN, -NaN], 0],
    [[2 ** 127, 2 ** 127], -Infinity],
  ])('of %j and %d, at each place', ([most, once], init) => {
    for (let at = 0; at < 40; at += 1) {
      const data = new Float32Array(40).fill(most!);
      data[at] = once!;
      const results = new Float64Array(1);
      extremesOfRows(extreme, data, 40, init, results);
      expect(results[0]).toBe(combine(init, most!, once!));
    }
  });

  test('short rows are left to a loop', () => {
    expect(extremesOfRows(extreme, new Float32Array(31), 31, 0, new Float64Array(1))).toBe(false);
  });
});
