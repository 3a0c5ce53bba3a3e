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
import { type ConvDims, convolution, type ConvWindow } from './convolution.ts';
import { type WindowDim, windowPositions } from './reduce-window.ts';
import { slice } from './slice.ts';
import { transpose } from './transpose.ts';

interface Case {
  readonly lhs: NdArray;
  readonly rhs: NdArray;
  readonly dims: ConvDims;
  readonly window: ConvWindow;
}

const at = (x: NdArray, index: readonly number[]): Scalar => {
  const strides = rowMajorStrides(x.shape);
  return elementAt(
    x,
    index.reduce((sum, i, dim) => sum + i * strides[dim]!, 0),
  );
};

/** One result after the other as the specification defines them, holes and padding as zeros. */
function convolvedByLoop({ lhs, rhs, dims, window }: Case, kind: ArrayKind): Scalar[] {
  const { windows, reversed, featureGroups, batchGroups } = window;
  const places = windows.map((own, i) => windowPositions(lhs.shape[dims.inputSpatialDimensions[i]!]!, own));
  const outputs = rhs.shape[dims.kernelOutputFeatureDimension]!;
  const features = rhs.shape[dims.kernelInputFeatureDimension]!;
  const batch = lhs.shape[dims.inputBatchDimension]! / batchGroups;
  const shape: number[] = [];
  shape[dims.outputBatchDimension] = batch;
  shape[dims.outputFeatureDimension] = outputs;
  dims.outputSpatialDimensions.forEach((dim, i) => (shape[dim] = places[i]!));
  const taps = windows.map(({ size }) => size);
  return Array.from({ length: elementCount(shape) }, (_, position) => {
    const index = indexOfPosition(shape, position);
    const output = index[dims.outputFeatureDimension]!;
    const group = Math.floor(output / (outputs / Math.max(featureGroups, batchGroups)));
    let sum = scalarArray(kind, 0);
    for (let tap = 0; tap < elementCount(taps); tap += 1) {
      const place = indexOfPosition(taps, tap);
      const from = place.map((own, i) => {
        const { stride, windowDilation, padLow, size } = windows[i]!;
        const step = reversed[i]! ? size - 1 - own : own;
        return index[dims.outputSpatialDimensions[i]!]! * stride + step * windowDilation - padLow;
      });
      for (let f = 0; f < features; f += 1) {
        const source: number[] = [];
        source[dims.inputBatchDimension] =
          index[dims.outputBatchDimension]! + (batchGroups > 1 ? group * batch : 0);
        source[dims.inputFeatureDimension] = f + (featureGroups > 1 ? group * features : 0);
        const isInside = from.every((own, i) => {
          const { baseDilation } = windows[i]!;
          source[dims.inputSpatialDimensions[i]!] = own / baseDilation;
          return (
            own >= 0 &&
            own % baseDilation === 0 &&
            own / baseDilation < lhs.shape[dims.inputSpatialDimensions[i]!]!
          );
        });
        const weight: number[] = [];
        weight[dims.kernelInputFeatureDimension] = f;
        weight[dims.kernelOutputFeatureDimension] = output;
        dims.kernelSpatialDimensions.forEach((dim, i) => (weight[dim] = place[i]!));
        const factors = [isInside ? at(lhs, source) : 0, at(rhs, weight)] as const;
        const product = binary('multiply', scalarArray(kind, factors[0]), scalarArray(kind, factors[1]));
        sum = binary('add', sum, product);
      }
    }
    return elementAt(sum, 0);
  });
}

const windowDim: fc.Arbitrary<WindowDim> = fc.record({
  size: fc.integer({ min: 1, max: 4 }),
  stride: fc.integer({ min: 1, max: 3 }),
  padLow: fc.integer({ min: -1, max: 4 }),
  padHigh: fc.integer({ min: -1, max: 4 }),
  baseDilation: fc.integer({ min: 1, max: 3 }),
  windowDilation: fc.integer({ min: 1, max: 3 }),
});

const order = (count: number): fc.Arbitrary<number[]> => {
  const dims = Array.from({ length: count }, (_, i) => i);
  return fc.shuffledSubarray(dims, { minLength: count, maxLength: count });
};

/** Convolutions of one and two spatial dimensions in any layout, with groups of features or of the batch. */
function cases(kind: ArrayKind): fc.Arbitrary<Case> {
  return fc.integer({ min: 1, max: 2 }).chain((rank) =>
    fc
      .record({
        windows: fc.array(windowDim, { minLength: rank, maxLength: rank }),
        sizes: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: rank, maxLength: rank }),
        reversed: fc.array(fc.boolean(), { minLength: rank, maxLength: rank }),
        layouts: fc.tuple(order(rank + 2), order(rank + 2), order(rank + 2)),
        features: fc.constantFrom(1, 2, 3, 8),
        outputs: fc.integer({ min: 1, max: 3 }),
        batch: fc.constantFrom(1, 2, 9),
        groups: fc.constantFrom(1, 2, 9),
        byBatch: fc.boolean(),
        seed: fc.nat(),
        isFilterGradient: fc.boolean(),
      })
      .map(({ isFilterGradient, ...own }) => {
        if (!isFilterGradient) return own;
        // As JAX writes it: images innermost, without holes and groups.
        const [, ...layouts] = own.layouts;
        const spatial = own.sizes.map((_, i) => i + 1);
        return {
          ...own,
          windows: own.windows.map((window) => ({ ...window, baseDilation: 1 })),
          layouts: [[rank + 1, 0, ...spatial], ...layouts] as const,
          batch: 9,
          groups: 1,
        };
      })
      .map(({ windows, sizes, reversed, layouts, features, outputs, batch, groups, byBatch, seed }) => {
        const [[inputBatch, inputFeature, ...inputSpatial], kernel, output] = layouts;
        const [kernelInputFeature, kernelOutputFeature, ...kernelSpatial] = kernel;
        const [outputBatch, outputFeature, ...outputSpatial] = output;
        const shaped = (parts: readonly (readonly [number, number])[]): number[] => {
          const shape: number[] = [];
          for (const [dim, size] of parts) shape[dim] = size;
          return shape;
        };
        const lhs = shaped([
          [inputBatch, byBatch ? batch * groups : batch],
          [inputFeature, byBatch ? features : features * groups],
          ...inputSpatial.map((dim, i) => [dim, sizes[i]!] as const),
        ]);
        const rhs = shaped([
          [kernelInputFeature!, features],
          [kernelOutputFeature!, outputs * groups],
          ...kernelSpatial.map((dim, i) => [dim, windows[i]!.size] as const),
        ]);
        return {
          lhs: randomArray(kind, lhs, seed),
          rhs: randomArray(kind, rhs, seed + 1),
          dims: {
            inputBatchDimension: inputBatch,
            inputFeatureDimension: inputFeature,
            inputSpatialDimensions: inputSpatial,
            kernelInputFeatureDimension: kernelInputFeature!,
            kernelOutputFeatureDimension: kernelOutputFeature!,
            kernelSpatialDimensions: kernelSpatial,
            outputBatchDimension: outputBatch!,
            outputFeatureDimension: outputFeature!,
            outputSpatialDimensions: outputSpatial,
          },
          window: {
            windows,
            reversed,
            featureGroups: byBatch ? 1 : groups,
            batchGroups: byBatch ? groups : 1,
          },
        };
      }),
  );
}

describe('convolution', () => {
  test.each(['f32', 'f64', 'bf16', 'i32', 'i8', 'complex<f32>'] as const)(
    'of %s agrees with plain loops',
    (kind) => {
      const property = fc.property(cases(kind), (own) => {
        const { lhs, rhs, dims, window } = own;
        expect(elementsOf(convolution(lhs, rhs, dims, window, kind, 'each-step'))).toEqual(
          convolvedByLoop(own, kind),
        );
      });
      fc.assert(property, { seed: 11, numRuns: kind === 'f32' ? 200 : 40 });
    },
  );

  const dims: ConvDims = {
    inputBatchDimension: 0,
    inputFeatureDimension: 2,
    inputSpatialDimensions: [1],
    kernelInputFeatureDimension: 1,
    kernelOutputFeatureDimension: 2,
    kernelSpatialDimensions: [0],
    outputBatchDimension: 0,
    outputFeatureDimension: 2,
    outputSpatialDimensions: [1],
  };

  test.each([1, 8])('infinite weights meet the zeros of holes and padding, in %i groups', (groups) => {
    const lhs = arrayOf('f32', [1, 2, groups], new Array(2 * groups).fill(1));
    const rhs = arrayOf(
      'f32',
      [2, 1, groups],
      [...new Array<number>(groups).fill(Infinity), ...new Array<number>(groups).fill(1)],
    );
    const window = { size: 2, stride: 1, padLow: 1, padHigh: 0, baseDilation: 2, windowDilation: 1 };
    const own = {
      lhs,
      rhs,
      dims,
      window: { windows: [window], reversed: [false], featureGroups: groups, batchGroups: 1 },
    };
    const result = elementsOf(convolution(lhs, rhs, dims, own.window, 'f32'));
    expect(result).toEqual(convolvedByLoop(own, 'f32'));
    expect(result.some((value) => Number.isNaN(value))).toBe(true);
  });

  test('more features and places than a block of the matrix product has', () => {
    const lhs = randomArray('f32', [2, 70, 60], 1);
    const rhs = randomArray('f32', [5, 60, 2], 2);
    const window = { size: 5, stride: 1, padLow: 2, padHigh: 2, baseDilation: 1, windowDilation: 1 };
    const own = {
      lhs,
      rhs,
      dims,
      window: { windows: [window], reversed: [true], featureGroups: 1, batchGroups: 1 },
    };
    expect(elementsOf(convolution(lhs, rhs, dims, own.window, 'f32'))).toEqual(convolvedByLoop(own, 'f32'));
  });

  const along = (size: number, stride: number, pad: number, windowDilation: number): WindowDim => ({
    size,
    stride,
    padLow: pad,
    padHigh: pad,
    baseDilation: 1,
    windowDilation,
  });

  test('a long line is worked on in parts', () => {
    const lhs = randomArray('f32', [1, 40_000, 16], 1);
    const rhs = randomArray('f32', [3, 16, 4], 2);
    const window = { ...along(3, 2, 1, 2) };
    const movement = { reversed: [true], featureGroups: 1, batchGroups: 1 };
    const whole = convolution(lhs, rhs, dims, { windows: [window], ...movement }, 'f32');
    for (const place of [0, 1, 8000, 8191, 8192, 19_998]) {
      // What the window meets there; at the first position it begins with padding.
      const first = 2 * place - 1;
      const part = slice(lhs, [0, Math.max(0, first), 0], [1, first + 5, 16], [1, 1, 1]);
      const own = { ...window, padLow: Math.max(0, -first), padHigh: 0 };
      const result = convolution(part, rhs, dims, { windows: [own], ...movement }, 'f32');
      expect(slice(whole, [0, place, 0], [1, place + 1, 4], [1, 1, 1]).data).toEqual(result.data);
    }
  });

  const planes: ConvDims = {
    inputBatchDimension: 0,
    inputFeatureDimension: 3,
    inputSpatialDimensions: [1, 2],
    kernelInputFeatureDimension: 2,
    kernelOutputFeatureDimension: 3,
    kernelSpatialDimensions: [0, 1],
    outputBatchDimension: 0,
    outputFeatureDimension: 3,
    outputSpatialDimensions: [1, 2],
  };
  test.each([
    ['several images', [9, 24, 24, 64]],
    ['positions of one image', [2, 70, 70, 64]],
  ])('blocks of %s have the bits of a convolution of each', (_, shape) => {
    const lhs = randomArray('f32', shape, 1);
    const rhs = randomArray('f32', [3, 3, 64, 20], 2);
    const movement = { reversed: [true, false], featureGroups: 1, batchGroups: 1 };
    const windows = [along(3, 2, 1, 1), along(3, 1, 1, 1)];
    const whole = convolution(lhs, rhs, planes, { windows, ...movement }, 'f32');
    const [, height, width] = whole.shape;
    for (let image = 0; image < shape[0]!; image += 1) {
      for (let row = 0; row < height!; row += 7) {
        // The rows under the window at this position, without padding but for the first one.
        const first = Math.max(0, 2 * row - 1);
        const part = slice(lhs, [image, first, 0, 0], [image + 1, 2 * row + 2, shape[2]!, 64], [1, 1, 1, 1]);
        const padded = { ...along(3, 2, 0, 1), padLow: row === 0 ? 1 : 0 };
        const own = convolution(part, rhs, planes, { windows: [padded, windows[1]!], ...movement }, 'f32');
        const found = slice(whole, [image, row, 0, 0], [image + 1, row + 1, width!, 20], [1, 1, 1, 1]);
        expect(found.data).toEqual(own.data);
      }
    }
  });

  test.each([
    [1, false],
    [2, false],
    [2, true],
  ])(
    'of images side by side, with taps at distances of %i, has the bits of images one after the other',
    (dilation, isReversed) => {
      const lhs = randomArray('f32', [8, 40, 40, 33], 1);
      const rhs = randomArray('f32', [20, 20, 8, 18], 2);
      const window = {
        windows: [along(20, 1, 1, dilation), along(20, 1, 1, dilation)],
        reversed: [isReversed, false],
        featureGroups: 1,
        batchGroups: 1,
      };
      const sideBySide = { ...planes, inputBatchDimension: 3, inputFeatureDimension: 0 };
      const found = convolution(lhs, rhs, sideBySide, window, 'f32');
      const expected = convolution(transpose(lhs, [3, 1, 2, 0]), rhs, planes, window, 'f32');
      expect(found.data).toEqual(expected.data);
    },
  );
});
