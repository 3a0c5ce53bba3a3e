import * as hlo from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation } from '@shardform/ir-core';
import { interpretable } from '../interpreter/interpretable.ts';
import {
  bitcastConvert,
  broadcastInDim,
  concatenate,
  convert,
  dynamicSlice,
  dynamicUpdateSlice,
  iota,
  pad,
  reshape,
  reverse,
  slice,
  transpose,
} from '../kernels/index.ts';
import { arrayType, constantArray, indexOf, kindOf } from './types.ts';

/** Operations of StableHLO that make and move elements. */
export const shapeInterpreters: readonly InterfaceImplementation[] = [
  interpretable.implementFor(hlo.ConstantOp, (op) => (_, state) => [
    constantArray(op, op.value, op.output.type, state),
  ]),
  interpretable.implementFor(hlo.IotaOp, (op) => () => {
    const { kind, shape } = arrayType(op, op.output.type);
    return [iota(kind, shape, op.iotaDimension.number)];
  }),
  interpretable.implementFor(hlo.ConvertOp, (op) => ([x]) => [convert(x, kindOf(op, op.result.type))]),
  interpretable.implementFor(hlo.BroadcastInDimOp, (op) => ([x]) => [
    broadcastInDim(x, arrayType(op, op.result.type).shape, op.broadcastDimensions.numbers()),
  ]),
  interpretable.implementFor(hlo.BroadcastOp, (op) => ([x]) => {
    const sizes = op.broadcastSizes.numbers();
    const dims = x.shape.map((_, dim) => sizes.length + dim);
    return [broadcastInDim(x, [...sizes, ...x.shape], dims)];
  }),
  interpretable.implementFor(hlo.BitcastConvertOp, (op) => ([x]) => {
    const { kind, shape } = arrayType(op, op.result.type);
    return [bitcastConvert(x, kind, shape)];
  }),
  interpretable.implementFor(hlo.ReshapeOp, (op) => ([x]) => [
    reshape(x, arrayType(op, op.result.type).shape),
  ]),
  interpretable.implementFor(hlo.TransposeOp, (op) => ([x]) => [transpose(x, op.permutation.numbers())]),
  interpretable.implementFor(hlo.ReverseOp, (op) => ([x]) => [reverse(x, op.dimensions.numbers())]),
  interpretable.implementFor(hlo.ConcatenateOp, (op) => (inputs) => [
    concatenate(inputs, op.dimension.number),
  ]),
  interpretable.implementFor(hlo.SliceOp, (op) => ([x]) => [
    slice(x, op.startIndices.numbers(), op.limitIndices.numbers(), op.strides.numbers()),
  ]),
  interpretable.implementFor(hlo.PadOp, (op) => ([x, value]) => [
    pad(x, value, op.edgePaddingLow.numbers(), op.edgePaddingHigh.numbers(), op.interiorPadding.numbers()),
  ]),
  interpretable.implementFor(hlo.DynamicSliceOp, (op) => ([x, ...starts]) => [
    dynamicSlice(x, starts.map(indexOf), op.sliceSizes.numbers()),
  ]),
  interpretable.implementFor(hlo.DynamicUpdateSliceOp, () => ([x, update, ...starts]) => [
    dynamicUpdateSlice(x, update, starts.map(indexOf)),
  ]),
];
