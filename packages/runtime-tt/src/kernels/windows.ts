import {
  type ArrayKind,
  binary,
  compare,
  convert,
  convolution,
  arrayOf,
  elementsOf,
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

/** How windows move over images. */
export interface Windows {
  readonly stride: Pair;
  readonly dilation: Pair;
  /** Top, left, bottom and right. */
  readonly padding: readonly [number, number, number, number];
}

/** Which dimensions of images are batch, height, width and channels. */
export type Places = readonly [number, number, number, number];

/** Batch, height, width and channels in this order. */
export const CHANNELS_LAST: Places = [0, 1, 2, 3];

function windowOf(
  size: number,
  stride: number,
  padLow: number,
  padHigh: number,
  dilation: number,
): WindowDim {
  return { size, stride, padLow, padHigh, baseDilation: 1, windowDilation: dilation };
}

/** Input and output have their dimensions in the same places. */
function placesOf([batch, height, width, feature]: Places) {
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

/** A convolution with weights of output channels, input channels, height and width. */
export function convolve(
  [input, weight, bias]: readonly (NdArray | undefined)[],
  { stride, dilation, padding: [top, left, bottom, right] }: Windows,
  groups: number,
  places: Places,
  kind: ArrayKind,
): NdArray {
  const [, , height, width] = weight!.shape as readonly [number, number, number, number];
  const made = convolution(
    input!,
    weight!,
    {
      ...placesOf(places),
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
  [input, weight, bias]: readonly (NdArray | undefined)[],
  { stride, dilation, padding }: Windows,
  more: Pair,
  groups: number,
  places: Places,
  kind: ArrayKind,
): NdArray {
  const [inputs, outputs, height, width] = weight!.shape as readonly [number, number, number, number];
  const split = reshape(weight!, [groups, inputs / groups, outputs, height, width]);
  const kernel = reshape(transpose(split, [1, 0, 2, 3, 4]), [
    inputs / groups,
    groups * outputs,
    height,
    width,
  ]);
  const made = convolution(
    input!,
    kernel,
    {
      ...placesOf(places),
      kernelInputFeatureDimension: 0,
      kernelOutputFeatureDimension: 1,
      kernelSpatialDimensions: [2, 3],
    },
    {
      windows: [height, width].map((size, i) => ({
        size,
        stride: 1,
        padLow: (size - 1) * dilation[i]! - padding[i]!,
        padHigh: (size - 1) * dilation[i]! - padding[i + 2]! + more[i]!,
        baseDilation: stride[i]!,
        windowDilation: dilation[i]!,
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
export function poolWindows([height, width]: Pair, { stride, dilation, padding }: Windows): WindowDim[] {
  const [top, left, bottom, right] = padding;
  return [
    windowOf(1, 1, 0, 0, 1),
    windowOf(height, stride[0], top, bottom, dilation[0]),
    windowOf(width, stride[1], left, right, dilation[1]),
    windowOf(1, 1, 0, 0, 1),
  ];
}

function pool(x: NdArray, windows: readonly WindowDim[], start: number, op: 'add' | 'maximum'): NdArray {
  const wide = convert(x, 'f32');
  return reduceWindow([wide], [scalarArray('f32', start)], windows, ([sum], [own]) => [
    binary(op, sum!, own!),
  ])[0]!;
}

/** The greatest element of each window. */
export function greatestOf(x: NdArray, windows: readonly WindowDim[]): NdArray {
  return pool(x, windows, -Infinity, 'maximum');
}

/** The mean of each window; padding counts unless it is left out. */
export function meanOf(x: NdArray, windows: readonly WindowDim[], countsPadding: boolean): NdArray {
  const sum = pool(x, windows, 0, 'add');
  const area = windows.reduce((product, { size }) => product * size, 1);
  const counts = countsPadding
    ? spread(scalarArray('f32', area), sum.shape)
    : pool(spread(scalarArray('f32', 1), x.shape), windows, 0, 'add');
  return binary('divide', sum, counts);
}

/** The greatest element of each window, and where it stands among the rows and columns of its channel. */
export function greatestWithPlaces(x: NdArray, windows: readonly WindowDim[]): readonly [NdArray, NdArray] {
  const positions = selectedPositions(x, windows, (selected, candidate) =>
    compare('GE', selected, candidate),
  );
  const { shape } = greatestOf(x, windows);
  const elements = elementsOf(x);
  const [, height, width, channels] = x.shape as readonly [number, number, number, number];
  const values = Array.from(positions, (position) => elements[position] ?? -Infinity);
  const places = Array.from(positions, (position) => Math.floor(position / channels) % (height * width));
  return [arrayOf(x.kind, shape, values), arrayOf('i32', shape, places)];
}
