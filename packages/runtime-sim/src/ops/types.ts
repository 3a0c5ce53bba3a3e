import {
  DenseElementsAttr,
  DenseResourceAttr,
  type ElementsAttr,
  isInstance,
  type Operation,
  RankedTensorType,
  type Type,
} from '@shardform/ir-core';
import {
  type ArrayKind,
  elementAt,
  elementCount,
  fromDenseBytes,
  isArrayKind,
  type NdArray,
  put,
  rowMajorStrides,
  zeros,
} from '../array/index.ts';
import { arrayTypeOf } from '../interpreter/array-type.ts';
import { ExecutionError } from '../interpreter/execution-error.ts';
import type { DeviceState } from '../interpreter/interpretable.ts';

/** Returns the kind and shape of a type. @throws ExecutionError when no array has it. */
export function arrayType(
  op: Operation,
  type: Type,
): { readonly kind: ArrayKind; readonly shape: readonly number[] } {
  const found = arrayTypeOf(type);
  if (found === null) throw unusable(op, type);
  return found;
}

/** Returns the kind of the elements of a tensor type, whose shape may be dynamic. @throws ExecutionError */
export function kindOf(op: Operation, type: Type): ArrayKind {
  const kind = isInstance(RankedTensorType, type) ? String(type.elementType) : '';
  if (!isArrayKind(kind)) throw unusable(op, type);
  return kind;
}

function unusable(op: Operation, type: Type): ExecutionError {
  return new ExecutionError(op, `values of type '${String(type)}' can't be executed`);
}

/** Returns the array of a constant's elements. @throws ExecutionError when they are not in the program. */
export function constantArray(
  op: Operation,
  value: ElementsAttr,
  type: Type,
  { context }: DeviceState,
): NdArray {
  const { kind, shape } = arrayType(op, type);
  if (value instanceof DenseElementsAttr) return fromDenseBytes(kind, shape, value.bytes);
  if (value instanceof DenseResourceAttr) {
    const blob = context.resources.get('builtin', value.key);
    if (blob !== null) return fromDenseBytes(kind, shape, blob.bytes);
    throw new ExecutionError(op, `the file has no data of resource '${value.key}'`);
  }
  const { indices, values } = value;
  if (!(values instanceof DenseElementsAttr)) throw unusable(op, type);
  const result = zeros(kind, shape);
  const places = indices.integers().map(Number);
  const count = places.length / Math.max(1, shape.length);
  const positions = new Int32Array(count);
  const strides = rowMajorStrides(shape);
  places.forEach((at, i) => (positions[Math.floor(i / shape.length)] += at * strides[i % shape.length]));
  put(kind, result.data, positions, fromDenseBytes(kind, [count], values.bytes).data);
  return result;
}

/** Returns the elements of an array of integers. Numbers beyond 2^53 lose their last digits. */
export function numbersOf(array: NdArray): number[] {
  return Array.from({ length: elementCount(array.shape) }, (_, i) => Number(elementAt(array, i)));
}

/** Returns the value of a scalar index. Indices beyond 2^53 are clamped by the operations that use them anyway. */
export function indexOf(array: NdArray): number {
  return Number(elementAt(array, 0));
}
