import type { FuncOp } from '@shardform/dialect-func';
import { type Context, type Operation, RankedTensorType } from '@shardform/ir-core';
import type { FieldValue, Schema, TableValue } from '../flatbuffers/schema.ts';
import { dataTypeName } from '../binary/enum-names.ts';
import { dataTypeOfLayout, layoutOf } from '../binary/tensor-desc.ts';
import type { ValueRefs } from '../binary/value-refs.ts';

/** What operations are written with. */
export interface EncodingContext {
  readonly schema: Schema;
  readonly refs: ValueRefs;
  /** What attributes of the module refer to by keys. */
  readonly resources: Context['resources'];
  /** Returns the number of a function in the file. @throws UnwritableValue for one that is not in it. */
  programIndex(func: FuncOp | null, name: string): number;
  /** Returns the hash by which the runtime's cache knows what a function computes. */
  programHash(func: FuncOp): string;
}

/** The way in which an operation differs from what follows from names; see {@link operationTable}. */
export interface Encoding {
  /** The table; that of the operation's own name unless given. */
  readonly table?: string;
  /** Fields that have another name or value than operands and attributes. */
  fields?(op: Operation, context: EncodingContext): Fields;
}

/** Fields by name. */
export type Fields = Readonly<Record<string, FieldValue | undefined>>;

/** Returns the only result's type. */
export function resultTensor(op: Operation): RankedTensorType {
  const { type } = op.getResult();
  if (!(type instanceof RankedTensorType)) throw new Error(`'${op.name}' has no tensor as its result`);
  return type;
}

/** Returns the number format of the only result of an operation. */
export function resultDataType(op: Operation): string {
  return dataTypeName(dataTypeOfLayout(layoutOf(resultTensor(op))));
}

/** A table under its name, as unions hold it. */
export function member(name: string, fields: TableValue): TableValue {
  return { [name]: fields };
}
