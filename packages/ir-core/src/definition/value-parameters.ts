import type { Attribute } from '../ir/attribute.ts';
import { textKey } from '../ir/intern.ts';
import type { Parser } from '../text/parser.ts';
import { parseDimensions } from '../text/parse-type.ts';
import { DYNAMIC } from '../ir/dynamic.ts';
import type { OptionalParameter, Parameter, ParameterEncoding } from './parameter.ts';

/** Declares a parameter that the text may leave out; its value is `null` then. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalParameter<T>(inner: Parameter<T>): OptionalParameter<T | null> {
  const { parts, withParts } = inner;
  return {
    kind: inner.kind,
    ...(inner.cppType === undefined ? {} : { cppType: inner.cppType }),
    parse: (parser) => inner.parse(parser),
    print: (printer, value) => {
      if (value !== null) inner.print(printer, value);
    },
    key: (value) => (value === null ? '_' : inner.key(value)),
    ...(parts === undefined ? {} : { parts: (value) => (value === null ? [] : parts(value)) }),
    ...(withParts === undefined
      ? {}
      : { withParts: (value, given) => (value === null ? null : withParts(value, given)) }),
    absent: () => null,
  };
}

/** Declares a parameter with the value that it has where the text leaves it out. */
/* @__NO_SIDE_EFFECTS__ */
export function defaultParameter<T>(inner: Parameter<T>, absent: () => T): OptionalParameter<T> {
  return { ...inner, absent };
}

/** Returns the same parameter with another C++ type in MLIR's messages. */
/* @__NO_SIDE_EFFECTS__ */
export function withCppType<T>(cppType: string, inner: Parameter<T>): Parameter<T> {
  return { ...inner, cppType };
}

/** Returns the same parameter with another encoding. */
/* @__NO_SIDE_EFFECTS__ */
export function withEncoding<P extends Parameter>(
  inner: P,
  encoding: P extends Parameter<infer T> ? ParameterEncoding<T> : never,
): P {
  return { ...inner, encoding };
}

/** An integer that a number holds exactly. */
export const integerParameter: Parameter<number> = {
  kind: 'integer',
  cppType: 'int64_t',
  parse: (parser) => parser.parseNumber(),
  print: (printer, value) => printer.write(String(value)),
  key: String,
  encoding: {
    write: (writer, value) => writer.signedVarint(value),
    read: (reader) => reader.signedVarint(),
  },
};

/** An integer of 64 bits. */
export const bigIntegerParameter: Parameter<bigint> = {
  kind: 'integer',
  cppType: 'int64_t',
  parse: (parser) => parser.parseInteger(),
  print: (printer, value) => printer.write(String(value)),
  key: String,
  encoding: {
    write: (writer, value) => writer.signedVarint(value),
    read: (reader) => reader.bigSignedVarint(),
  },
};

/** `true` or `false`. */
export const booleanParameter: Parameter<boolean> = {
  kind: 'boolean',
  cppType: 'bool',
  parse: (parser) => {
    if (parser.acceptKeyword('true')) return true;
    parser.expectKeyword('false');
    return false;
  },
  print: (printer, value) => printer.write(String(value)),
  key: String,
  encoding: { write: (writer, value) => writer.bool(value), read: (reader) => reader.bool() },
};

/** A string literal. */
export const stringParameter: Parameter<string> = {
  kind: 'string',
  cppType: '::llvm::StringRef',
  parse: (parser) => parser.parseString(),
  print: (printer, value) => printer.writeString(value),
  key: textKey,
  encoding: { write: (writer, value) => writer.string(value), read: (reader) => reader.string() },
};

/** One of a few bare words. */
/* @__NO_SIDE_EFFECTS__ */
export function wordParameter<const V extends string>(words: readonly V[]): Parameter<V> {
  return {
    kind: words.map((word) => `\`${word}\``).join(', '),
    parse: (parser) =>
      words.find((word) => parser.acceptKeyword(word)) ?? parser.fail(`expected one of: ${words.join(', ')}`),
    print: (printer, value) => printer.write(value),
    key: (value) => value,
  };
}

/** The delimiters of an array's elements in the text: brackets, braces, or only commas. */
export type ArrayDelimiter = 'square' | 'brace' | 'none';

const BRACKETS = { square: ['[', ']'], brace: ['{', '}'], none: ['', ''] } as const;

/** Any number of values, separated by commas. */
/* @__NO_SIDE_EFFECTS__ */
export function arrayParameter<T>(
  element: Parameter<T>,
  delimiter: ArrayDelimiter = 'square',
): Parameter<readonly T[]> {
  const [open, close] = BRACKETS[delimiter];
  const { cppType, parts, withParts, encoding } = element;
  return {
    kind: `array of ${element.kind}`,
    ...(cppType === undefined ? {} : { cppType: `::llvm::ArrayRef<${cppType}>` }),
    parse: (parser) => parser.parseList(delimiter, () => element.parse(parser)),
    print: (printer, values) => {
      printer.write(open);
      printer.writeList(values, (value) => element.print(printer, value));
      printer.write(close);
    },
    key: (values) => `[${values.map((value) => element.key(value)).join()}]`,
    ...(parts === undefined ? {} : { parts: (values) => values.flatMap((value) => parts(value)) }),
    ...(parts === undefined || withParts === undefined
      ? {}
      : { withParts: (values, given) => elementsWithParts(values, given, parts, withParts) }),
    ...(encoding === undefined ? {} : { encoding: arrayEncoding(encoding) }),
  };
}

function elementsWithParts<T>(
  values: readonly T[],
  given: readonly Attribute[],
  parts: NonNullable<Parameter<T>['parts']>,
  withParts: NonNullable<Parameter<T>['withParts']>,
): T[] {
  let at = 0;
  return values.map((value) => {
    const start = at;
    at += parts(value).length;
    return withParts(value, given.slice(start, at));
  });
}

/** The number of elements, and the elements. */
/* @__NO_SIDE_EFFECTS__ */
function arrayEncoding<T>(element: ParameterEncoding<T>): ParameterEncoding<readonly T[]> {
  return {
    write: (writer, values) => {
      writer.varint(values.length);
      for (const value of values) element.write(writer, value);
    },
    read: (reader) => reader.list(() => element.read(reader)),
  };
}

/** A size that is not known, as MLIR encodes it. */
const UNKNOWN_SIZE = -(1n << 63n);

/** The encoding of sizes, of which some are not known. */
export const sizesEncoding: ParameterEncoding<readonly number[]> = {
  write: (writer, sizes) =>
    writer.signedVarints(sizes.map((size) => (size === DYNAMIC ? UNKNOWN_SIZE : size))),
  read: (reader) =>
    reader.list(() => {
      const size = reader.bigSignedVarint();
      if (size === UNKNOWN_SIZE) return DYNAMIC;
      if (size < 0n || size > BigInt(Number.MAX_SAFE_INTEGER)) reader.fail(`invalid size: ${size}`);
      return Number(size);
    }),
};

/** `?` or a size. */
export const sizeParameter: Parameter<number> = {
  kind: 'size',
  cppType: 'int64_t',
  parse: (parser: Parser) => (parser.accept('?') ? DYNAMIC : parser.parseNumber()),
  print: (printer, size) => printer.write(size === DYNAMIC ? '?' : String(size)),
  key: String,
};

/** `[4, ?]`: sizes of which some are not known. */
export const sizesParameter: Parameter<readonly number[]> = /* @__PURE__ */ withEncoding(
  /* @__PURE__ */ arrayParameter(sizeParameter),
  sizesEncoding,
);

/** `4x?x`: sizes before an element type. */
export const dimensionsParameter: Parameter<readonly number[]> = {
  kind: 'shape',
  parse: parseDimensions,
  print: (printer, sizes) => printer.writeShape(sizes),
  key: (sizes) => sizes.join(),
  encoding: sizesEncoding,
};
