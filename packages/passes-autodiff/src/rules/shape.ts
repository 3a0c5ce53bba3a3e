import {
  BroadcastInDimOp,
  ClampOp,
  ConcatenateOp,
  DynamicSliceOp,
  DynamicUpdateSliceOp,
  GatherOp,
  numbersAttr,
  OptimizationBarrierOp,
  PadOp,
  ReshapeOp,
  ReverseOp,
  ScatterDimensionNumbersAttr,
  ScatterOp,
  SliceOp,
  tensorOf,
  TransposeOp,
} from '@shardform/dialect-stablehlo';
import {
  boolAttr,
  type InterfaceImplementation,
  inversePermutation,
  type Tensor,
  zip,
} from '@shardform/ir-core';
import type { GradientBuilder } from '../gradient-builder.ts';
import { type GradientInput, gradientRule, type Gradients } from '../gradient-rule.ts';

function broadcastGradients(op: BroadcastInDimOp) {
  return ({ result: g, build }: GradientInput): Gradients => {
    const dims = op.broadcastDimensions.numbers();
    const operand = op.operand.type.shape;
    // Where a size of 1 was repeated, and where there was no dimension, the gradients add up.
    const repeated = g.type.shape.flatMap((size, dim) => {
      const from = dims.indexOf(dim);
      return from < 0 || (operand[from] === 1 && size !== 1) ? [dim] : [];
    });
    const kept = dims.filter((dim) => !repeated.includes(dim));
    const sum = build.sum(g, repeated);
    // Dimensions are kept in the result's order, which need not be the operand's.
    const sorted = [...kept].sort((a, b) => a - b);
    const permuted = build.transpose(
      sum,
      kept.map((dim) => sorted.indexOf(dim)),
    );
    return [build.reshape(permuted, operand)];
  };
}

function concatenateGradients(op: ConcatenateOp) {
  return ({ result: g, isWanted, build }: GradientInput): Gradients => {
    const axis = op.dimension.number;
    const { shape } = g.type;
    let start = 0;
    return op.inputs.map((input, i) => {
      const size = input.type.dimSize(axis);
      const from = start;
      start += size;
      if (isWanted[i] !== true) return null;
      return build.slice(
        g,
        shape.map((_, dim) => (dim === axis ? from : 0)),
        shape.map((whole, dim) => (dim === axis ? from + size : whole)),
        shape.map(() => 1),
      );
    });
  };
}

function sliceGradients(op: SliceOp) {
  return ({ result: g, build }: GradientInput): Gradients => {
    const starts = op.startIndices.numbers();
    const strides = op.strides.numbers();
    const high = zip(op.operand.type.shape, starts, strides).map(([size, start, stride], dim) => {
      const places = g.type.dimSize(dim);
      return size - (start + (places === 0 ? 0 : (places - 1) * stride + 1));
    });
    return [
      build.padWithZeros(
        g,
        starts,
        high,
        strides.map((stride) => stride - 1),
      ),
    ];
  };
}

function padGradients(op: PadOp) {
  return ({ result: g, isWanted, build }: GradientInput): Gradients => {
    const [low, high, interior] = [op.edgePaddingLow, op.edgePaddingHigh, op.interiorPadding].map((attr) =>
      attr.numbers(),
    );
    const cut = build.padWithZeros(
      g,
      low!.map((amount) => -amount),
      high!.map((amount) => -amount),
      low!.map(() => 0),
    );
    const { shape } = cut.type;
    const isDense = interior!.every((amount) => amount === 0);
    const operand = isDense
      ? cut
      : build.slice(
          cut,
          shape.map(() => 0),
          shape,
          interior!.map((amount) => amount + 1),
        );
    if (isWanted[1] !== true) return [operand, null];
    const all = (tensor: Tensor): Tensor =>
      build.sum(
        tensor,
        tensor.type.shape.map((_, dim) => dim),
      );
    return [isWanted[0] === true ? operand : null, build.subtract(all(g), all(operand))];
  };
}

/** Puts `update` into zeros of the type of `into`. */
function placed(update: Tensor, into: Tensor, starts: readonly Tensor[], build: GradientBuilder): Tensor {
  const args = { operand: build.zeros(into.type), update, startIndices: starts };
  return build.builder.create(DynamicUpdateSliceOp, args, [into.type]).result;
}

function updateGradients(op: DynamicUpdateSliceOp) {
  return ({ result: g, isWanted, build }: GradientInput): Gradients => {
    const operand = op.operand;
    const update = op.update;
    const starts = op.startIndices.map(tensorOf);
    const args = { operand: g, update: build.zeros(update.type), startIndices: starts };
    const others = starts.map(() => null);
    return [
      isWanted[0] === true ? build.builder.create(DynamicUpdateSliceOp, args, [operand.type]).result : null,
      isWanted[1] === true
        ? build.builder.create(
            DynamicSliceOp,
            {
              operand: g,
              startIndices: starts,
              sliceSizes: numbersAttr(update.type.shape),
            },
            [update.type],
          ).result
        : null,
      ...others,
    ];
  };
}

/** Indices as they are read: those outside are moved inside, where a scatter would leave them out. */
function clampedIndices(op: GatherOp, build: GradientBuilder): Tensor {
  const { startIndexMap, indexVectorDim } = op.dimensionNumbers;
  const indices = tensorOf(op.startIndices);
  const { rank, elementType } = indices.type;
  const sizes = op.sliceSizes.numbers();
  const limits = startIndexMap.map((dim) => op.operand.type.dimSize(dim) - sizes[dim]!);
  if (limits.length === 0 || indices.type.elementCount === 0) return indices;
  const max =
    indexVectorDim === rank
      ? build.constant(indices.type, limits[0]!)
      : build.broadcast(build.vector(limits, elementType), indices.type, [indexVectorDim]);
  const args = { min: build.zeros(indices.type), operand: indices, max };
  return build.builder.create(ClampOp, args, [indices.type]).result;
}

/** The elements of the result are added where they came from: embeddings are the usual case. */
function gatherGradients(op: GatherOp) {
  return ({ result: g, build }: GradientInput): Gradients => {
    const dimensions = op.dimensionNumbers;
    const operand = op.operand;
    const scatter = build.builder.create(
      ScatterOp,
      {
        inputs: [build.zeros(operand.type)],
        scatterIndices: clampedIndices(op, build),
        updates: [g],
        scatterDimensionNumbers: ScatterDimensionNumbersAttr.get({
          updateWindowDims: dimensions.offsetDims,
          insertedWindowDims: dimensions.collapsedSliceDims,
          inputBatchingDims: dimensions.operandBatchingDims,
          scatterIndicesBatchingDims: dimensions.startIndicesBatchingDims,
          scatterDimsToOperandDims: dimensions.startIndexMap,
          indexVectorDim: dimensions.indexVectorDim,
        }),
        indicesAreSorted: op.indicesAreSorted,
        uniqueIndices: boolAttr(false),
      },
      [operand.type],
    );
    build.fillWithSum(scatter.updateComputation, operand.type.elementType);
    return [tensorOf(scatter.results[0]), null];
  };
}

/** Rules of operations that move elements. */
export const shapeRules: readonly InterfaceImplementation[] = [
  gradientRule.implementFor(BroadcastInDimOp, broadcastGradients),
  gradientRule.implementFor(ConcatenateOp, concatenateGradients),
  gradientRule.implementFor(SliceOp, sliceGradients),
  gradientRule.implementFor(PadOp, padGradients),
  gradientRule.implementFor(GatherOp, gatherGradients),
  gradientRule.implementFor(DynamicUpdateSliceOp, updateGradients),
  gradientRule.implementFor(DynamicSliceOp, (op) => ({ result: g, build }: GradientInput): Gradients => {
    const starts = op.startIndices.map(tensorOf);
    return [placed(g, op.operand, starts, build), ...starts.map(() => null)];
  }),
  gradientRule.implementFor(ReshapeOp, (op) => ({ result: g, build }: GradientInput): Gradients => [
    build.reshape(g, op.operand.type.shape),
  ]),
  gradientRule.implementFor(TransposeOp, (op) => ({ result: g, build }: GradientInput): Gradients => [
    build.transpose(g, inversePermutation(op.permutation.numbers())),
  ]),
  gradientRule.implementFor(ReverseOp, (op) => ({ result: g, build }: GradientInput): Gradients => [
    build.builder.create(ReverseOp, { operand: g, dimensions: op.dimensions }, [g.type]).result,
  ]),
  gradientRule.implementFor(
    OptimizationBarrierOp,
    () =>
      ({ results }: GradientInput): Gradients =>
        results,
  ),
];
