import {
  ConvDimensionNumbersAttr,
  ConvolutionOp,
  numbersAttr,
  paddingAttr,
  type WindowDimension,
  windowDimensions,
} from '@shardform/dialect-stablehlo';
import { i64Attr, type InterfaceImplementation, RankedTensorType, type Tensor } from '@shardform/ir-core';
import type { GradientBuilder } from '../gradient-builder.ts';
import { type GradientInput, gradientRule, type Gradients } from '../gradient-rule.ts';
import { dilated, paddingsBack } from './paddings-back.ts';

function convolutionGradients(op: ConvolutionOp) {
  return ({ results: [g], isWanted, build }: GradientInput): Gradients => {
    const { dimensions: d } = op.dimensionNumbers;
    const batchGroups = op.batchGroupCount.number;
    const groups = op.featureGroupCount.number * batchGroups;
    const reversed = d.kernelSpatial.filter((_, i) => (op.windowReversal?.numbers()[i] ?? 0) !== 0);
    const turned = (kernel: Tensor): Tensor => build.reverse(kernel, reversed);
    const lhs = op.lhs;
    const rhs = turned(op.rhs);
    const sizes = (tensor: Tensor, dims: readonly number[]): number[] =>
      dims.map((dim) => tensor.type.shape[dim]!);
    const kernel = sizes(rhs, d.kernelSpatial);
    const windows = windowDimensions({
      sizes: kernel,
      strides: op.windowStrides,
      padding: op.padding,
      baseDilations: op.lhsDilation,
      windowDilations: op.rhsDilation,
    });
    if (typeof windows === 'string') return windows;
    const [inputs, outputs] = [sizes(lhs, d.inputSpatial), sizes(g!, d.outputSpatial)];
    const list = (of: (window: WindowDimension) => number) => numbersAttr(windows.map(of));
    const shared = { precisionConfig: op.precisionConfig, windowReversal: null };
    const back = (): Tensor => {
      const weights = flippedKernel(rhs, d, groups, build);
      const gradient = build.builder.create(
        ConvolutionOp,
        {
          ...shared,
          lhs: g!,
          rhs: weights,
          windowStrides: list(({ baseDilation }) => baseDilation),
          padding: paddingAttr(paddingsBack(windows, inputs, outputs)),
          lhsDilation: list(({ stride }) => stride),
          rhsDilation: list(({ windowDilation }) => windowDilation),
          dimensionNumbers: ConvDimensionNumbersAttr.get({
            inputBatch: d.outputBatch,
            inputFeature: d.outputFeature,
            inputSpatial: d.outputSpatial,
            kernelInputFeature: d.kernelOutputFeature,
            kernelOutputFeature: d.kernelInputFeature,
            kernelSpatial: d.kernelSpatial,
            outputBatch: d.inputBatch,
            outputFeature: d.inputFeature,
            outputSpatial: d.inputSpatial,
          }),
          featureGroupCount: i64Attr(groups),
          batchGroupCount: i64Attr(1),
        },
        [RankedTensorType.get(sized(lhs, d, batchGroups), lhs.type.elementType)],
      ).result;
      return mergedBatch(gradient, d, batchGroups, build);
    };
    const weights = (): Tensor => {
      const padding = windows.map(({ stride, padLow, baseDilation, size, windowDilation }, i) => {
        const rest = dilated(outputs[i]!, stride) - dilated(inputs[i]!, baseDilation);
        return [padLow, rest + dilated(size, windowDilation) - padLow - 1] as const;
      });
      return build.builder.create(
        ConvolutionOp,
        {
          ...shared,
          lhs,
          rhs: g!,
          windowStrides: list(({ windowDilation }) => windowDilation),
          padding: paddingAttr(padding),
          lhsDilation: list(({ baseDilation }) => baseDilation),
          rhsDilation: list(({ stride }) => stride),
          // Batch and feature change places: what is summed over is the batch.
          dimensionNumbers: ConvDimensionNumbersAttr.get({
            inputBatch: d.inputFeature,
            inputFeature: d.inputBatch,
            inputSpatial: d.inputSpatial,
            kernelInputFeature: d.outputBatch,
            kernelOutputFeature: d.outputFeature,
            kernelSpatial: d.outputSpatial,
            outputBatch: d.kernelInputFeature,
            outputFeature: d.kernelOutputFeature,
            outputSpatial: d.kernelSpatial,
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
  { inputBatch, inputFeature }: ConvDimensionNumbersAttr['dimensions'],
  groups: number,
): number[] {
  return lhs.type.shape.map((size, dim) => {
    if (dim === inputBatch) return size / groups;
    return dim === inputFeature ? size * groups : size;
  });
}

/** Moves the groups from the features to the batch, whose first part they are. */
function mergedBatch(
  gradient: Tensor,
  { inputBatch, inputFeature }: ConvDimensionNumbersAttr['dimensions'],
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
  { kernelInputFeature, kernelOutputFeature, kernelSpatial }: ConvDimensionNumbersAttr['dimensions'],
  groups: number,
  build: GradientBuilder,
): Tensor {
  let kernel = rhs;
  if (groups > 1) {
    const { shape } = rhs.type;
    const parted = shape.flatMap((size, dim) =>
      dim === kernelOutputFeature ? [groups, size / groups] : [size],
    );
    // The dimension of the groups is at the place of the output features, which move one place back.
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
