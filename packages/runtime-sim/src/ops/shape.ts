import * as hlo from '@shardform/dialect-stablehlo';
import {
  DenseElementsAttr,
  type InterfaceImplementation,
  type Operation,
  type Type,
} from '@shardform/ir-core';
import { type ArrayKind, elementAt, fromDenseBytes, type NdArray } from '../array/index.ts';
import { arrayTypeOf } from '../interpreter/array-type.ts';
import { ExecutionError } from '../interpreter/execution-error.ts';
import { interpretable } from '../interpreter/interpretable.ts';
import {
  broadcastInDim,
  concatenate,
  convert,
  dotGeneral,
  dynamicSlice,
  dynamicUpdateSlice,
  iota,
  pad,
  reshape,
  reverse,
  slice,
  transpose,
} from '../kernels/index.ts';

/** The kind and shape of a type. @throws ExecutionError when no array has it. */
export function arrayType(
  op: Operation,
  type: Type,
): { readonly kind: ArrayKind; readonly shape: readonly number[] } {
  const found = arrayTypeOf(type);
  if (found === null) throw new ExecutionError(op, `values of type '${String(type)}' can't be executed`);
  return found;
}

/** The array of a constant's elements. */
export function constantArray(op: Operation & { readonly value: hlo.ElementsAttr }, type: Type): NdArray {
  const { kind, shape } = arrayType(op, type);
  const { value } = op;
  if (value instanceof DenseElementsAttr) return fromDenseBytes(kind, shape, value.bytes);
  throw new ExecutionError(op, `elements in the form '${String(value)}' can't be executed`);
}

/** Operations of StableHLO that make, move and contract elements. */
export const shapeInterpreters: readonly InterfaceImplementation[] = [
  interpretable.implementFor(hlo.ConstantOp, (op) => () => [constantArray(op, op.output.type)]),
  interpretable.implementFor(hlo.IotaOp, (op) => () => {
    const { kind, shape } = arrayType(op, op.output.type);
    return [iota(kind, shape, op.iotaDimension.number)];
  }),
  interpretable.implementFor(hlo.ConvertOp, (op) => ([x]) => [
    convert(x!, arrayType(op, op.result.type).kind),
  ]),
  interpretable.implementFor(hlo.BroadcastInDimOp, (op) => ([x]) => [
    broadcastInDim(x!, arrayType(op, op.result.type).shape, op.broadcastDimensions.numbers()),
  ]),
  interpretable.implementFor(hlo.ReshapeOp, (op) => ([x]) => [
    reshape(x!, arrayType(op, op.result.type).shape),
  ]),
  interpretable.implementFor(hlo.TransposeOp, (op) => ([x]) => [transpose(x!, op.permutation.numbers())]),
  interpretable.implementFor(hlo.ReverseOp, (op) => ([x]) => [reverse(x!, op.dimensions.numbers())]),
  interpretable.implementFor(hlo.ConcatenateOp, (op) => (inputs) => [
    concatenate(inputs, op.dimension.number),
  ]),
  interpretable.implementFor(hlo.SliceOp, (op) => ([x]) => [
    slice(x!, op.startIndices.numbers(), op.limitIndices.numbers(), op.strides.numbers()),
  ]),
  interpretable.implementFor(hlo.PadOp, (op) => ([x, value]) => [
    pad(x!, value!, op.edgePaddingLow.numbers(), op.edgePaddingHigh.numbers(), op.interiorPadding.numbers()),
  ]),
  interpretable.implementFor(hlo.DynamicSliceOp, (op) => ([x, ...starts]) => [
    dynamicSlice(x!, starts.map(indexOf), op.sliceSizes.numbers()),
  ]),
  interpretable.implementFor(hlo.DynamicUpdateSliceOp, () => ([x, update, ...starts]) => [
    dynamicUpdateSlice(x!, update!, starts.map(indexOf)),
  ]),
  interpretable.implementFor(hlo.DotGeneralOp, (op) => ([lhs, rhs]) => [
    dotGeneral(lhs!, rhs!, op.dotDimensionNumbers, arrayType(op, op.result.type).kind),
  ]),
];

/** The value of a scalar index. Indices beyond 2^53 are clamped by the operations that use them anyway. */
function indexOf(array: NdArray): number {
  return Number(elementAt(array, 0));
}
