import { ArrayAttr, DictionaryAttr, OpaqueAttr, StringAttr, SymbolRefAttr, UnitAttr } from '../builtin/attrs/basic-attrs.ts';
import { DenseArrayAttr } from '../builtin/attrs/dense-array-attr.ts';
import { boolAttr, FloatAttr, IntegerAttr } from '../builtin/attrs/number-attrs.ts';
import { f64, FloatType } from '../builtin/types/float-type.ts';
import { i1, i64, IndexType, IntegerType } from '../builtin/types/integer-type.ts';
import { NoneType } from '../builtin/types/integer-type.ts';
import type { Attribute, Type } from '../ir/attribute.ts';
import { type FloatBits, parseFloatLiteralThroughF64 } from '../number/index.ts';
import { parseAffineMapAttr, parseIntegerSetAttr, parseStridedAttr } from './parse-affine.ts';
import { parseDense, parseDenseResource, parseSparse } from './parse-dense.ts';
import { parseAttrDict } from './parse-dictionary.ts';
import { parseDistinctAttr } from './parse-distinct.ts';
import { parseSymbolBody } from './parse-dialect-symbol.ts';
import type { Parser } from './parser.ts';

/**
 * An attribute.
 *
 * @param type the type that the context asks for; a literal that names none gets it.
 */
export function parseAttribute(parser: Parser, type: Type | null = null): Attribute {
  return parseOptionalAttribute(parser, type) ?? parser.failToken('expected attribute value');
}

/** An attribute if the current token starts one. */
export function parseOptionalAttribute(parser: Parser, type: Type | null): Attribute | null {
  switch (parser.kind) {
    case 'integer':
      return parseInteger(parser, type, false);
    case 'float':
      return parseFloat(parser, type, false);
    case '-': {
      parser.advance();
      if (parser.at('integer')) return parseInteger(parser, type, true);
      if (parser.at('float')) return parseFloat(parser, type, true);
      return parser.failSyntax('expected constant integer or floating point value');
    }
    case 'string': {
      const value = parser.parseString();
      return StringAttr.get(value, type ?? (parser.accept(':') ? parser.parseType() : NoneType.instance));
    }
    case 'at':
      return parseOptionalSymbolRef(parser);
    case '[':
      return parser.nested(() => ArrayAttr.get(parser.parseList('square', () => parser.parseAttribute())));
    case '{':
      return parser.nested(() => DictionaryAttr.get(parseAttrDict(parser)));
    case 'hash':
      return parser.nested(() => parseDialectAttr(parser, type));
    case 'bare':
      return parseKeywordAttr(parser, type);
    case '(':
    case 'exclamation':
      return parser.parseOptionalType();
    default:
      return null;
  }
}

function parseKeywordAttr(parser: Parser, type: Type | null): Attribute | null {
  switch (parser.spelling) {
    case 'true':
    case 'false': {
      const value = parser.spelling === 'true';
      parser.advance();
      return boolAttr(value);
    }
    case 'unit':
      parser.advance();
      return UnitAttr.instance;
    case 'dense':
      return parseDense(parser, type);
    case 'dense_resource':
      return parseDenseResource(parser, type);
    case 'sparse':
      return parseSparse(parser, type);
    case 'array':
      return parseDenseArray(parser);
    case 'affine_map':
      return parseAffineMapAttr(parser);
    case 'affine_set':
      return parseIntegerSetAttr(parser);
    case 'strided':
      return parseStridedAttr(parser);
    case 'distinct':
      return parseDistinctAttr(parser);
    case 'loc':
      return parser.parseOptionalLocation();
    default:
      return parser.parseOptionalType();
  }
}

/** `@root::@nested`. */
export function parseOptionalSymbolRef(parser: Parser): SymbolRefAttr | null {
  const root = parser.parseOptionalSymbolName();
  if (root === null) return null;
  const nested: string[] = [];
  while (parser.at('::')) {
    parser.advance();
    nested.push(parser.parseOptionalSymbolName() ?? parser.failSyntax('expected nested symbol reference identifier'));
  }
  return SymbolRefAttr.get(root, nested);
}

// ---- numbers

function parseInteger(parser: Parser, type: Type | null, negative: boolean): Attribute {
  const { offset, spelling } = parser;
  parser.advance();
  const numberType = type ?? (parser.accept(':') ? parser.parseType() : i64);
  if (numberType instanceof FloatType) {
    if (!spelling.startsWith('0x')) {
      parser.failSyntax('unexpected decimal integer literal for a floating point value', offset, [
        parser.noteAt(offset, 'add a trailing dot to make the literal a float'),
      ]);
    }
    if (negative) parser.failSyntax('hexadecimal float literal should not have a leading minus', offset);
    return FloatAttr.fromBits(hexFloatBits(parser, spelling, numberType, offset), numberType);
  }
  if (!(numberType instanceof IntegerType || numberType instanceof IndexType)) {
    return parser.failSyntax('integer literal not valid for specified type', offset);
  }
  const value = negative ? -BigInt(spelling) : BigInt(spelling);
  if (negative && numberType instanceof IntegerType && numberType.isUnsigned) {
    parser.failSyntax('negative integer literal not valid for unsigned integer type', offset);
  }
  if (!integerFits(value, numberType)) parser.failSyntax('integer constant out of range for attribute', offset);
  return IntegerAttr.get(value, numberType);
}

/** Whether an integer literal may stand for a value of the type: in its signed or unsigned range. */
export function integerFits(value: bigint, type: IntegerType | IndexType): boolean {
  const width = BigInt(type instanceof IntegerType ? type.width : 64);
  if (width === 0n) return value === 0n;
  const signed = type instanceof IntegerType && type.signedness === 'signed';
  const highest = signed || type instanceof IndexType ? (1n << (width - 1n)) - 1n : (1n << width) - 1n;
  return value >= -(1n << (width - 1n)) && value <= highest;
}

/** The bits that a hexadecimal literal gives a float. */
export function hexFloatBits(parser: Parser, spelling: string, type: FloatType, offset: number): FloatBits {
  const bits = BigInt(spelling);
  if (bits >= 1n << BigInt(type.width)) {
    parser.failSyntax('hexadecimal float constant out of range for type', offset);
  }
  return type.width > 32 ? bits : Number(bits);
}

function parseFloat(parser: Parser, type: Type | null, negative: boolean): Attribute {
  const { offset, spelling } = parser;
  parser.advance();
  const numberType = type ?? (parser.accept(':') ? parser.parseType() : f64);
  if (!(numberType instanceof FloatType)) {
    return parser.failSyntax('floating point value not valid for specified type', offset);
  }
  return FloatAttr.fromBits(parseFloatLiteralThroughF64((negative ? '-' : '') + spelling, numberType.format), numberType);
}

function parseDenseArray(parser: Parser): Attribute {
  parser.advance();
  parser.expect('<', " after 'array'");
  const { offset } = parser;
  const type = parser.parseType();
  if (!(type instanceof IntegerType || type instanceof FloatType) || (type instanceof IntegerType && type !== i1 && type.width % 8 !== 0)) {
    return parser.failSyntax('expected integer or float type', offset);
  }
  const values: (bigint | FloatBits)[] = [];
  if (!parser.accept('>')) {
    parser.expect(':', ' after dense array type');
    values.push(...parser.outsideOp(() => parser.parseList('none', () => parseDenseArrayElement(parser, type))));
    parser.expect('>', ' to close an array attribute');
  }
  return DenseArrayAttr.get(type, values);
}

/** One element of a dense array, also inside short forms such as `[0, 1]`. */
export function parseDenseArrayElement(parser: Parser, type: IntegerType | FloatType): bigint | FloatBits {
  if (type instanceof IntegerType) {
    const { offset } = parser;
    const value = parser.parseInteger();
    if (!integerFits(value, type)) parser.failSyntax('integer value too large', offset);
    return value;
  }
  const negative = parser.accept('-');
  const { spelling, offset } = parser;
  if (parser.at('integer') && spelling.startsWith('0x')) {
    parser.advance();
    return hexFloatBits(parser, spelling, type, offset);
  }
  if (!parser.at('float')) parser.failSyntax('expected floating point literal');
  parser.advance();
  return parseFloatLiteralThroughF64((negative ? '-' : '') + spelling, type.format);
}

// ---- dialect attributes

function parseDialectAttr(parser: Parser, type: Type | null): Attribute {
  const { spelling, offset, context } = parser;
  const name = spelling.slice(1);
  const dot = name.indexOf('.');
  parser.advance();
  const followsAngle = parser.at('<') && parser.lexer.start === parser.lexer.previousEnd;
  if (dot < 0 && !followsAngle) {
    return parser.attributeAliases.get(name) ?? parser.failSyntax(`undefined symbol alias id '${name}'`, offset);
  }
  const dialectName = dot < 0 ? name : name.slice(0, dot);
  const dialect = context.dialects.get(dialectName);
  if (dialect === undefined) {
    if (!context.allowUnregisteredDialects) {
      parser.failSyntax(
        `dialect '${dialectName}' not found for attribute: '#${name}'. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR tool used`,
        offset,
      );
    }
    const body = parseSymbolBody(parser, dot < 0 ? null : name.slice(dot + 1));
    return OpaqueAttr.get(dialectName, body, parser.accept(':') ? parser.parseType() : NoneType.instance);
  }
  const opaqueForm = dot < 0;
  if (opaqueForm) parser.expect('<');
  const mnemonic = opaqueForm ? parser.parseKeyword() : name.slice(dot + 1);
  const attrClass = context.attrs.get(`${dialectName}.${mnemonic}`);
  if (attrClass === undefined) {
    const message =
      dialect.unknownAttrMessage?.(mnemonic) ?? `unknown attribute \`${mnemonic}\` in dialect \`${dialectName}\``;
    return parser.failSyntax(message, offset);
  }
  const attribute = parser.outsideOp(() => attrClass.parse(parser, type));
  if (opaqueForm) parser.expect('>');
  return attribute;
}
