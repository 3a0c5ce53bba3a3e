import {
  f64,
  FloatAttr,
  FloatType,
  IndexType,
  IntegerAttr,
  IntegerType,
  type Type,
  wrapInteger,
} from '@shardform/ir-core';
import { typeFromVhlo, typeToVhlo } from './convert-types.ts';
import { type Field, type Fields, parseFloat64, type as typeField } from './field.ts';
import { attributeForm } from './form.ts';
import { isVhlo } from './types.ts';

/** The bits of an integer type; `null` for other types. */
function integerWidth(type: Type | null): number | null {
  if (type instanceof IndexType) return 64;
  return type instanceof IntegerType ? type.width : null;
}

/** The type that the parameter `type` stands for. */
function builtinType(params: Readonly<Record<string, unknown>>): Type | null {
  // The declaration has a type under this name.
  return typeFromVhlo(params.type as Type);
}

const integerValue: Field<bigint> = {
  key: String,
  write: (writer, value, params) => writer.integer(value, integerWidth(builtinType(params)) ?? 64),
  read(reader, params) {
    const type = builtinType(params);
    const width = integerWidth(type);
    if (type === null || width === null) return reader.fail('expected an integer type');
    return wrapInteger(reader.integer(width), type);
  },
  parse: (parser) => parser.parseInteger(),
  print: (printer, value) => printer.write(String(value)),
};

const integerFields = { type: typeField, value: integerValue } satisfies Fields;

/** `#vhlo.integer_v1<5 : i32>`. */
export const IntegerV1 = /* @__PURE__ */ attributeForm({
  mnemonic: 'integer_v1',
  code: 9,
  since: '0.9.0',
  fields: integerFields,
  format: {
    parse(parser) {
      const { offset } = parser;
      const attribute = parser.parseAttribute();
      const type = attribute instanceof IntegerAttr ? typeToVhlo(attribute.type) : null;
      if (!(attribute instanceof IntegerAttr) || type === null) {
        return parser.fail('invalid kind of attribute specified', offset);
      }
      return { type, value: attribute.value };
    },
    print(printer, { type, value }) {
      const builtin = typeFromVhlo(type);
      // Only integer types are read and converted.
      printer.printAttribute(IntegerAttr.get(value, builtin as IntegerType));
    },
  },
});

/** Returns the integer that an attribute of VHLO holds; `null` for other attributes. */
export function integerOf(attribute: Parameters<typeof IntegerV1.of>[0]): bigint | null {
  return IntegerV1.of(attribute)?.value ?? null;
}

const floatValue: Field<FloatAttr> = {
  key: (value) => String(value.id),
  write: (writer, value) => writer.integer(value.bits, value.type.width),
  read(reader, params) {
    const type = builtinType(params);
    return type instanceof FloatType
      ? FloatAttr.fromBits(reader.integer(type.width), type)
      : reader.fail('expected a float type');
  },
  parse: parseFloat64,
  print: (printer, value) => value.printWithoutType(printer),
};

const floatFields = { type: typeField, value: floatValue } satisfies Fields;

/** `#vhlo.float_v1<1.0 : !vhlo.f32_v1>`. The value has the float type that the type stands for. */
export const FloatV1 = /* @__PURE__ */ attributeForm({
  mnemonic: 'float_v1',
  code: 8,
  since: '0.9.0',
  fields: floatFields,
  format: {
    parse(parser) {
      const value = parseFloat64(parser);
      parser.expect(':');
      const { offset } = parser;
      const type = parser.parseType();
      const builtin = typeFromVhlo(type);
      if (!isVhlo(type)) return parser.fail('expected VHLO type', offset);
      if (!(builtin instanceof FloatType)) return parser.fail('expected a float type', offset);
      return { type, value: builtin === f64 ? value : FloatAttr.get(value.value, builtin) };
    },
    print(printer, { type, value }) {
      value.printWithoutType(printer);
      printer.write(' : ');
      printer.printType(type);
    },
  },
  problem: ({ type }) => (isVhlo(type) ? null : 'expected VHLO type'),
});
