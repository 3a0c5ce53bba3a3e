import {
  type AnyOpClass,
  elementBitWidth,
  type InterfaceImplementation,
  type Operation,
  type RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import type { GatherDimensions } from '../attrs/gather-dimension-numbers-attr.ts';
import { storageType } from '../inference/quantized-types.ts';
import * as ops from '../ops/index.ts';
import { elementwise } from '../traits.ts';
import { reifiedShape } from './reified-shape.ts';
import type { ShapeBuilder } from './shape-builder.ts';

/** Of these the first operand may be a scalar for all elements. */
const WITH_SCALAR: readonly unknown[] = [ops.ClampOp, ops.SelectOp];

const likeFirst: readonly AnyOpClass[] = [
  ...Object.values(ops).filter(
    (item): item is typeof item & AnyOpClass =>
      'definition' in item && item.definition.traits.has(elementwise) && !WITH_SCALAR.includes(item),
  ),
  ops.MapOp,
  ops.ReverseOp,
];

/** The sizes of a gather's result: those of the indices, and at `offset_dims` those of the slices. */
function gatherShape(
  builder: ShapeBuilder,
  { result, startIndices }: ops.GatherOp | ops.DynamicGatherOp,
  dimensions: GatherDimensions,
  sliceSizes: readonly Value[],
): Value {
  const { offsetDims, collapsedSliceDims, operandBatchingDims, indexVectorDim } = dimensions;
  const dropped = new Set([...collapsedSliceDims, ...operandBatchingDims]);
  const slices = sliceSizes.filter((_, d) => !dropped.has(d));
  let batch = 0;
  const sizes = result.type.shape.map((_, d) => {
    const offset = offsetDims.indexOf(d);
    if (offset >= 0) return slices[offset]!;
    const at = batch < indexVectorDim ? batch : batch + 1;
    batch++;
    return builder.dim(startIndices, at);
  });
  return builder.list(sizes);
}

/** Sizes of all dimensions but some. */
function dimsWithout(
  builder: ShapeBuilder,
  value: Value<RankedTensorType>,
  dropped: readonly number[],
): Value[] {
  const kept = value.type.shape.map((_, d) => d).filter((d) => !dropped.includes(d));
  return kept.map((d) => builder.dim(value, d));
}

/** Shapes of StableHLO's results, for the operations of which upstream computes them. */
export const stablehloShapes: readonly InterfaceImplementation[] = [
  ...likeFirst.map((opClass) =>
    reifiedShape.implementFor<Operation>(opClass, (op) => (builder) => builder.shapeOf(op.getOperand(0))),
  ),
  reifiedShape.implementFor(ops.ClampOp, (op) => (builder) => builder.shapeOf(op.operand)),
  reifiedShape.implementFor(ops.SelectOp, (op) => (builder) => builder.shapeOf(op.onTrue)),
  reifiedShape.implementFor(ops.BitcastConvertOp, (op) => (builder) => {
    const [from, to] = [op.operand.type, op.result.type].map(({ elementType }) =>
      elementBitWidth(storageType(elementType)),
    );
    return from === to ? builder.shapeOf(op.operand) : null;
  }),
  reifiedShape.implementFor(ops.DynamicIotaOp, (op) => (builder) => builder.extents(op.outputShape)),
  reifiedShape.implementFor(ops.DynamicReshapeOp, (op) => (builder) => builder.extents(op.outputShape)),
  reifiedShape.implementFor(
    ops.DynamicBroadcastInDimOp,
    (op) => (builder) => builder.extents(op.outputDimensions),
  ),
  reifiedShape.implementFor(ops.RngOp, (op) => (builder) => builder.extents(op.shape)),
  reifiedShape.implementFor(ops.BroadcastOp, (op) => (builder) => {
    const added = op.broadcastSizes.numbers().map((size) => builder.constant(size));
    return builder.list([...added, ...builder.dims(op.operand)]);
  }),
  reifiedShape.implementFor(ops.TransposeOp, (op) => (builder) => {
    const sizes = builder.dims(op.operand);
    return builder.list(op.permutation.numbers().map((d) => sizes[d]!));
  }),
  reifiedShape.implementFor(ops.ConcatenateOp, (op) => (builder) => {
    const [first = [], ...others] = op.inputs.map((input) => builder.dims(input));
    const d = op.dimension.number;
    const total = others.reduce((sum, sizes) => builder.add(sum, sizes[d]!), first[d]!);
    return builder.list(first.with(d, total));
  }),
  reifiedShape.implementFor(
    ops.ReduceOp,
    (op) => (builder) => builder.list(dimsWithout(builder, op.inputs[0]!, op.dimensions.numbers())),
  ),
  reifiedShape.implementFor(ops.DotGeneralOp, (op) => (builder) => {
    const {
      lhsBatchingDimensions: lhsBatching,
      rhsBatchingDimensions: rhsBatching,
      lhsContractingDimensions: lhsContracting,
      rhsContractingDimensions: rhsContracting,
    } = op.dotDimensionNumbers;
    return builder.list([
      ...lhsBatching.map((d) => builder.dim(op.lhs, d)),
      ...dimsWithout(builder, op.lhs, [...lhsBatching, ...lhsContracting]),
      ...dimsWithout(builder, op.rhs, [...rhsBatching, ...rhsContracting]),
    ]);
  }),
  reifiedShape.implementFor(ops.GatherOp, (op) => (builder) => {
    const sizes = op.sliceSizes.numbers().map((size) => builder.constant(size));
    return gatherShape(builder, op, op.dimensionNumbers, sizes);
  }),
  reifiedShape.implementFor(ops.DynamicGatherOp, (op) => (builder) => {
    const count = op.operand.type.rank;
    const sizes = Array.from({ length: count }, (_, d) => builder.indexElement(op.sliceSizes, d));
    return gatherShape(builder, op, op.dimensionNumbers, sizes);
  }),
  reifiedShape.implementFor(ops.PadOp, (op) => (builder) => {
    const [low, high, interior] = [op.edgePaddingLow, op.edgePaddingHigh, op.interiorPadding].map((list) =>
      list.numbers(),
    );
    const [one, zero] = [builder.constant(1), builder.constant(0)];
    const sizes = builder.dims(op.operand).map((size, d) => {
      const between = interior![d]!;
      const gaps = between > 0 ? builder.maximum(builder.subtract(size, one), zero) : null;
      const inner =
        gaps === null ? size : builder.add(size, builder.multiply(gaps, builder.constant(between)));
      return builder.add(inner, builder.constant(low![d]! + high![d]!));
    });
    return builder.list(sizes);
  }),
  reifiedShape.implementFor(ops.DynamicPadOp, (op) => (builder) => {
    const type = op.edgePaddingLow.type.elementType;
    const [zero, one] = [0, 1].map((value) => builder.cast(builder.constant(value), type));
    const sizes = op.operand.type.shape.map((_, d) => {
      const size = builder.cast(builder.dim(op.operand, d), type);
      const low = builder.element(op.edgePaddingLow, d);
      const high = builder.element(op.edgePaddingHigh, d);
      const interior = builder.element(op.interiorPadding, d);
      const gaps = builder.selectLess(size, one!, zero!, () => builder.subtract(size, one!));
      const padded = builder.add(builder.multiply(interior, gaps), size);
      return builder.add(builder.add(padded, low), high);
    });
    return builder.list(sizes, type);
  }),
  reifiedShape.implementFor(ops.RealDynamicSliceOp, (op) => (builder) => {
    const type = op.startIndices.type.elementType;
    const one = builder.cast(builder.constant(1), type);
    const sizes = op.operand.type.shape.map((_, d) => {
      const start = builder.element(op.startIndices, d);
      const limit = builder.element(op.limitIndices, d);
      const stride = builder.element(op.strides, d);
      // The quotient rounds up.
      const sum = builder.add(stride, builder.subtract(limit, start));
      return builder.divide(builder.subtract(sum, one), stride);
    });
    return builder.list(sizes, type);
  }),
];
