import type { DataType } from '@shardform/dialect-ttcore';
import type { EnumType, Schema } from '../flatbuffers/schema.ts';

/** The names of number formats in files. */
const DATA_TYPES: Readonly<Record<DataType, string>> = {
  f32: 'Float32',
  f16: 'Float16',
  bf16: 'BFloat16',
  bfp_f8: 'BFP_Float8',
  bfp_bf8: 'BFP_BFloat8',
  bfp_f4: 'BFP_Float4',
  bfp_bf4: 'BFP_BFloat4',
  bfp_f2: 'BFP_Float2',
  bfp_bf2: 'BFP_BFloat2',
  u32: 'UInt32',
  u16: 'UInt16',
  u8: 'UInt8',
  si32: 'Int32',
  i1: 'Bool',
};

/** Returns the name of a number format in files. */
export function dataTypeName(dataType: DataType): string {
  return DATA_TYPES[dataType];
}

/** Returns the member of an enumeration of files that a word of MLIR's text stands for: `RowMajor` for `row_major`; `null` for none. */
export function enumMember(type: EnumType, word: string): string | null {
  if (type.name === 'DataType' && Object.hasOwn(DATA_TYPES, word)) return DATA_TYPES[word as DataType]; // It is a key.
  const plain = word.replaceAll('_', '').toLowerCase();
  for (const name of type.numbers.keys()) if (name.replaceAll('_', '').toLowerCase() === plain) return name;
  return null;
}

/** Returns the member of an enumeration that a word of MLIR's text stands for. */
export function enumMemberOf(schema: Schema, name: string, word: string): string {
  const type = schema.enums.get(name);
  const member = type === undefined ? null : enumMember(type, word);
  if (member === null) throw new Error(`'${name}' has no member for '${word}'`);
  return member;
}
