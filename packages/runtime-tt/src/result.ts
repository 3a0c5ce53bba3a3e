import type { Operation } from '@shardform/ir-core';
import {
  type ArrayKind,
  arrayType,
  broadcastInDim,
  convert,
  type NdArray,
  reshape,
} from '@shardform/runtime-sim';

/** Returns the shape and the kind of elements of a result. */
export function resultType(
  op: Operation,
  index = 0,
): { readonly kind: ArrayKind; readonly shape: readonly number[] } {
  return arrayType(op, op.getResult(index).type);
}

/** Returns a result in the type that it is declared with. */
export function asResult(op: Operation, x: NdArray, index = 0): NdArray {
  const { kind, shape } = resultType(op, index);
  const converted = convert(x, kind);
  return converted.shape.join() === shape.join() ? converted : reshape(converted, shape);
}

/** Returns the number of a dimension, which is counted from the end where it is below zero. */
export function dimOf({ number }: { readonly number: number }, rank: number): number {
  return number < 0 ? number + rank : number;
}

/** Repeats a tensor along dimensions of size one and new ones at the front. */
export function spread(x: NdArray, shape: readonly number[]): NdArray {
  if (x.shape.join() === shape.join()) return x;
  const lead = shape.length - x.shape.length;
  const kept = x.shape.map((_, d) => d).filter((d) => x.shape[d] === shape[d + lead]);
  const narrow = reshape(
    x,
    kept.map((d) => x.shape[d]),
  );
  return broadcastInDim(
    narrow,
    shape,
    kept.map((d) => d + lead),
  );
}

/** Returns the shape that tensors are repeated to when they are combined element by element. */
export function commonShape(inputs: readonly NdArray[]): number[] {
  const rank = Math.max(...inputs.map(({ shape }) => shape.length));
  return Array.from({ length: rank }, (_, d) =>
    inputs.reduce((size, { shape }) => {
      const own = shape[d - rank + shape.length] ?? 1;
      return own === 1 ? size : own;
    }, 1),
  );
}
