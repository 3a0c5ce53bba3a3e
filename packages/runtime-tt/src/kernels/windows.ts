import {
  type ArrayKind,
  binary,
  compare,
  convert,
  convolution,
  arrayOf,
  elementsOf,
  filled,
  type NdArray,
  reduceWindow,
  reshape,
  scalarArray,
  selectedPositions,
  transpose,
  type WindowDim,
} from '@shardform/runtime-sim';
import { spread } from '../result.ts';

/** Numbers for height and width. */
export type Pair = readonly [number, number];

/** The kernel size, stride, padding and dilation with which windows move over images. */
export interface Windows {
  readonly stride: Pair;
  readonly dilation: Pair;
  /** Top, left, bottom and right. */
  readonly padding: readonly [number, number, number, number];
}

/** The dimensions of batch, height, width and channels. */
export type DimensionNumbers = readonly [number, number, number, number];

/** Batch, height, width and channels in this order. */
export const CHANNELS_LAST: DimensionNumbers = [0, 1, 2, 3];

/** An input, weights, and a bias where there is one. */
export type WeightedInput = readonly [input: NdArray, weight: NdArray, bias: NdArray | undefined];

/** Returns the operands of a convolution; the library's have the device behind them. */
export function weightedInput(
  op: { readonly bias: unknown },
  [input, weight, bias]: readonly NdArray[],
): WeightedInput {
  return [input, weight, op.bias === null ? undefined : bias];
}

function windowOf(
  size: number,
  stride: number,
  padLow: number,
  padHigh: number,
  dilation: number,
): WindowDim {
  return { size, stride, padLow, padHigh, baseDilation: 1, windowDilation: dilation };
}

/** Input and output have the same dimension numbers. */
function dimensionNumbersOf([batch, height, width, feature]: DimensionNumbers) {
  const spatial = [height, width];
  return {
    inputBatchDimension: batch,
    inputFeatureDimension: feature,
    inputSpatialDimensions: spatial,
    outputBatchDimension: batch,
    outputFeatureDimension: feature,
    outputSpatialDimensions: spatial,
  };
}

/** Returns a convolution with weights of output channels, input channels, height and width. */
export function convolve(
  [input, weight, bias]: WeightedInput,
  { stride, dilation, padding: [top, left, bottom, right] }: Windows,
  groups: number,
  places: DimensionNumbers,
  kind: ArrayKind,
): NdArray {
  // Verified: weights have four dimensions.
  const [, , height, width] = weight.shape as readonly [number, number, number, number];
  const made = convolution(
    input,
    weight,
    {
      ...dimensionNumbersOf(places),
      kernelOutputFeatureDimension: 0,
      kernelInputFeatureDimension: 1,
      kernelSpatialDimensions: [2, 3],
    },
    {
      windows: [
        windowOf(height, stride[0], top, bottom, dilation[0]),
        windowOf(width, stride[1], left, right, dilation[1]),
      ],
      reversed: [false, false],
      featureGroups: groups,
      batchGroups: 1,
    },
    kind,
  );
  return bias === undefined ? made : binary('add', made, spread(convert(bias, kind), made.shape));
}

/** Each element of the input writes a turned kernel into the output: a convolution of the input with holes. */
export function convolveTransposed(
  [input, weight, bias]: WeightedInput,
  { stride, dilation, padding }: Windows,
  more: Pair,
  groups: number,
  places: DimensionNumbers,
  kind: ArrayKind,
): NdArray {
  // Verified: weights have four dimensions.
  const [inputs, outputs, height, width] = weight.shape as readonly [number, number, number, number];
  const split = reshape(weight, [groups, inputs / groups, outputs, height, width]);
  const kernel = reshape(transpose(split, [1, 0, 2, 3, 4]), [
    inputs / groups,
    groups * outputs,
    height,
    width,
  ]);
  const made = convolution(
    input,
    kernel,
    {
      ...dimensionNumbersOf(places),
      kernelInputFeatureDimension: 0,
      kernelOutputFeatureDimension: 1,
      kernelSpatialDimensions: [2, 3],
    },
    {
      windows: [height, width].map((size, i) => ({
        size,
        stride: 1,
        padLow: (size - 1) * dilation[i] - padding[i],
        padHigh: (size - 1) * dilation[i] - padding[i + 2] + more[i],
        baseDilation: stride[i],
        windowDilation: dilation[i],
      })),
      reversed: [true, true],
      featureGroups: groups,
      batchGroups: 1,
    },
    kind,
  );
  return bias === undefined ? made : binary('add', made, spread(convert(bias, kind), made.shape));
}

/** The windows of a pooling of batch, height, width and channels. */
export interface PoolWindows {
  readonly dims: readonly WindowDim[];
  /** The number of rows and columns by which the last windows exceed the padding. */
  readonly excess: Pair;
}

/** @param isCeil whether a last window may reach over the end, unless it would lie in the padding alone. */
export function poolWindows(
  [, rows, columns]: readonly number[],
  [height, width]: Pair,
  { stride, dilation, padding }: Windows,
  isCeil: boolean,
): PoolWindows {
  const [top, left, bottom, right] = padding;
  const excess = (size: number, low: number, high: number, extent: number, step: number): number => {
    const room = size + low + high - extent;
    const isReached = isCeil && Math.ceil(room / step) * step < size + low;
    return isReached ? Math.ceil(room / step) * step - room : 0;
  };
  const extents = [(height - 1) * dilation[0] + 1, (width - 1) * dilation[1] + 1] as const;
  const below = excess(rows, top, bottom, extents[0], stride[0]);
  const beside = excess(columns, left, right, extents[1], stride[1]);
  const dims = [
    windowOf(1, 1, 0, 0, 1),
    windowOf(height, stride[0], top, bottom + below, dilation[0]),
    windowOf(width, stride[1], left, right + beside, dilation[1]),
    windowOf(1, 1, 0, 0, 1),
  ];
  return { dims, excess: [below, beside] };
}

function pool(x: NdArray, windows: readonly WindowDim[], start: number, op: 'add' | 'maximum'): NdArray {
  const wide = convert(x, 'f32');
  return reduceWindow([wide], [scalarArray('f32', start)], windows, ([sum], [own]) => [
    binary(op, sum, own),
  ])[0];
}

/** Returns the greatest element of each window. */
export function greatestOf(x: NdArray, { dims }: PoolWindows): NdArray {
  return pool(x, dims, -Infinity, 'maximum');
}

/**
 * Returns the mean of each window; padding counts unless it is left out, what windows have beyond it does not.
 *
 * @param divisor by which sums are divided instead of their count, unless it is 0.
 */
export function meanOf(
  x: NdArray,
  { dims, excess }: PoolWindows,
  countsPadding: boolean,
  divisor = 0,
): NdArray {
  const sum = pool(x, dims, 0, 'add');
  if (divisor !== 0) return binary('divide', sum, filled('f32', sum.shape, divisor));
  const beyond = [0, ...excess, 0];
  const counted = dims.map((dim, d) => (countsPadding ? { ...dim, padLow: 0, padHigh: beyond[d] } : dim));
  const shape = x.shape.map((size, d) =>
    countsPadding ? size + dims[d].padLow + dims[d].padHigh - beyond[d] : size,
  );
  return binary('divide', sum, pool(filled('f32', shape, 1), counted, 0, 'add'));
}

/** Returns the greatest element of each window, and where it stands among the rows and columns of its channel. */
export function greatestWithPlaces(x: NdArray, windows: PoolWindows): readonly [NdArray, NdArray] {
  const positions = selectedPositions(x, windows.dims, (selected, candidate) =>
    compare('GE', selected, candidate),
  );
  const { shape } = greatestOf(x, windows);
  const elements = elementsOf(x);
  // Verified: images have four dimensions.
  const [, height, width, channels] = x.shape as readonly [number, number, number, number];
  const values = Array.from(positions, (position) => elements[position] ?? -Infinity);
  const places = Array.from(positions, (position) => Math.floor(position / channels) % (height * width));
  return [arrayOf(x.kind, shape, values), arrayOf('i32', shape, places)];
}
