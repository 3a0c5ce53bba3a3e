import { DenseArrayAttr } from '../builtin/attrs/dense-array-attr.ts';
import { FloatType } from '../builtin/types/float-type.ts';
import { i1, IntegerType } from '../builtin/types/integer-type.ts';
import { type FloatBits, parseFloatLiteralThroughF64 } from '../number/index.ts';
import { decimalFloatFailure, hexFloatBits, integerFits, integerLiteral } from './number-literal.ts';
import type { Parser } from './parser.ts';

type ElementType = IntegerType | FloatType;

/** `array<i64: 1, 2>`. */
export function parseDenseArray(parser: Parser): DenseArrayAttr {
  parser.advance();
  parser.expect('<', " after 'array'");
  const type = parseElementType(parser);
  const values: (bigint | FloatBits)[] = [];
  if (!parser.accept('>')) {
    parser.expect(':', ' after dense array type');
    values.push(...parser.parseList('none', () => parseElement(parser, type)));
    parser.expect('>', ' to close an array attribute');
  }
  return DenseArrayAttr.get(type, values);
}

function parseElementType(parser: Parser): ElementType {
  const { offset } = parser;
  const type = parser.parseOptionalType();
  if (type === null) {
    parser.outsideOp(() => parser.report('expected non-function type', offset));
    return parser.failSyntax('expected an integer or floating point type', offset);
  }
  if (!(type instanceof IntegerType || type instanceof FloatType)) {
    return parser.failSyntax(`expected integer or float type, got: '${String(type)}'`, offset);
  }
  if (type !== i1 && type.width % 8 !== 0) {
    parser.failSyntax('element type bitwidth must be a multiple of 8', offset);
  }
  return type;
}

// What is wrong with a number is said after it, as in MLIR.
function parseElement(parser: Parser, type: ElementType): bigint | FloatBits {
  const negative = parser.accept('-');
  if (type instanceof FloatType) return parseFloat(parser, type, negative);
  const { spelling, kind } = parser;
  if (spelling === 'true' || spelling === 'false') {
    if (type !== i1) parser.failSyntax("expected i1 type for 'true' or 'false' values");
    parser.advance();
    return spelling === 'true' ? 1n : 0n;
  }
  if (kind !== 'integer') parser.failSyntax('expected integer literal');
  parser.advance();
  if (type === i1) parser.failSyntax("expected 'true' or 'false' values for i1 type");
  return integerLiteral(spelling, negative, type) ?? parser.failSyntax('integer constant out of range');
}

function parseFloat(parser: Parser, type: FloatType, negative: boolean): FloatBits {
  const { spelling, offset } = parser;
  if (parser.at('integer')) {
    if (!spelling.startsWith('0x')) decimalFloatFailure(parser, offset);
    if (negative) parser.failSyntax('hexadecimal float literal should not have a leading minus', offset);
    parser.advance();
    return hexFloatBits(parser, spelling, type, offset);
  }
  if (!parser.at('float')) parser.failSyntax('expected floating point literal', offset);
  parser.advance();
  return parseFloatLiteralThroughF64((negative ? '-' : '') + spelling, type.format);
}

/** One number of a short form such as `[0, 1]`, in which declarative formats write dense arrays. */
export function parseShortElement(parser: Parser, type: ElementType): bigint | FloatBits {
  if (type instanceof FloatType) return parseElement(parser, type);
  const { offset } = parser;
  const value = parser.parseOptionalInteger();
  if (value === null) {
    parser.report('expected integer value');
    return parser.failToken("expected ']'");
  }
  if (!integerFits(value, type)) parser.fail('integer value too large', offset);
  return value;
}
