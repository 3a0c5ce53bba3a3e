import {
  ConvDimensionNumbersAttr,
  ConvolutionOp,
  numbersAttr,
  paddingAttr,
  type WindowDimension,
  windowDimensions,
} from '@shardform/dialect-stablehlo';
import {
  i64Attr,
  type InterfaceImplementation,
  RankedTensorType,
  type Tensor,
  zip,
} from '@shardform/ir-core';
import type { GradientBuilder } from '../gradient-builder.ts';
import { type GradientInput, gradientRule, type Gradients } from '../gradient-rule.ts';
import { dilated, paddingsBack } from './paddings-back.ts';

function convolutionGradients(op: ConvolutionOp) {
  return ({ result: g, isWanted, build }: GradientInput): Gradients => {
    const d = op.dimensionNumbers;
    const batchGroups = op.batchGroupCount.number;
    const groups = op.featureGroupCount.number * batchGroups;
    const reversed = d.kernelSpatialDimensions.filter((_, i) => (op.windowReversal?.numbers()[i] ?? 0) !== 0);
    const turned = (kernel: Tensor): Tensor => build.reverse(kernel, reversed);
    const lhs = op.lhs;
    const rhs = turned(op.rhs);
    const sizes = (tensor: Tensor, dims: readonly number[]): number[] =>
      dims.map((dim) => tensor.type.dimSize(dim));
    const kernel = sizes(rhs, d.kernelSpatialDimensions);
    const windows = windowDimensions({
      sizes: kernel,
      strides: op.windowStrides,
      padding: op.padding,
      baseDilations: op.lhsDilation,
      windowDilations: op.rhsDilation,
    });
    if (typeof windows === 'string') return windows;
    const [inputs, outputs] = [sizes(lhs, d.inputSpatialDimensions), sizes(g, d.outputSpatialDimensions)];
    const list = (of: (window: WindowDimension) => number) => numbersAttr(windows.map(of));
    const shared = { precisionConfig: op.precisionConfig, windowReversal: null };
    const back = (): Tensor => {
      const weights = flippedKernel(rhs, d, groups, build);
      const gradient = build.builder.create(
        ConvolutionOp,
        {
          ...shared,
          lhs: g,
          rhs: weights,
          windowStrides: list(({ baseDilation }) => baseDilation),
          padding: paddingAttr(paddingsBack(windows, inputs, outputs)),
          lhsDilation: list(({ stride }) => stride),
          rhsDilation: list(({ windowDilation }) => windowDilation),
          dimensionNumbers: ConvDimensionNumbersAttr.get({
            inputBatchDimension: d.outputBatchDimension,
            inputFeatureDimension: d.outputFeatureDimension,
            inputSpatialDimensions: d.outputSpatialDimensions,
            kernelInputFeatureDimension: d.kernelOutputFeatureDimension,
            kernelOutputFeatureDimension: d.kernelInputFeatureDimension,
            kernelSpatialDimensions: d.kernelSpatialDimensions,
            outputBatchDimension: d.inputBatchDimension,
            outputFeatureDimension: d.inputFeatureDimension,
            outputSpatialDimensions: d.inputSpatialDimensions,
          }),
          featureGroupCount: i64Attr(groups),
          batchGroupCount: i64Attr(1),
        },
        [RankedTensorType.get(sized(lhs, d, batchGroups), lhs.type.elementType)],
      ).result;
      return mergedBatch(gradient, d, batchGroups, build);
    };
    const weights = (): Tensor => {
      const padding = zip(windows, outputs, inputs).map(
        ([{ stride, padLow, baseDilation, size, windowDilation }, output, input]) => {
          const rest = dilated(output, stride) - dilated(input, baseDilation);
          return [padLow, rest + dilated(size, windowDilation) - padLow - 1] as const;
        },
      );
      return build.builder.create(
        ConvolutionOp,
        {
          ...shared,
          lhs,
          rhs: g,
          windowStrides: list(({ windowDilation }) => windowDilation),
          padding: paddingAttr(padding),
          lhsDilation: list(({ baseDilation }) => baseDilation),
          rhsDilation: list(({ stride }) => stride),
          // Batch and feature are exchanged: what is summed over is the batch.
          dimensionNumbers: ConvDimensionNumbersAttr.get({
            inputBatchDimension: d.inputFeatureDimension,
            inputFeatureDimension: d.inputBatchDimension,
            inputSpatialDimensions: d.inputSpatialDimensions,
            kernelInputFeatureDimension: d.outputBatchDimension,
            kernelOutputFeatureDimension: d.outputFeatureDimension,
            kernelSpatialDimensions: d.outputSpatialDimensions,
            outputBatchDimension: d.kernelInputFeatureDimension,
            outputFeatureDimension: d.kernelOutputFeatureDimension,
            outputSpatialDimensions: d.kernelSpatialDimensions,
          }),
          featureGroupCount: op.batchGroupCount,
          batchGroupCount: op.featureGroupCount,
        },
        [rhs.type],
      ).result;
    };
    return [isWanted[0] === true ? back() : null, isWanted[1] === true ? turned(weights()) : null];
  };
}

/** The shape of the input with the groups of its batch among its features. */
function sized(
  lhs: Tensor,
  { inputBatchDimension: inputBatch, inputFeatureDimension: inputFeature }: ConvDimensionNumbersAttr,
  groups: number,
): number[] {
  return lhs.type.shape.map((size, dim) => {
    if (dim === inputBatch) return size / groups;
    return dim === inputFeature ? size * groups : size;
  });
}

/** Moves the groups from the features to the batch, where they become the major factor. */
function mergedBatch(
  gradient: Tensor,
  { inputBatchDimension: inputBatch, inputFeatureDimension: inputFeature }: ConvDimensionNumbersAttr,
  groups: number,
  build: GradientBuilder,
): Tensor {
  if (groups === 1) return gradient;
  const { shape } = gradient.type;
  const parted = shape.flatMap((size, dim) => (dim === inputFeature ? [groups, size / groups] : [size]));
  const place = (dim: number): number => (dim >= inputFeature ? dim + 1 : dim);
  const apart = build.reshape(gradient, parted);
  const order = shape.flatMap((_, dim) => (dim === inputBatch ? [inputFeature, place(dim)] : [place(dim)]));
  const merged = shape.map((size, dim) => {
    if (dim === inputBatch) return size * groups;
    return dim === inputFeature ? size / groups : size;
  });
  return build.reshape(build.transpose(apart, order), merged);
}

/** The kernel turned round, with the groups moved from its output to its input features. */
function flippedKernel(
  rhs: Tensor,
  {
    kernelInputFeatureDimension: kernelInputFeature,
    kernelOutputFeatureDimension: kernelOutputFeature,
    kernelSpatialDimensions: kernelSpatial,
  }: ConvDimensionNumbersAttr,
  groups: number,
  build: GradientBuilder,
): Tensor {
  let kernel = rhs;
  if (groups > 1) {
    const { shape } = rhs.type;
    const parted = shape.flatMap((size, dim) =>
      dim === kernelOutputFeature ? [groups, size / groups] : [size],
    );
    // The dimension of the groups stands before the output features, which move one dimension back.
    const place = (dim: number): number => (dim >= kernelOutputFeature ? dim + 1 : dim);
    const apart = build.reshape(rhs, parted);
    const order = shape.flatMap((_, dim) =>
      dim === kernelInputFeature ? [kernelOutputFeature, place(dim)] : [place(dim)],
    );
    const merged = shape.map((size, dim) => {
      if (dim === kernelInputFeature) return size * groups;
      return dim === kernelOutputFeature ? size / groups : size;
    });
    kernel = build.reshape(build.transpose(apart, order), merged);
  }
  return build.reverse(kernel, kernelSpatial);
}

/** Rules of convolutions. */
export const convolutionRules: readonly InterfaceImplementation[] = [
  gradientRule.implementFor(ConvolutionOp, convolutionGradients),
];
