import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import { type ConversionPattern, IntegerAttr, product, type Tensor, lastOf } from '@shardform/ir-core';
import { roundedUp, TensorBuilder } from '@shardform/dialect-ttnn';
import { conversion, sameArguments } from './convertible.ts';

/** The library takes rows of indices in whole tiles, and a gradient of as many rows. */
const embeddingBackward = conversion(ttir.EmbeddingBackwardOp, (op, { builder }) => {
  const { weight, result } = op;
  let indices: Tensor = op.input;
  const tensors = new TensorBuilder(builder);
  if (indices.type.rank > 2 && indices.type.shape.at(-1) === 1) {
    indices = tensors.reshape(indices, indices.type.shape.slice(0, -1));
  }
  if (indices.type.rank === 1) indices = tensors.reshape(indices, [1, indices.type.dimSize(0)]);
  let gradient: Tensor = op.inGradient;
  const length = indices.type.dimSize(-1);
  const whole = roundedUp(length, ttnn.TILE);
  if (whole !== length) {
    indices = tensors.padTo(indices, indices.type.rank - 1, whole);
    gradient = tensors.padTo(gradient, gradient.type.rank - 2, whole);
  }
  const { shape } = gradient.type;
  const rows = product(shape.slice(0, -1));
  gradient = tensors.reshape(gradient, [1, 1, rows, lastOf(shape)]);
  if (indices.type.rank === 2) {
    const [batch, size] = indices.type.shape;
    indices = tensors.reshape(indices, [batch!, 1, 1, size!]);
  }
  const type = ttnn.changedTensor(result.type, { shape: [1, 1, ...result.type.shape] });
  const args = { input: indices, weight, inGradient: gradient };
  const made = builder.create(ttnn.EmbeddingBackwardOp, args, [type]);
  const output = { input: made.result, shape: ttir.i32Array(result.type.shape) };
  return builder.create(ttnn.ReshapeOp, output, [result.type]);
});

/** Operations on elements that indices name, and repetition. */
export const indexingConversions: readonly ConversionPattern[] = [
  sameArguments(ttir.EmbeddingOp, ttnn.EmbeddingOp),
  embeddingBackward,
  sameArguments(ttir.GatherOp, ttnn.GatherOp),
  sameArguments(ttir.ScatterOp, ttnn.ScatterOp),
  sameArguments(ttir.RowsGatherOp, ttnn.RowsGatherOp),
  sameArguments(ttir.RowsScatterOp, ttnn.RowsScatterOp),
  // The library finds the index along one dimension, or among all elements.
  conversion(ttir.ArgMaxOp, (op, { builder, refuse }) => {
    const dims = op.dimArg === null ? [] : ttir.i32Numbers(op.dimArg);
    const isAll = dims.length === 0 || dims.length === op.input.type.rank;
    if (!isAll && dims.length > 1) {
      return refuse(
        `finds indices over dimensions ${dims.join(', ')}, but TTNN does so over one or all; reshape the tensor so that they are one dimension`,
      );
    }
    const dim = isAll && dims.length !== 1 ? null : IntegerAttr.get(dims[0]!, ttir.si32);
    return builder.create(ttnn.ArgMaxOp, { input: op.input, dim, keepDim: op.keepDim }, op.resultTypes());
  }),
  sameArguments(ttir.SliceDynamicOp, ttnn.SliceDynamicOp),
  conversion(ttir.RepeatOp, (op, { builder }) => {
    const repeatDims = ttnn.ShapeAttr.get({ shape: op.repeatDimensions.numbers() });
    return builder.create(ttnn.RepeatOp, { input: op.input, repeatDims }, op.resultTypes());
  }),
  sameArguments(ttir.RepeatInterleaveOp, ttnn.RepeatInterleaveOp),
  sameArguments(ttir.SortOp, ttnn.SortOp),
  sameArguments(ttir.TopKOp, ttnn.TopKOp),
  sameArguments(ttir.CumSumOp, ttnn.CumSumOp),
  sameArguments(ttir.CumProdOp, ttnn.CumProdOp),
  sameArguments(ttir.CumulativeOp, ttnn.CumulativeOp),
];
