import {
  conversionPattern,
  type ConversionRewriter,
  DenseArrayAttr,
  DenseElementsAttr,
  i64,
  i8,
  RankedTensorType,
  type Value,
  zip,
} from '@shardform/ir-core';
import {
  type ConvDimensions,
  ConvolutionOp,
  isPerAxis,
  PadOp,
  type QuantizedType,
} from '@shardform/dialect-stablehlo';
import { type IntegerContraction, replaceContraction } from './contraction.ts';
import { isSymmetric, scalar, zeroPoint } from './scalings.ts';

/** Convolutions of quantized numbers in the layouts of images and volumes, as convolutions of integers. */
export const convolutionPattern = /* @__PURE__ */ conversionPattern(
  ConvolutionOp,
  'quantized-convolution',
  (op, args, rewriter) => {
    const attributes = op.discardable;
    const builder = {
      withWeights: (rhs: Value) =>
        rewriter.create(ConvolutionOp, { ...args, rhs }, op.resultTypes(), { attributes }),
      ofIntegers(type: RankedTensorType) {
        if (!isSupported(op)) return null;
        const lhs = paddedWithZero(op, args.lhs, rewriter);
        const padding = lhs === args.lhs ? op.padding : noPadding(op.lhs.type.rank - 2);
        const product = rewriter.create(ConvolutionOp, { ...args, lhs, padding }, [type], { attributes });
        return integerConvolution(product);
      },
    };
    return replaceContraction(op, args.rhs, builder, rewriter);
  },
  { benefit: 10 },
);

// What dimensions mean, in the order in which they stand: batch and feature, or kernel's input and output feature.
// Volumes with features first are computed with floats, as upstream does.
const LAYOUTS = [
  { ranks: [4, 5], image: ['b', 's', 'f'], kernel: ['s', 'i', 'o'] },
  { ranks: [4], image: ['b', 'f', 's'], kernel: ['o', 'i', 's'] },
] as const;

/**
 * Returns true if weights are symmetric, their scales along the last dimension and in one ratio to the result's, the
 * image not dilated, and the layout known.
 */
function isSupported(op: ConvolutionOp): boolean {
  // The pattern applies to quantized operations only.
  const [rhs, result] = [op.rhs.type.elementType, op.result.type.elementType] as [
    QuantizedType,
    QuantizedType,
  ];
  if (!isSymmetric(rhs)) return false;
  if (isPerAxis(rhs)) {
    if (!isSymmetric(result) || Number(rhs.dimension) !== op.rhs.type.rank - 1) return false;
    if (!haveOneRatio(rhs, result)) return false;
  }
  if (op.lhsDilation?.numbers().some((dilation) => dilation !== 1) === true) return false;
  return isKnownLayout(op.dimensionNumbers);
}

const TOLERANCE = 0.001;

function haveOneRatio(rhs: QuantizedType, result: QuantizedType): boolean {
  const ratios = zip(result.scalings, rhs.scalings).map(([{ scale }, scaling]) => scale / scaling.scale);
  return ratios.every((ratio) => Math.abs((ratio - ratios[0]!) / ratios[0]!) <= TOLERANCE);
}

function isKnownLayout(dimensions: ConvDimensions): boolean {
  const {
    inputSpatialDimensions: inputSpatial,
    kernelSpatialDimensions: kernelSpatial,
    outputSpatialDimensions: outputSpatial,
  } = dimensions;
  const rank = inputSpatial.length + 2;
  return LAYOUTS.some(
    ({ ranks, image, kernel }) =>
      ranks.some((known) => known === rank) &&
      isLaidOut(image, {
        b: dimensions.inputBatchDimension,
        f: dimensions.inputFeatureDimension,
        s: inputSpatial,
      }) &&
      isLaidOut(image, {
        b: dimensions.outputBatchDimension,
        f: dimensions.outputFeatureDimension,
        s: outputSpatial,
      }) &&
      isLaidOut(kernel, {
        i: dimensions.kernelInputFeatureDimension,
        o: dimensions.kernelOutputFeatureDimension,
        s: kernelSpatial,
      }),
  );
}

function isLaidOut(
  order: readonly string[],
  dimensions: Readonly<Record<string, number | readonly number[]>>,
): boolean {
  return order.flatMap((name) => dimensions[name]!).every((dimension, i) => dimension === i);
}

/** The image with its zero point around it, where the convolution pads: padding of integers would be with 0. */
function paddedWithZero(op: ConvolutionOp, image: Value, rewriter: ConversionRewriter): Value {
  const amounts = op.padding?.integers().map(Number) ?? [];
  if (amounts.every((amount) => amount === 0)) return image;
  const { rank, elementType } = op.lhs.type;
  const [low, high] = [0, 1].map((side) => {
    const list = new Array<number>(rank).fill(0);
    op.dimensionNumbers.inputSpatialDimensions.forEach((d, i) => (list[d] = amounts[2 * i + side]!));
    return DenseArrayAttr.get(i64, list);
  });
  return rewriter.create(PadOp, {
    operand: image,
    // Quantized: the pattern's condition has checked it.
    paddingValue: scalar(zeroPoint(elementType as QuantizedType), i8, rewriter),
    edgePaddingLow: low!,
    edgePaddingHigh: high!,
    interiorPadding: DenseArrayAttr.get(i64, new Array<number>(rank).fill(0)),
  }).result;
}

function noPadding(spatialRank: number): DenseElementsAttr {
  return DenseElementsAttr.splat(RankedTensorType.get([spatialRank, 2], i64), 0);
}

function integerConvolution(op: ConvolutionOp): IntegerContraction {
  const dimensions = op.dimensionNumbers;
  const {
    inputBatchDimension: inputBatch,
    inputFeatureDimension: inputFeature,
    inputSpatialDimensions: inputSpatial,
    kernelInputFeatureDimension: kernelInputFeature,
    kernelSpatialDimensions: kernelSpatial,
    outputFeatureDimension: outputFeature,
  } = dimensions;
  return {
    product: op.result,
    lhs: { value: op.lhs, batching: [inputBatch], summed: [...inputSpatial, inputFeature], resultStart: 1 },
    rhs: {
      value: op.rhs,
      batching: [],
      summed: [...kernelSpatial, kernelInputFeature],
      resultStart: outputFeature,
    },
  };
}
