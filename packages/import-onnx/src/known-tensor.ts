import { product, type Type } from '@shardform/ir-core';
import { type OnnxTensor, onnxTypes, type OnnxTypeNumber } from './proto/onnx-model.ts';

/** A tensor whose elements are known while a model is read: shapes and what is computed of them. */
export interface KnownTensor {
  readonly shape: readonly number[];
  readonly values: readonly number[];
  /** 64-bit integers, as shapes are, unless it says something else. */
  readonly elementType?: Type;
}

/** Larger tensors are data, not shapes. */
export const MOST_KNOWN = 4096;

/** Returns the elements of a tensor as numbers, or `null` for large ones and those of 16-bit floats. */
export function knownOf({ type, shape, bytes }: OnnxTensor): KnownTensor | null {
  const count = product(shape);
  if (count > MOST_KNOWN) return null;
  // Keys of the table are numbers that ONNX knows; any other number finds nothing.
  const kind = onnxTypes[type as OnnxTypeNumber] as (typeof onnxTypes)[OnnxTypeNumber] | undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read: Partial<Record<(typeof onnxTypes)[OnnxTypeNumber], readonly [number, (at: number) => number]>> =
    {
      f32: [4, (at) => view.getFloat32(at, true)],
      f64: [8, (at) => view.getFloat64(at, true)],
      i64: [8, (at) => Number(view.getBigInt64(at, true))],
      ui64: [8, (at) => Number(view.getBigUint64(at, true))],
      i32: [4, (at) => view.getInt32(at, true)],
      ui32: [4, (at) => view.getUint32(at, true)],
      ui16: [2, (at) => view.getUint16(at, true)],
      i16: [2, (at) => view.getInt16(at, true)],
      i8: [1, (at) => view.getInt8(at)],
      ui8: [1, (at) => view.getUint8(at)],
      i1: [1, (at) => view.getUint8(at)],
    };
  const reader = kind === undefined ? undefined : read[kind];
  if (reader === undefined) return null;
  const [size, one] = reader;
  return { shape, values: Array.from({ length: count }, (_, i) => one(i * size)) };
}
