import { describe, expect, test } from 'vitest';
import { addToColumns, sumRows } from './row-sums.ts';

function numbers(count: number): Float32Array {
  return Float32Array.from({ length: count }, (_, i) => Math.sin(i * 7.3) * 2 ** (i % 40));
}

/** In the documented order: blocks of 65,536, eight lanes in each, then what is left from left to right. */
function expectedSum(row: Float32Array, init: number): number {
  let sum = init;
  if (row.length < 32) return row.reduce((own, x) => own + x, sum);
  for (let block = 0; block < row.length; block += 65536) {
    const end = Math.min(row.length, block + 65536);
    const sums = new Float64Array(8).fill(-0);
    for (let i = block; i + 8 <= end; i += 8)
      for (let lane = 0; lane < 8; lane += 1) sums[lane]! += row[i + lane]!;
    const [a, b, c, d, e, f, g, h] = sums as unknown as number[]; // Eight doubles.
    sum += a! + e! + (c! + g!) + (b! + f! + (d! + h!));
  }
  for (let i = row.length - (row.length % 8); i < row.length; i += 1) sum += row[i]!;
  return sum;
}

describe('sums of rows', () => {
  test.each([1, 7, 31, 32, 33, 40, 1000, 65535, 65536, 65537, 65544, 200_001])('of %i numbers', (length) => {
    const rows = length > 1000 ? 3 : 50;
    const data = numbers(rows * length);
    const results = new Float64Array(rows);
    sumRows(data, length, 0.5, results);
    const expected = results.map((_, i) => expectedSum(data.subarray(i * length, (i + 1) * length), 0.5));
    expect(results).toEqual(expected);
  });

  test('keep a negative zero, infinities and NaN', () => {
    const sumOf = (fill: number, init: number, last = fill): number => {
      const data = new Float32Array(100).fill(fill);
      data[50] = last;
      const results = new Float64Array(1);
      sumRows(data, 100, init, results);
      return results[0]!;
    };
    expect(sumOf(-0, -0)).toBe(-0);
    expect(sumOf(-0, 0)).toBe(0);
    expect(sumOf(1, 0, Infinity)).toBe(Infinity);
    expect(sumOf(Infinity, 0, -Infinity)).toBeNaN();
    expect(sumOf(1, 0, NaN)).toBeNaN();
  });
});

test.each([
  [1, 64],
  [5, 65],
  [3000, 67],
  [3, 70_001],
])('columns of %i rows of %i numbers are summed from above', (rows, width) => {
  const data = numbers(10 + rows * width);
  const sums = new Float64Array(width).fill(0.25);
  const expected = sums.map((start, i) => {
    let sum = start;
    for (let row = 0; row < rows; row += 1) sum += data[10 + row * width + i]!;
    return sum;
  });
  addToColumns(data, 10, rows, width, sums);
  expect(sums).toEqual(expected);
});
