import { type AffineMapAttr } from '../builtin/attrs/affine-map-attr.ts';
import { FloatAttr } from '../builtin/attrs/number-attrs.ts';
import { f64 } from '../builtin/types/float-type.ts';
import { Attribute, type Class, isInstance, type Type } from '../ir/attribute.ts';
import type { AttrClass } from '../ir/dialect.ts';
import { parseAffineMapBody } from '../text/parse-affine.ts';
import type { Parser } from '../text/parser.ts';
import type { Printer } from '../text/printer.ts';
import type { EnumAttr, EnumAttrClass } from './define-enum-attr.ts';
import type { Parameter } from './parameter.ts';

/** An attribute that can leave its mnemonic out. */
export interface Strippable extends Attribute {
  /** Writes what follows the mnemonic. */
  printBody(printer: Printer): void;
}

/** The members that all parameters of a single attribute or type share. */
type Whole<A extends Attribute> = Pick<Parameter<A>, 'key' | 'parts' | 'withParts'>;

/** The attribute itself is what may be replaced. */
/* @__NO_SIDE_EFFECTS__ */
function whole<A extends Attribute>(): Whole<A> {
  return {
    key: ({ id }) => String(id),
    parts: (value) => [value],
    // Attributes are replaced by such of their kind, types by types.
    withParts: (_, [part]) => part as A,
  };
}

/** Attributes of a class without sub-elements are no sub-elements of others: in them nothing can be replaced. */
/* @__NO_SIDE_EFFECTS__ */
function wholeOf<A extends Attribute>({ prototype }: Class<A>): Whole<A> {
  const hasParts = prototype.subAttributes !== Attribute.prototype.subAttributes;
  return hasParts ? whole<A>() : { key: ({ id }) => String(id) };
}

/** Any attribute. */
export const anyAttributeParameter: Parameter<Attribute> = {
  kind: 'attribute',
  cppType: '::mlir::Attribute',
  .../* @__PURE__ */ whole<Attribute>(),
  parse: (parser) => parser.parseAttribute(),
  print: (printer, value) => printer.printAttribute(value),
  encoding: { write: (writer, value) => writer.attribute(value), read: (reader) => reader.attribute() },
};

/** Any type. */
export const anyTypeParameter: Parameter<Type> = {
  kind: 'type',
  cppType: '::mlir::Type',
  .../* @__PURE__ */ whole<Type>(),
  parse: (parser) => parser.parseType(),
  print: (printer, value) => printer.printType(value),
  encoding: { write: (writer, value) => writer.type(value), read: (reader) => reader.type() },
};

/** The error messages for an attribute or type that a parameter can't be. */
export interface ParameterProblems {
  /** The kind of value in reference pages. */
  readonly kind: string;
  /** The message about another attribute or type in the text. */
  readonly problem: string;
}

/** An attribute that `accepts` takes, in its full text. */
/* @__NO_SIDE_EFFECTS__ */
export function attributeWhere<A extends Attribute>(
  accepts: (attribute: Attribute) => attribute is A,
  { kind, problem }: ParameterProblems,
): Parameter<A> {
  const refuse = (attribute: Attribute): string => `expected ${kind}, but got: ${String(attribute)}`;
  return {
    kind,
    ...whole<A>(),
    parse: (parser) => {
      const { offset } = parser;
      const attribute = parser.parseAttribute();
      return accepts(attribute) ? attribute : parser.fail(problem, offset);
    },
    print: (printer, value) => printer.printAttribute(value),
    encoding: {
      write: (writer, value) => writer.attribute(value),
      read: (reader) => {
        const attribute = reader.attribute();
        return accepts(attribute) ? attribute : reader.fail(refuse(attribute));
      },
    },
  };
}

/** A type that `accepts` takes. */
/* @__NO_SIDE_EFFECTS__ */
export function typeWhereParameter<T extends Type>(
  accepts: (type: Type) => type is T,
  { kind, problem }: ParameterProblems,
): Parameter<T> {
  return {
    kind,
    ...whole<T>(),
    parse: (parser) => {
      const { offset } = parser;
      const type = parser.parseType();
      return accepts(type) ? type : parser.fail(problem, offset);
    },
    print: (printer, value) => printer.printType(value),
  };
}

/** An attribute of one class in its full text. */
/* @__NO_SIDE_EFFECTS__ */
export function attributeOf<A extends Attribute>(cls: AttrClass<A>): Parameter<A> {
  const full = attributeWhere((attribute): attribute is A => isInstance(cls, attribute), {
    kind: `\`#${cls.mnemonic}\``,
    problem: `expected '#${cls.mnemonic}'`,
  });
  const { kind, parse, print, encoding } = full;
  return { kind, parse, print, ...(encoding === undefined ? {} : { encoding }), ...wholeOf(cls) };
}

/** An attribute of one class that is written without its mnemonic; it may be read with it or by alias. */
/* @__NO_SIDE_EFFECTS__ */
export function strippedAttribute<A extends Strippable>(cls: AttrClass<A>): Parameter<A> {
  return stripped(cls, (printer, value) => value.printBody(printer));
}

/* @__NO_SIDE_EFFECTS__ */
function stripped<A extends Attribute>(
  cls: AttrClass<A>,
  printBody: (printer: Printer, value: A) => void,
): Parameter<A> {
  const full = attributeOf(cls);
  return {
    ...full,
    parse: (parser) => (parser.at('hash') ? full.parse(parser) : cls.parse(parser, null)),
    print: (printer, value) => printer.printStripped(value, () => printBody(printer, value)),
  };
}

/** The names of an attribute's body in messages. */
export interface BodyNames {
  /** The C++ class in MLIR's messages. */
  readonly cppType: string;
  /** The attribute in messages about bytecode: `an axis`. */
  readonly what: string;
}

/** An attribute of one class that is always without its mnemonic. */
/* @__NO_SIDE_EFFECTS__ */
export function attributeBody<A extends Strippable>(
  cls: AttrClass<A>,
  { cppType, what }: BodyNames,
): Parameter<A> {
  return {
    kind: `\`#${cls.mnemonic}\``,
    cppType,
    ...wholeOf(cls),
    parse: (parser) => cls.parse(parser, null),
    print: (printer, value) => value.printBody(printer),
    encoding: {
      write: (writer, value) => writer.attribute(value),
      read: (reader) => reader.attributeOf(cls, what),
    },
  };
}

/** `<word>`: an enumeration's attribute without its mnemonic; it may be read with it or by alias. */
/* @__NO_SIDE_EFFECTS__ */
export function strippedEnum<const V extends string>(cls: EnumAttrClass<V>): Parameter<EnumAttr<V>> {
  return stripped<EnumAttr<V>>(cls, (printer, { value }) => printer.write(`<${value}>`));
}

/** An affine map without `affine_map<>`. */
export const affineMapParameter: Parameter<AffineMapAttr> = {
  kind: 'affine map',
  key: ({ id }) => String(id),
  parse: (parser) => parseAffineMapBody(parser),
  print: (printer, map) => map.printBody(printer),
};

/** A number of 64 bits without its type. */
export const doubleParameter: Parameter<FloatAttr> = {
  kind: 'float',
  cppType: '::llvm::APFloat',
  key: ({ id }) => String(id),
  parse: parseDouble,
  print: (printer, value) => value.printWithoutType(printer),
  encoding: {
    write: (writer, value) => writer.integer(value.bits, f64.width),
    read: (reader) => FloatAttr.fromBits(reader.integer(f64.width), f64),
  },
};

/** Returns a number as text has it, with 64 bits of precision. */
function parseDouble(parser: Parser): FloatAttr {
  if (!parser.at('float') && !parser.at('integer') && !parser.at('-')) {
    return parser.fail('expected floating point literal');
  }
  // A number read as f64 is a float attribute.
  return parser.parseAttribute(f64) as FloatAttr;
}
