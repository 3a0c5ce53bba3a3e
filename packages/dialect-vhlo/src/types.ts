import type { Attribute, EncodingReader, EncodingWriter, Type } from '@shardform/ir-core';
import * as field from './field.ts';
import type { Fields, Values } from './field.ts';
import { type AnyForm, type Form, typeForm, VhloType } from './form.ts';
import type { CustomFormat } from './format.ts';

/** Returns true if an attribute or type is one of VHLO's. */
export function isVhlo(attribute: Attribute): boolean {
  // Classes of attributes of dialects have a mnemonic.
  return (attribute.constructor as { readonly mnemonic?: string }).mnemonic?.startsWith('vhlo.') === true;
}

function expectVhlo(...types: readonly Attribute[]): string | null {
  return types.every(isVhlo) ? null : 'expected VHLO type';
}

function expectAllVhlo(...types: readonly Attribute[]): string | null {
  return types.every(isVhlo) ? null : 'expected VHLO types';
}

type NoFields = Readonly<Record<string, never>>;

/* @__NO_SIDE_EFFECTS__ */
function scalar(mnemonic: string, code: number, since = '0.9.0'): Form<NoFields, VhloType> {
  return typeForm({ mnemonic, code, since, fields: {}, format: null });
}

/** Types without parameters by the names of the types that they stand for. */
export const scalarForms = {
  bool: scalar('bool_v1', 0),
  bf16: scalar('bf16_v1', 2),
  f16: scalar('f16_v1', 3),
  f32: scalar('f32_v1', 4),
  f64: scalar('f64_v1', 5),
  f8E4M3FN: scalar('f8E4M3FN_v1', 6),
  f8E5M2: scalar('f8E5M2_v1', 7),
  f8E4M3FNUZ: scalar('f8E4M3FNUZ_v1', 27, '0.10.0'),
  f8E5M2FNUZ: scalar('f8E5M2FNUZ_v1', 28, '0.10.0'),
  f8E4M3B11FNUZ: scalar('f8E4M3B11FNUZ_v1', 29, '0.11.0'),
  // The name is upstream's slip.
  tf32: scalar('tf31_v1', 34, '1.6.0'),
  f8E4M3: scalar('f8E4M3_v1', 35, '1.7.0'),
  f8E3M4: scalar('f8E3M4_v1', 36, '1.7.0'),
  f4E2M1FN: scalar('f4E2M1FN_v1', 37, '1.8.0'),
  f6E2M3FN: scalar('f6E2M3FN_v1', 38, '1.8.0'),
  f6E3M2FN: scalar('f6E3M2FN_v1', 39, '1.8.0'),
  f8E8M0FNU: scalar('f8E8M0FNU_v1', 40, '1.8.0'),
  i2: scalar('i2_v1', 31, '1.2.0'),
  i4: scalar('i4_v1', 10),
  i8: scalar('i8_v1', 11),
  i16: scalar('i16_v1', 12),
  i32: scalar('i32_v1', 13),
  i64: scalar('i64_v1', 14),
  ui2: scalar('ui2_v1', 32, '1.2.0'),
  ui4: scalar('ui4_v1', 15),
  ui8: scalar('ui8_v1', 16),
  ui16: scalar('ui16_v1', 17),
  ui32: scalar('ui32_v1', 18),
  ui64: scalar('ui64_v1', 19),
  index: scalar('index_v1', 9),
  none: scalar('none_v1', 33, '1.6.0'),
  token: scalar('token_v1', 22),
  witness: scalar('witness_v1', 26),
} as const;

/** Complex numbers with floats of a type as components. */
export const ComplexV1 = /* @__PURE__ */ typeForm({
  mnemonic: 'complex_v1',
  code: 1,
  since: '0.9.0',
  fields: { elementType: field.type },
  format: '$elementType',
  problem: ({ elementType }) => expectVhlo(elementType),
});

/** Functions with types of arguments and results. */
export const FunctionV1 = /* @__PURE__ */ typeForm({
  mnemonic: 'func_v1',
  code: 8,
  since: '0.9.0',
  fields: { inputs: field.typesOrParentheses, outputs: field.typesOrParentheses },
  format: '($inputs) -> $outputs',
  problem: ({ inputs, outputs }) => expectAllVhlo(...inputs, ...outputs),
});

/** The number that says that a tensor type has an encoding, which then comes first. */
const ENCODED_TENSOR = 21;

const tensorFields = {
  shape: field.shape,
  elementType: field.type,
  encoding: field.optionalAttribute,
} satisfies Fields;

const tensorFormat: CustomFormat<typeof tensorFields> = {
  parse(parser) {
    const shape = field.shape.parse(parser);
    const elementType = parser.parseType();
    return { shape, elementType, encoding: parser.accept(',') ? parser.parseAttribute() : null };
  },
  print(printer, { shape, elementType, encoding }) {
    printer.writeShape(shape);
    printer.printType(elementType);
    if (encoding === null) return;
    printer.write(', ');
    printer.printAttribute(encoding);
  },
};

/** Ranked tensors, optionally with an encoding. */
export const TensorTypeV1 = /* @__PURE__ */ typeForm({
  mnemonic: 'tensor_v1',
  code: 20,
  since: '0.9.0',
  fields: tensorFields,
  format: tensorFormat,
  problem: ({ elementType, encoding }) =>
    isVhlo(elementType) && (encoding === null || isVhlo(encoding)) ? null : 'expected VHLO type or attribute',
});

/** Buffers of a shape and element type. */
export const BufferV1 = /* @__PURE__ */ typeForm({
  mnemonic: 'buffer_v1',
  code: 41,
  since: '1.13.0',
  fields: { shape: field.shape, elementType: field.type },
  format: '$shape$elementType',
  problem: ({ elementType }) => expectAllVhlo(elementType),
});

/** Tensors of unknown rank. */
export const UnrankedTensorV1 = /* @__PURE__ */ typeForm({
  mnemonic: 'unranked_tensor_v1',
  code: 25,
  since: '0.9.0',
  fields: { elementType: field.type },
  format: '$elementType',
  problem: ({ elementType }) => expectVhlo(elementType),
});

/** Tuples of values. */
export const TupleV1 = /* @__PURE__ */ typeForm({
  mnemonic: 'tuple_v1',
  code: 23,
  since: '0.9.0',
  fields: { types: field.types },
  format: '$types',
  problem: ({ types }) => expectAllVhlo(...types),
});

/** Results of asynchronous operations. */
export const FutureV1 = /* @__PURE__ */ typeForm({
  mnemonic: 'future_v1',
  code: 42,
  since: '1.15.0',
  fields: { types: field.types },
  format: '$types',
  problem: ({ types }) => expectAllVhlo(...types),
});

/** Bit 0 of `flags` says that stored integers are signed. */
export const QuantizedV1 = /* @__PURE__ */ typeForm({
  mnemonic: 'quant_v1',
  code: 24,
  since: '0.9.0',
  fields: {
    flags: field.natural,
    storageType: field.type,
    expressedType: field.type,
    scale: field.float,
    zeroPoint: field.integer,
    storageTypeMin: field.integer,
    storageTypeMax: field.integer,
  },
  format: '$storageType:$expressedType, $scale:$zeroPoint, $storageTypeMin:$storageTypeMax, $flags',
  problem: ({ storageType, expressedType }) => expectVhlo(storageType, expressedType),
});

/** Quantized numbers with scales and zero points per index of a dimension. */
export const QuantizedPerAxisV1 = /* @__PURE__ */ typeForm({
  mnemonic: 'quant_per_axis_v1',
  code: 30,
  since: '0.18.0',
  fields: {
    flags: field.natural,
    storageType: field.type,
    expressedType: field.type,
    quantizedDimension: field.natural,
    storageTypeMin: field.integer,
    storageTypeMax: field.integer,
    scales: field.floats,
    zeroPoints: field.integers,
  },
  format:
    '$storageType:$expressedType, $quantizedDimension, $scales, [$zeroPoints], $storageTypeMin:$storageTypeMax, $flags',
  problem: ({ storageType, expressedType }) => expectVhlo(storageType, expressedType),
});

/** All types of the dialect. */
export const typeForms: readonly AnyForm[] = [
  ...Object.values(scalarForms),
  ComplexV1,
  FunctionV1,
  TensorTypeV1,
  BufferV1,
  UnrankedTensorV1,
  TupleV1,
  FutureV1,
  QuantizedV1,
  QuantizedPerAxisV1,
] as unknown as readonly AnyForm[];

const formsByCode = /* @__PURE__ */ new Map(typeForms.map((form) => [form.spec.code, form]));

/** Reads a type of VHLO, by the number of its kind. Unknown numbers stop the reading. */
export function readType(reader: EncodingReader): Type {
  const code = reader.varint();
  if (code === ENCODED_TENSOR) {
    const encoding = reader.attribute();
    const shape = field.shape.read(reader, {});
    return checkedTensor({ shape, elementType: reader.type(), encoding }, reader);
  }
  if (code === TensorTypeV1.spec.code) {
    const shape = field.shape.read(reader, {});
    return checkedTensor({ shape, elementType: reader.type(), encoding: null }, reader);
  }
  const form = formsByCode.get(code);
  // Forms of types make types.
  return form === undefined ? reader.fail(`unknown vhlo type code: ${code}`) : (form.read(reader) as Type);
}

function checkedTensor(params: Values<typeof tensorFields>, reader: EncodingReader): VhloType {
  const problem = TensorTypeV1.spec.problem!(params);
  return problem === null ? TensorTypeV1.get(params) : reader.fail(problem);
}

/** @returns whether the type is one of VHLO's. */
export function writeType(type: Type, writer: EncodingWriter): boolean {
  if (!(type instanceof VhloType)) return false;
  const tensor = TensorTypeV1.of(type);
  if (tensor === null) {
    type.form.write(writer, type.params);
    return true;
  }
  writer.varint(tensor.encoding === null ? TensorTypeV1.spec.code : ENCODED_TENSOR);
  if (tensor.encoding !== null) writer.attribute(tensor.encoding);
  field.shape.write(writer, tensor.shape, tensor);
  writer.type(tensor.elementType);
  return true;
}
