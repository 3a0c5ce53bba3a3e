import { elementsOf, type NdArray } from '@shardform/runtime-sim';
import { describe, expect, it } from 'vitest';
import { evaluate, scrambled } from '../../tests/single-op.ts';

interface Pool {
  readonly kernel: readonly [number, number];
  readonly stride: readonly [number, number];
  readonly dilation: readonly [number, number];
  /** Top, left, bottom and right. */
  readonly padding: readonly [number, number, number, number];
  readonly result: readonly [number, number];
}

interface Found {
  readonly values: readonly number[];
  readonly indices: readonly number[];
  /** Window positions inside of the image, and inside of the padded image. */
  readonly inside: number;
  readonly padded: number;
}

/** The elements of each window of one channel, by a loop over positions. */
function windowsOf(x: NdArray, { kernel, stride, dilation, padding, result }: Pool): Found[] {
  const [batch, height, width, channels] = x.shape as readonly [number, number, number, number];
  const numbers = elementsOf(x).map(Number);
  const found: Found[] = [];
  for (let b = 0; b < batch; b++)
    for (let y = 0; y < result[0]; y++)
      for (let z = 0; z < result[1]; z++)
        for (let c = 0; c < channels; c++) {
          const [values, indices]: [number[], number[]] = [[], []];
          let padded = 0;
          for (let i = 0; i < kernel[0]; i++)
            for (let j = 0; j < kernel[1]; j++) {
              const row = y * stride[0] + i * dilation[0] - padding[0];
              const column = z * stride[1] + j * dilation[1] - padding[1];
              if (row < height + padding[2] && column < width + padding[3]) padded += 1;
              if (row < 0 || column < 0 || row >= height || column >= width) continue;
              values.push(numbers[((b * height + row) * width + column) * channels + c]!);
              indices.push(row * width + column);
            }
          found.push({ values, indices, inside: values.length, padded });
        }
  return found;
}

function attributes({ kernel, stride, dilation, padding }: Pool, more: string): string {
  const list = (numbers: readonly number[]): string => `array<i32: ${numbers.join(', ')}>`;
  return `kernel = ${list(kernel)}, stride = ${list(stride)}, dilation = ${list(dilation)}, padding = ${list(padding)}, ${more}`;
}

const POOLS: readonly (readonly [string, Pool, boolean])[] = [
  [
    'that fit',
    { kernel: [2, 2], stride: [2, 2], dilation: [1, 1], padding: [0, 0, 0, 0], result: [2, 3] },
    false,
  ],
  [
    'that overlap on an odd image with padding',
    { kernel: [3, 2], stride: [2, 1], dilation: [1, 1], padding: [1, 0, 1, 1], result: [3, 7] },
    false,
  ],
  [
    'with more padding on one side',
    { kernel: [3, 3], stride: [1, 2], dilation: [1, 1], padding: [0, 1, 1, 0], result: [4, 3] },
    false,
  ],
  [
    'that reach over the end',
    { kernel: [2, 3], stride: [2, 2], dilation: [1, 1], padding: [0, 0, 0, 0], result: [3, 3] },
    true,
  ],
  [
    'that reach over the padding',
    { kernel: [3, 3], stride: [3, 3], dilation: [1, 1], padding: [1, 1, 0, 0], result: [2, 3] },
    true,
  ],
  [
    'with holes',
    { kernel: [2, 3], stride: [1, 1], dilation: [2, 2], padding: [0, 0, 0, 0], result: [3, 3] },
    false,
  ],
];
/** The mean has windows without holes only. */
const DENSE_POOLS = POOLS.filter(([, { dilation }]) => dilation.every((step) => step === 1));

describe('windows', () => {
  const x = scrambled([2, 5, 7, 3]);

  it.each(POOLS)('the greatest elements of windows %s', (_, pool, isCeil) => {
    const type = `tensor<2x${pool.result.join('x')}x3xf32>`;
    const op = `"ttir.max_pool2d"(%a0) <{${attributes(pool, `ceil_mode = ${isCeil}`)}}> : (tensor<2x5x7x3xf32>) -> ${type}`;
    const expected = windowsOf(x, pool).map(({ values }) => Math.max(...values));
    expect(evaluate(op, x)).toEqual([expected]);
  });

  it.each(POOLS)('the greatest elements and their places of windows %s', (_, pool, isCeil) => {
    const shape = `2x${pool.result.join('x')}x3`;
    const op = `"ttir.max_pool2d_with_indices"(%a0) <{${attributes(pool, `ceil_mode = ${isCeil}`)}}> : (tensor<2x5x7x3xf32>) -> (tensor<${shape}xf32>, tensor<${shape}xi32>)`;
    const expected = windowsOf(x, pool).map(({ values, indices }) => {
      const greatest = Math.max(...values);
      return [greatest, indices[values.indexOf(greatest)]!] as const;
    });
    expect(evaluate(op, x)).toEqual([expected.map(([value]) => value), expected.map(([, index]) => index)]);
  });

  it.each(
    DENSE_POOLS.flatMap((pool) => [true, false].map((countsPadding) => [...pool, countsPadding] as const)),
  )('the means of windows %s', (_, pool, isCeil, countsPadding) => {
    const type = `tensor<2x${pool.result.join('x')}x3xf32>`;
    const more = `ceil_mode = ${isCeil}, count_include_pad = ${countsPadding}`;
    const op = `"ttir.avg_pool2d"(%a0) <{${attributes(pool, more)}}> : (tensor<2x5x7x3xf32>) -> ${type}`;
    const [made] = evaluate(op, x);
    windowsOf(x, pool).forEach(({ values, inside, padded }, i) => {
      const sum = values.reduce((all, value) => all + value, 0);
      expect(made![i]).toBeCloseTo(sum / (countsPadding ? padded : inside), 4);
    });
  });

  it.each([1, 3])('the sums of windows, divided by %s', (divisor) => {
    for (const [, pool, isCeil] of DENSE_POOLS) {
      const type = `tensor<2x${pool.result.join('x')}x3xf32>`;
      const more = `ceil_mode = ${isCeil}, divisor_override = ${divisor} : i32`;
      const op = `"ttir.avg_pool2d"(%a0) <{${attributes(pool, more)}}> : (tensor<2x5x7x3xf32>) -> ${type}`;
      const [made] = evaluate(op, x);
      for (const [i, { values }] of windowsOf(x, pool).entries())
        expect(made![i]).toBeCloseTo(values.reduce((all, value) => all + value, 0) / divisor, 4);
    }
  });
});
