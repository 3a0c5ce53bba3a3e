import {
  type Attribute,
  DYNAMIC,
  type EncodingReader,
  type EncodingWriter,
  f64,
  FloatAttr,
  idKey,
  parseDimensions,
  type Parser,
  type Printer,
  sizesEncoding,
  textKey,
  type Type,
} from '@shardform/ir-core';

/** The parameters of an attribute or type by name. */
export type Params = Readonly<Record<string, unknown>>;

/** One parameter: how it is compared, encoded and written as text. */
export interface Field<T> {
  /** Equal values have equal keys. */
  key(value: T): string;
  /** Attributes and types in the value, if any. */
  parts?(value: T): readonly Attribute[];
  /** Returns the value with other components, as many as it has. */
  withParts?(value: T, parts: readonly Attribute[]): T;
  write(writer: EncodingWriter, value: T, params: Params): void;
  /** @param params the parameters before this one. */
  read(reader: EncodingReader, params: Params): T;
  parse(parser: Parser): T;
  print(printer: Printer, value: T): void;
  /** The value of a field that text may leave out, and that is then not printed. */
  readonly absent?: T;
}

/** Declared parameters in the order of the encoding. */
export type Fields = Readonly<Record<string, Field<unknown>>>;

/** The values of declared parameters. */
export type Values<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never;
};

/** An attribute. */
export const attribute: Field<Attribute> = {
  key: (value) => String(value.id),
  parts: (value) => [value],
  withParts: (_, parts) => parts[0]!,
  write: (writer, value) => writer.attribute(value),
  read: (reader) => reader.attribute(),
  parse: (parser) => parser.parseAttribute(),
  print: (printer, value) => printer.printAttribute(value),
};

/** An attribute that need not be there; the encoding has the flag and the reference in one number. */
export const optionalAttribute: Field<Attribute | null> = {
  key: (value) => (value === null ? '' : String(value.id)),
  parts: (value) => (value === null ? [] : [value]),
  withParts: (_, parts) => parts[0] ?? null,
  write: (writer, value) => writer.optionalAttribute(value),
  read: (reader) => reader.optionalAttribute(),
  parse: (parser) => parser.parseAttribute(),
  print: (printer, value) => {
    if (value !== null) printer.printAttribute(value);
  },
  absent: null,
};

/** An attribute that need not be there; the encoding has a number before it that says so. */
export const flaggedAttribute: Field<Attribute | null> = {
  ...optionalAttribute,
  write: (writer, value) => {
    writer.varint(value === null ? 0 : 1);
    if (value !== null) writer.attribute(value);
  },
  read: (reader) => (reader.varint() === 0 ? null : reader.attribute()),
};

/** `[#a, #b]`. */
export const attributes: Field<readonly Attribute[]> = {
  key: idKey,
  parts: (value) => value,
  withParts: (_, parts) => parts,
  write: (writer, value) => writer.attributes(value),
  read: (reader) => reader.attributes(),
  parse: (parser) => parser.parseList('square', () => parser.parseAttribute()),
  print: (printer, value) => {
    printer.write('[');
    printer.writeList(value, (item) => printer.printAttribute(item));
    printer.write(']');
  },
};

/** `{#a = #b}`: pairs of attributes. */
export const attributePairs: Field<readonly (readonly [Attribute, Attribute])[]> = {
  key: (value) => idKey(value.flat()),
  parts: (value) => value.flat(),
  withParts: (value, parts) => value.map((_, i) => [parts[2 * i]!, parts[2 * i + 1]!]),
  write: (writer, value) => {
    writer.varint(value.length);
    for (const [name, item] of value) {
      writer.attribute(name);
      writer.attribute(item);
    }
  },
  read: (reader) => reader.list(() => [reader.attribute(), reader.attribute()] as const),
  parse: (parser) =>
    parser.parseList('brace', () => {
      const name = parser.parseAttribute();
      parser.expect('=');
      return [name, parser.parseAttribute()] as const;
    }),
  print: (printer, value) => {
    printer.write('{');
    printer.writeList(value, ([name, item]) => {
      printer.printAttribute(name);
      printer.write(' = ');
      printer.printAttribute(item);
    });
    printer.write('}');
  },
};

/** A type. */
export const type: Field<Type> = {
  key: (value) => String(value.id),
  parts: (value) => [value],
  // Types are replaced by types.
  withParts: (_, parts) => parts[0] as Type,
  write: (writer, value) => writer.type(value),
  read: (reader) => reader.type(),
  parse: (parser) => parser.parseType(),
  print: (printer, value) => printer.printType(value),
};

/** `A, B`. */
export const types: Field<readonly Type[]> = {
  key: idKey,
  parts: (value) => value,
  // Types are replaced by types.
  withParts: (_, parts) => parts as readonly Type[],
  write: (writer, value) => writer.types(value),
  read: (reader) => reader.types(),
  parse: (parser) => (parser.at('>') ? [] : parser.parseTypeList()),
  print: (printer, value) => printer.printTypes(value),
};

/** `A, B`, or `()` for no types. */
export const typesOrParentheses: Field<readonly Type[]> = {
  ...types,
  parse: (parser) => {
    if (!parser.accept('(')) return parser.parseTypeList();
    parser.expect(')');
    return [];
  },
  print: (printer, value) => {
    if (value.length === 0) printer.write('()');
    else printer.printTypes(value);
  },
};

/** A signed integer of 64 bits. */
export const integer: Field<bigint> = {
  key: String,
  write: (writer, value) => writer.signedVarint(value),
  read: (reader) => reader.bigSignedVarint(),
  parse: (parser) => parser.parseInteger(),
  print: (printer, value) => printer.write(String(value)),
};

/** A number that is not negative. */
export const natural: Field<number> = {
  key: String,
  write: (writer, value) => writer.varint(value),
  read: (reader) => reader.varint(),
  parse: (parser) => parser.parseNumber(),
  print: (printer, value) => printer.write(String(value)),
};

/** Signed integers of 64 bits, separated by commas. */
export const integers: Field<readonly bigint[]> = {
  key: (value) => value.join(),
  write: (writer, value) => writer.signedVarints(value),
  read: (reader) => reader.list(() => reader.bigSignedVarint()),
  parse: (parser) => (parser.at(']') ? [] : parser.parseList('none', () => parser.parseInteger())),
  print: (printer, value) => printer.write(value.join(', ')),
};

/** `[4, ?]`. */
export const sizes: Field<readonly number[]> = {
  key: (value) => value.join(),
  ...sizesEncoding,
  parse: (parser) => parser.parseList('square', () => (parser.accept('?') ? DYNAMIC : parser.parseNumber())),
  print: (printer, value) =>
    printer.write(`[${value.map((size) => (size === DYNAMIC ? '?' : String(size))).join(', ')}]`),
};

/** `4x?x`: the sizes before an element type. */
export const shape: Field<readonly number[]> = {
  ...sizes,
  parse: parseDimensions,
  print: (printer, value) => printer.writeShape(value),
};

/** A boolean, written as 0 or 1. */
export const bool: Field<boolean> = {
  key: String,
  write: (writer, value) => writer.varint(value ? 1 : 0),
  read: (reader) => {
    const value = reader.varint();
    return value > 1 ? reader.fail(`unsupported value: ${value}`) : value === 1;
  },
  parse: (parser) => {
    if (parser.acceptKeyword('true')) return true;
    parser.expectKeyword('false');
    return false;
  },
  print: (printer, value) => printer.write(String(value)),
};

/** A string. */
export const string: Field<string> = {
  key: textKey,
  write: (writer, value) => writer.string(value),
  read: (reader) => reader.string(),
  parse: (parser) => parser.parseString(),
  print: (printer, value) => printer.writeString(value),
};

/** A number with 64 bits of precision. */
export const float: Field<FloatAttr> = {
  key: (value) => String(value.id),
  write: (writer, value) => writer.integer(value.bits, f64.width),
  read: (reader) => FloatAttr.fromBits(reader.integer(f64.width), f64),
  parse: parseFloat64,
  print: (printer, value) => value.printWithoutType(printer),
};

/** Numbers with 64 bits of precision. */
export const floats: Field<readonly FloatAttr[]> = {
  key: idKey,
  write: (writer, value) => {
    writer.varint(value.length);
    for (const item of value) writer.integer(item.bits, f64.width);
  },
  read: (reader) => reader.list(() => FloatAttr.fromBits(reader.integer(f64.width), f64)),
  parse: (parser) => parser.parseList('square', () => parseFloat64(parser)),
  print: (printer, value) => {
    printer.write('[');
    printer.writeList(value, (item) => item.printWithoutType(printer));
    printer.write(']');
  },
};

/** Returns a number as text has it, with 64 bits of precision. */
export function parseFloat64(parser: Parser): FloatAttr {
  const { offset } = parser;
  if (!parser.at('float') && !parser.at('integer') && !parser.at('-')) {
    return parser.fail('expected floating point literal', offset);
  }
  // A number read as f64 is a float attribute.
  return parser.parseAttribute(f64) as FloatAttr;
}
