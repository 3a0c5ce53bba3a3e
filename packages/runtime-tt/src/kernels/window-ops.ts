import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import { DenseArrayAttr, type IntegerAttr, type InterfaceImplementation, lastOf } from '@shardform/ir-core';
import { interpretable, type NdArray, reshape } from '@shardform/runtime-sim';
import { both } from './both.ts';
import { asResult, resultType } from '../result.ts';
import { withFunctions } from './elementwise-ops.ts';
import {
  CHANNELS_LAST,
  convolve,
  convolveTransposed,
  greatestOf,
  greatestWithPlaces,
  meanOf,
  type Pair,
  type DimensionNumbers,
  type PoolWindows,
  poolWindows,
  type Windows,
  weightedInput,
} from './windows.ts';

function numbersAttr(attr: ttir.WindowAttr): readonly number[] {
  return attr instanceof DenseArrayAttr ? attr.numbers() : [attr.number];
}

/** Numbers for height and width: one for both, or one for each. */
function pair(attr: ttir.WindowAttr): Pair {
  const numbers = numbersAttr(attr);
  return [numbers[0], numbers[1] ?? numbers[0]];
}

/** Top, left, bottom and right: one for all, one for each direction, or one for each side. */
function sides(attr: ttir.WindowAttr): Windows['padding'] {
  // Verified: one, two or four numbers.
  const [top, left, bottom, right] = numbersAttr(attr) as readonly [number, number?, number?, number?];
  return [top, left ?? top, bottom ?? top, right ?? left ?? top];
}

interface Windowed {
  readonly stride: ttir.WindowAttr;
  readonly dilation: ttir.WindowAttr;
  readonly padding: ttir.WindowAttr;
}

function windowsOf(op: Windowed): Windows {
  return { stride: pair(op.stride), dilation: pair(op.dilation), padding: sides(op.padding) };
}

/** The images of an operation whose operand has batch, height and width as one dimension. */
function images(
  x: NdArray,
  info: { readonly batch: number; readonly height: number; readonly width: number } | null,
): NdArray {
  return info === null ? x : reshape(x, [info.batch, info.height, info.width, lastOf(x.shape)]);
}

function flattenedInfo(info: ttir.FlattenedCompatInfoAttr | null): Parameters<typeof images>[1] {
  if (info === null) return null;
  const { batchSize: batch, inputHeight: height, inputWidth: width } = info;
  return { batch, height, width };
}

function libraryInfo(op: {
  readonly batchSize: IntegerAttr;
  readonly inputHeight: IntegerAttr;
  readonly inputWidth: IntegerAttr;
}): Parameters<typeof images>[1] {
  return { batch: op.batchSize.number, height: op.inputHeight.number, width: op.inputWidth.number };
}

function dimensionNumbersOf(op: ttir.Conv2dOp | ttir.ConvTranspose2dOp): DimensionNumbers {
  if (op.flattenedCompatInfo !== null) return CHANNELS_LAST;
  const [batch, height, width] = [op.batchDim, op.heightDim, op.widthDim].map((dim, i) => dim?.number ?? i);
  return [batch, height, width, op.channelDim?.number ?? 3];
}

/** The library lists the padding of convolutions as top, bottom, left and right. */
function libraryWindows(op: ttnn.Conv2dOp): Windows {
  const windows = windowsOf(op);
  const numbers = op.padding.numbers();
  // Used only where there are four numbers.
  const [top, bottom, left, right] = numbers as Windows['padding'];
  return numbers.length === 4 ? { ...windows, padding: [top, left, bottom, right] } : windows;
}

type TtirPool = ttir.MaxPool2dOp | ttir.AvgPool2dOp | ttir.MaxPool2dWithIndicesOp;
type LibraryPool = ttnn.MaxPool2dOp | ttnn.AvgPool2dOp | ttnn.MaxPool2dWithIndicesOp;

/** Images and windows of a pooling. */
function pooled(op: TtirPool | LibraryPool, x: NdArray): readonly [NdArray, PoolWindows] {
  const isLibrary = 'kernelSize' in op;
  const info = isLibrary ? libraryInfo(op) : flattenedInfo(op.flattenedCompatInfo);
  const input = images(x, info);
  const kernel = pair(isLibrary ? op.kernelSize : op.kernel);
  return [input, poolWindows(input.shape, kernel, windowsOf(op), op.ceilMode.number !== 0)];
}

/** Windows over images. */
export const windowInterpreters: readonly InterfaceImplementation[] = [
  interpretable.implementFor(ttir.Conv2dOp, (op) => (inputs) => {
    const [x, ...weights] = weightedInput(op, inputs);
    const input = images(x, flattenedInfo(op.flattenedCompatInfo));
    const { kind } = resultType(op);
    return [
      asResult(
        op,
        convolve([input, ...weights], windowsOf(op), op.groups.number, dimensionNumbersOf(op), kind),
      ),
    ];
  }),
  interpretable.implementFor(ttnn.Conv2dOp, (op) => (inputs) => {
    const [x, ...weights] = weightedInput(op, inputs);
    const input = images(x, libraryInfo(op));
    const { kind } = resultType(op);
    const windows = libraryWindows(op);
    const made = convolve([input, ...weights], windows, op.groups.number, CHANNELS_LAST, kind);
    const activation = op.conv2dConfig?.activation ?? null;
    return [asResult(op, activation === null ? made : withFunctions(op, [activation.opType], made))];
  }),
  interpretable.implementFor(ttir.ConvTranspose2dOp, (op) => (inputs) => {
    const [x, ...weights] = weightedInput(op, inputs);
    const input = images(x, flattenedInfo(op.flattenedCompatInfo));
    const more = pair(op.outputPadding);
    const { kind } = resultType(op);
    return [
      asResult(
        op,
        convolveTransposed(
          [input, ...weights],
          windowsOf(op),
          more,
          op.groups.number,
          dimensionNumbersOf(op),
          kind,
        ),
      ),
    ];
  }),
  interpretable.implementFor(ttnn.ConvTranspose2dOp, (op) => (inputs) => {
    const [x, ...weights] = weightedInput(op, inputs);
    const input = images(x, libraryInfo(op));
    const more = pair(op.outputPadding);
    const { kind } = resultType(op);
    return [
      asResult(
        op,
        convolveTransposed([input, ...weights], windowsOf(op), more, op.groups.number, CHANNELS_LAST, kind),
      ),
    ];
  }),
  ...both(ttir.MaxPool2dOp, ttnn.MaxPool2dOp, (op) => ([x]) => [asResult(op, greatestOf(...pooled(op, x)))]),
  ...both(ttir.AvgPool2dOp, ttnn.AvgPool2dOp, (op) => ([x]) => [
    asResult(op, meanOf(...pooled(op, x), op.countIncludePad?.number !== 0, op.divisorOverride?.number ?? 0)),
  ]),
  ...both(ttir.MaxPool2dWithIndicesOp, ttnn.MaxPool2dWithIndicesOp, (op) => ([x]) => {
    const [values, places] = greatestWithPlaces(...pooled(op, x));
    return [asResult(op, values), asResult(op, places, 1)];
  }),
];
