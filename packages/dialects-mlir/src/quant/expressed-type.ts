import { FloatType, type Parameter, type Parser } from '@shardform/ir-core';

/** Returns the type of the numbers that integers stand for. */
export function parseExpressedType(parser: Parser): FloatType {
  const { offset } = parser;
  const type = parser.parseType();
  return type instanceof FloatType ? type : parser.failSyntax('invalid kind of type specified', offset);
}

/** The type of the numbers that integers stand for. */
export const expressedTypeParameter: Parameter<FloatType> = {
  kind: 'float type',
  parse: parseExpressedType,
  print: (printer, type) => printer.printType(type),
  key: ({ id }) => String(id),
  parts: (type) => [type],
  // Types are replaced by types; one that is no float can't be expressed.
  withParts: (type, [part]) => (part instanceof FloatType ? part : type),
};
