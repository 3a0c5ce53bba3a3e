import {
  bf16,
  f16,
  f32,
  f64,
  i1,
  i16,
  i32,
  i64,
  i8,
  IntegerType,
  type Type,
  ui32,
  ui64,
  ui8,
} from '@shardform/ir-core';
import { OnnxImportError } from './import-node.ts';
import { onnxTypes, type OnnxTypeNumber } from './proto/onnx-model.ts';

const types: Readonly<Record<(typeof onnxTypes)[OnnxTypeNumber], Type>> = {
  f32,
  ui8,
  i8,
  ui16: IntegerType.get(16, 'unsigned'),
  i16,
  i32,
  i64,
  i1,
  f16,
  f64,
  ui32,
  ui64,
  bf16,
};

/** Returns the type of elements that has a number in ONNX. @throws OnnxImportError for those that can't be imported. */
export function elementTypeOf(number: number): Type {
  // Keys of the table are numbers that ONNX knows; any other number finds nothing.
  const kind = onnxTypes[number as OnnxTypeNumber] as (typeof onnxTypes)[OnnxTypeNumber] | undefined;
  if (kind === undefined)
    throw new OnnxImportError(`has tensors of ONNX's type ${number}, which can't be imported`);
  return types[kind];
}
