import {
  AddOp,
  ConvDimensionNumbersAttr,
  ConvolutionOp,
  DotGeneralOp,
  MaxOp,
  MinOp,
  numbersAttr,
  paddingAttr,
  ReduceOp,
  reducerOp,
  ReduceWindowOp,
  ReverseOp,
  SelectAndScatterOp,
  type Tensor,
  tensorOf,
  type WindowDimension,
  windowDimensions,
} from '@shardform/dialect-stablehlo';
import { type InterfaceImplementation, RankedTensorType } from '@shardform/ir-core';
import type { GradientBuilder } from '../gradient-builder.ts';
import { type GradientInput, gradientRule, type Gradients } from '../gradient-rule.ts';

function dotGradients(op: DotGeneralOp) {
  return ({ results: [g], isWanted, build }: GradientInput): Gradients => {
    const { lhsBatching, rhsBatching, lhsContracting, rhsContracting } = op.dotDimensionNumbers;
    const [lhs, rhs] = [op.lhs, op.rhs];
    const free = (tensor: Tensor, ...taken: (readonly number[])[]): number[] =>
      tensor.type.shape.flatMap((_, dim) => (taken.some((list) => list.includes(dim)) ? [] : [dim]));
    const lhsFree = free(lhs, lhsBatching, lhsContracting);
    const rhsFree = free(rhs, rhsBatching, rhsContracting);
    const batch = lhsBatching.map((_, i) => i);
    const lhsPlaces = lhsFree.map((_, i) => batch.length + i);
    const rhsPlaces = rhsFree.map((_, i) => batch.length + lhsFree.length + i);
    /** The other operand, contracted with the gradient along its own free dimensions. */
    const side = (
      own: Tensor,
      other: Tensor,
      places: readonly number[],
      otherBatching: readonly number[],
      otherFree: readonly number[],
      order: readonly number[],
    ): Tensor => {
      const dims = {
        lhsBatching: batch,
        rhsBatching: otherBatching,
        lhsContracting: places,
        rhsContracting: otherFree,
      };
      const product = build.dot(g!, other, dims, own.type.elementType);
      // `order[i]` is the operand's dimension that the product's `i`-th belongs to.
      return build.transpose(
        product,
        order.map((_, dim) => order.indexOf(dim)),
      );
    };
    /** The product has the contracted dimensions in the order of the other operand's dimensions. */
    const contracted = (own: readonly number[], other: readonly number[]): number[] =>
      own
        .map((dim, i) => [dim, other[i]!] as const)
        .sort(([, a], [, b]) => a - b)
        .map(([dim]) => dim);
    return [
      isWanted[0] === true
        ? side(lhs, rhs, rhsPlaces, rhsBatching, rhsFree, [
            ...lhsBatching,
            ...lhsFree,
            ...contracted(lhsContracting, rhsContracting),
          ])
        : null,
      isWanted[1] === true
        ? side(rhs, lhs, lhsPlaces, lhsBatching, lhsFree, [
            ...rhsBatching,
            ...rhsFree,
            ...contracted(rhsContracting, lhsContracting),
          ])
        : null,
    ];
  };
}

/** Sums, and maxima and minima, which share the gradient among the elements that reach them. */
function reduceGradients(op: ReduceOp) {
  return ({ results: [g], isWanted, build }: GradientInput): Gradients => {
    const combiner = op.inputs.length === 1 ? reducerOp(op.body) : null;
    const isSum = combiner instanceof AddOp;
    if (!isSum && !(combiner instanceof MaxOp) && !(combiner instanceof MinOp))
      return 'has no gradient unless it adds, or takes the maximum or the minimum';
    const input = op.inputs[0] as Tensor;
    const dims = op.dimensions.numbers();
    const kept = input.type.shape.flatMap((_, dim) => (dims.includes(dim) ? [] : [dim]));
    const spread = (tensor: Tensor): Tensor => build.broadcast(tensor, input.type, kept);
    if (isSum) {
      const all = g!.type.shape.map((_, dim) => dim);
      return [isWanted[0] === true ? spread(g!) : null, isWanted[1] === true ? build.sum(g!, all) : null];
    }
    if (isWanted[1] === true) return 'has no gradient for the value that it starts from';
    const isReached = build.compare(input, 'EQ', spread(tensorOf(op.results[0])));
    const ones = build.select(isReached, build.constant(input.type, 1), build.zeros(input.type));
    const shares = build.divide(g!, build.sum(ones, dims));
    return [build.multiply(ones, spread(shares)), null];
  };
}

function dilated(size: number, dilation: number): number {
  return size === 0 ? 0 : (size - 1) * dilation + 1;
}

/** Paddings of the gradient, so that a window moves over it the other way round. */
function paddingsBack(
  windows: readonly WindowDimension[],
  inputs: readonly number[],
  outputs: readonly number[],
): (readonly [number, number])[] {
  return windows.map(({ size, stride, padLow, baseDilation, windowDilation }, i) => {
    const extent = dilated(size, windowDilation);
    const low = extent - padLow - 1;
    const high = dilated(inputs[i]!, baseDilation) + extent - 1 - dilated(outputs[i]!, stride) - low;
    return [low, high];
  });
}

function convolutionGradients(op: ConvolutionOp) {
  return ({ results: [g], isWanted, build }: GradientInput): Gradients => {
    const { dimensions: d } = op.dimensionNumbers;
    const groups = op.featureGroupCount.number;
    if (op.batchGroupCount.number !== 1) return 'has no gradient with batch groups';
    if (op.windowReversal?.numbers().some((flag) => flag !== 0) === true)
      return 'has no gradient with reversed windows';
    const [lhs, rhs] = [op.lhs, op.rhs];
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
      return build.builder.create(
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
          featureGroupCount: op.featureGroupCount,
          batchGroupCount: op.batchGroupCount,
        },
        [lhs.type],
      ).result;
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
    return [isWanted[0] === true ? back() : null, isWanted[1] === true ? weights() : null];
  };
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
  const args = { operand: kernel, dimensions: numbersAttr(kernelSpatial) };
  return build.builder.create(ReverseOp, args, [kernel.type]).result;
}

function reduceWindowGradients(op: ReduceWindowOp) {
  return ({ results: [g], isWanted, build }: GradientInput): Gradients => {
    const combiner = op.inputs.length === 1 ? reducerOp(op.body) : null;
    if (isWanted[1] === true) return 'has no gradient for the value that it starts from';
    const input = op.inputs[0] as Tensor;
    const windows = windowDimensions({
      sizes: op.windowDimensions.numbers(),
      strides: op.windowStrides,
      padding: op.padding,
      baseDilations: op.baseDilations,
      windowDilations: op.windowDilations,
    });
    if (typeof windows === 'string') return windows;
    if (combiner instanceof AddOp) return [windowSumGradient(g!, input, op, windows, build), null];
    if (!(combiner instanceof MaxOp) && !(combiner instanceof MinOp))
      return 'has no gradient unless it adds, or takes the maximum or the minimum';
    if (windows.some(({ baseDilation, windowDilation }) => baseDilation !== 1 || windowDilation !== 1))
      return 'has no gradient with dilations unless it adds';
    const { elementType } = input.type;
    const scatter = build.builder.create(
      SelectAndScatterOp,
      {
        operand: input,
        source: g!,
        initValue: build.zeros(RankedTensorType.get([], elementType)),
        windowDimensions: op.windowDimensions,
        windowStrides: op.windowStrides,
        padding: op.padding,
      },
      [input.type],
    );
    build.fillWithComparison(scatter.select, elementType, combiner instanceof MaxOp ? 'GE' : 'LE');
    build.fillWithSum(scatter.scatter, elementType);
    return [scatter.result, null];
  };
}

/** The windows move over the gradients, between which there are as many holes as steps were left out. */
function windowSumGradient(
  g: Tensor,
  input: Tensor,
  op: ReduceWindowOp,
  windows: readonly WindowDimension[],
  build: GradientBuilder,
): Tensor {
  const paddings = paddingsBack(windows, input.type.shape, g.type.shape);
  const spread = build.padWithZeros(
    g,
    paddings.map(([low]) => low),
    paddings.map(([, high]) => high),
    windows.map(({ stride }) => stride - 1),
  );
  const { elementType } = input.type;
  const sum = build.builder.create(
    ReduceWindowOp,
    {
      inputs: [spread],
      initValues: [build.zeros(RankedTensorType.get([], elementType))],
      windowDimensions: op.windowDimensions,
      windowStrides: numbersAttr(windows.map(({ baseDilation }) => baseDilation)),
      baseDilations: null,
      windowDilations: op.windowDilations,
      padding: null,
    },
    [input.type],
  );
  build.fillWithSum(sum.body, elementType);
  return tensorOf(sum.results[0]);
}

/** Rules of operations that combine elements. */
export const contractionRules: readonly InterfaceImplementation[] = [
  gradientRule.implementFor(DotGeneralOp, dotGradients),
  gradientRule.implementFor(ReduceOp, reduceGradients),
  gradientRule.implementFor(ConvolutionOp, convolutionGradients),
  gradientRule.implementFor(ReduceWindowOp, reduceWindowGradients),
];
