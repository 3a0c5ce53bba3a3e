import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import { IntegerAttr, IntegerType, type RankedTensorType, type Value } from '@shardform/ir-core';
import { type Conversion, conversion } from './convertible.ts';

type Tensor = Value<RankedTensorType>;

/** A type of another shape with a layout of the same kind. */
function withShape(type: RankedTensorType, shape: readonly number[]): RankedTensorType {
  const layout = ttnn.layoutOf(type);
  const request = layout && { bufferType: layout.bufferType, isTiled: layout.isTiled };
  return ttnn.withEncoding(
    type.withShape(shape),
    request && ttnn.makeLayout(shape, type.elementType, request),
  );
}

/** Operations on elements that indices name, and repetition. */
export const indexingConversions: readonly Conversion[] = [
  conversion(ttir.EmbeddingOp, (op, { builder }) =>
    builder.create(ttnn.EmbeddingOp, { input: op.input, weight: op.weight }, op.resultTypes()),
  ),
  // The library takes one row of indices and a gradient of as many rows.
  conversion(ttir.EmbeddingBackwardOp, (op, { builder }) => {
    const { input, weight, inGradient, result } = op;
    const rows = input.type.shape.reduce((product, size) => product * size, 1);
    const reshaped = (tensor: Tensor, shape: readonly number[]): Tensor =>
      builder.create(ttnn.ReshapeOp, { input: tensor, shape: ttir.i32Array(shape) }, [
        withShape(tensor.type, shape),
      ]).result;
    const index = reshaped(input, [1, 1, 1, rows]);
    const gradient = reshaped(inGradient, [1, 1, rows, inGradient.type.shape.at(-1)!]);
    const type = withShape(result.type, [1, 1, ...result.type.shape]);
    const made = builder.create(ttnn.EmbeddingBackwardOp, { input: index, weight, inGradient: gradient }, [
      type,
    ]);
    return builder.create(ttnn.ReshapeOp, { input: made.result, shape: ttir.i32Array(result.type.shape) }, [
      result.type,
    ]);
  }),
  conversion(ttir.GatherOp, (op, { builder }) => {
    const dim = IntegerAttr.get(op.dim.value, ttir.si32);
    return builder.create(ttnn.GatherOp, { input: op.input, index: op.index, dim }, op.resultTypes());
  }),
  conversion(ttir.ScatterOp, (op, { builder }) => {
    const { input, index, source, scatterReduceType } = op;
    const dim = IntegerAttr.get(op.dim.value, ttir.si32);
    return builder.create(ttnn.ScatterOp, { input, index, source, dim, scatterReduceType }, op.resultTypes());
  }),
  // The library finds the place along one dimension, or among all elements.
  conversion(ttir.ArgMaxOp, (op, { builder }) => {
    const dims = op.dimArg === null ? [] : ttir.i32Numbers(op.dimArg);
    const isAll = dims.length === 0 || dims.length === op.input.type.rank;
    if (!isAll && dims.length > 1) return null;
    const dim = isAll ? null : IntegerAttr.get(dims[0]!, ttir.si32);
    return builder.create(ttnn.ArgMaxOp, { input: op.input, dim, keepDim: op.keepDim }, op.resultTypes());
  }),
  conversion(ttir.SliceDynamicOp, (op, { builder }) => {
    const { input, begins, ends, step } = op;
    return builder.create(ttnn.SliceDynamicOp, { input, begins, ends, step }, op.resultTypes());
  }),
  conversion(ttir.RepeatOp, (op, { builder }) => {
    const repeatDims = ttnn.ShapeAttr.get(op.repeatDimensions.numbers());
    return builder.create(ttnn.RepeatOp, { input: op.input, repeatDims }, op.resultTypes());
  }),
  conversion(ttir.SortOp, (op, { builder }) => {
    const { input, descending, stable } = op;
    const dim = IntegerAttr.get(op.dim?.value ?? -1n, IntegerType.get(8, 'signed'));
    return builder.create(ttnn.SortOp, { input, dim, descending, stable }, op.resultTypes());
  }),
  conversion(ttir.CumSumOp, (op, { builder }) => {
    const dim = IntegerAttr.get(op.dim.value, ttir.si32);
    return builder.create(ttnn.CumSumOp, { input: op.input, dim }, op.resultTypes());
  }),
];
