import { elementsOf, type NdArray } from '@shardform/runtime-sim';
import { describe, expect, it } from 'vitest';
import { evaluate, scrambled } from '../../tests/single-op.ts';

/** The element at some coordinates, or zero outside. */
function at(x: NdArray, coordinates: readonly number[]): number {
  let position = 0;
  for (const [d, coordinate] of coordinates.entries()) {
    if (coordinate < 0 || coordinate >= x.shape[d]!) return 0;
    position = position * x.shape[d]! + coordinate;
  }
  return Number(elementsOf(x)[position]);
}

/** All coordinates of a shape, the last dimension fastest. */
function places(shape: readonly number[]): number[][] {
  return shape.reduce<number[][]>(
    (all, size) => all.flatMap((head) => Array.from({ length: size }, (_, i) => [...head, i])),
    [[]],
  );
}

interface Geometry {
  readonly stride: readonly number[];
  readonly dilation: readonly number[];
  /** Before the operand, per spatial dimension. */
  readonly low: readonly number[];
  readonly groups: number;
}

/** A convolution with channels last and weights of output channels, input channels and space, by loops. */
function convolved(x: NdArray, weight: NdArray, shape: readonly number[], geometry: Geometry): number[] {
  const { stride, dilation, low, groups } = geometry;
  const [outputs, inputs, ...kernel] = weight.shape as [number, number, ...number[]];
  return places(shape).map((place) => {
    const [image, channel] = [place[0]!, place.at(-1)!];
    const first = Math.floor(channel / (outputs / groups)) * inputs;
    let sum = 0;
    for (const offset of places(kernel)) {
      const from = offset.map((k, d) => place[d + 1]! * stride[d]! + k * dilation[d]! - low[d]!);
      for (let c = 0; c < inputs; c++)
        sum += at(x, [image, ...from, first + c]) * at(weight, [channel, c, ...offset]);
    }
    return sum;
  });
}

describe('convolutions', () => {
  it.each([
    ['of odd images', { stride: [1, 1], dilation: [1, 1], low: [0, 0], groups: 1 }, [0, 0, 0, 0], [3, 5]],
    [
      'with strides and padding',
      { stride: [2, 3], dilation: [1, 1], low: [1, 0], groups: 1 },
      [1, 0, 2, 1],
      [3, 2],
    ],
    ['with holes', { stride: [1, 2], dilation: [2, 1], low: [0, 2], groups: 1 }, [0, 2, 1, 0], [2, 4]],
    ['in groups', { stride: [1, 1], dilation: [1, 1], low: [1, 1], groups: 2 }, [1, 1, 1, 1], [5, 7]],
  ] as const)('%s in two dimensions', (_, geometry, padding, result) => {
    const x = scrambled([2, 5, 7, 4]);
    const weight = scrambled([6, 4 / geometry.groups, 3, 3]);
    const list = (numbers: readonly number[]): string => `array<i32: ${numbers.join(', ')}>`;
    const attrs = `stride = ${list(geometry.stride)}, padding = ${list(padding)}, dilation = ${list(geometry.dilation)}, groups = ${geometry.groups} : i32`;
    const shape = [2, ...result, 6];
    const op = `"ttir.conv2d"(%a0, %a1) <{${attrs}}> : (tensor<2x5x7x4xf32>, tensor<${weight.shape.join('x')}xf32>) -> tensor<${shape.join('x')}xf32>`;
    expect(evaluate(op, x, weight)).toEqual([convolved(x, weight, shape, geometry)]);
  });

  it('along a line, with a bias for each channel', () => {
    const [x, weight, bias] = [scrambled([2, 9, 4]), scrambled([3, 4, 2]), scrambled([1, 1, 3])];
    const op = `"ttir.conv1d"(%a0, %a1, %a2) <{stride = 2 : i32, padding = array<i32: 1, 0>, dilation = 3 : i32, groups = 1 : i32}> : (tensor<2x9x4xf32>, tensor<3x4x2xf32>, tensor<1x1x3xf32>) -> tensor<2x4x3xf32>`;
    const geometry = { stride: [2], dilation: [3], low: [1], groups: 1 };
    const expected = convolved(x, weight, [2, 4, 3], geometry).map((sum, i) => sum + at(bias, [0, 0, i % 3]));
    expect(evaluate(op, x, weight, bias)).toEqual([expected]);
  });

  it('over a volume', () => {
    const [x, weight] = [scrambled([1, 3, 4, 5, 2]), scrambled([2, 2, 2, 3, 2])];
    const op = `"ttir.conv3d"(%a0, %a1) <{stride = array<i32: 1, 2, 1>, padding = array<i32: 1, 0, 1>, groups = 1 : i32}> : (tensor<1x3x4x5x2xf32>, tensor<2x2x2x3x2xf32>) -> tensor<1x4x1x6x2xf32>`;
    const geometry = { stride: [1, 2, 1], dilation: [1, 1, 1], low: [1, 0, 1], groups: 1 };
    expect(evaluate(op, x, weight)).toEqual([convolved(x, weight, [1, 4, 1, 6, 2], geometry)]);
  });

  it.each([
    ['', 1, 1],
    [' in groups', 2, 1],
    [' with holes', 1, 2],
  ])('transposed%s: each element of the operand writes the kernel', (_, groups, dilation) => {
    const x = scrambled([1, 3, 4, 4]);
    const weight = scrambled([4, 3, 2, 3]);
    const [height, width] = [4 + dilation, 8 + 2 * dilation];
    const outputs = 3 * groups;
    const expected = new Array<number>(height * width * outputs).fill(0);
    for (const [, row, column, input] of places([1, 3, 4, 4]) as [number, number, number, number][]) {
      const group = Math.floor(input / (4 / groups));
      for (const [channel, i, j] of places([3, 2, 3]) as [number, number, number][]) {
        const [y, z] = [row * 2 + i * dilation - 1, column * 2 + j * dilation];
        if (y < 0 || y >= height || z >= width) continue;
        expected[(y * width + z) * outputs + group * 3 + channel]! +=
          at(x, [0, row, column, input]) * at(weight, [input, channel, i, j]);
      }
    }
    const op = `"ttir.conv_transpose2d"(%a0, %a1) <{stride = 2 : i32, padding = array<i32: 1, 0, 0, 0>, output_padding = array<i32: 0, 1>, dilation = ${dilation} : i32, groups = ${groups} : i32}> : (tensor<1x3x4x4xf32>, tensor<4x3x2x3xf32>) -> tensor<1x${height}x${width}x${outputs}xf32>`;
    expect(evaluate(op, x, weight)).toEqual([expected]);
  });
});
