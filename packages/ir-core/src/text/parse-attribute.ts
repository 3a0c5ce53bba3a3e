import { checkInterruptAfter } from '../budget/budget.ts';
import {
  ArrayAttr,
  DictionaryAttr,
  OpaqueAttr,
  StringAttr,
  SymbolRefAttr,
  UnitAttr,
} from '../builtin/attrs/basic-attrs.ts';
import { boolAttr, FloatAttr, IntegerAttr } from '../builtin/attrs/number-attrs.ts';
import { f64, FloatType } from '../builtin/types/float-type.ts';
import { i64, IndexType, IntegerType } from '../builtin/types/integer-type.ts';
import { NoneType } from '../builtin/types/integer-type.ts';
import type { Attribute, Type } from '../ir/attribute.ts';
import { parseFloatLiteralThroughF64 } from '../number/index.ts';
import { parseAffineMapAttr, parseIntegerSetAttr, parseStridedAttr } from './parse-affine.ts';
import { parseDenseArray } from './parse-dense-array.ts';
import { parseDense, parseDenseResource, parseSparse } from './parse-dense.ts';
import { parseAttrDict } from './parse-dictionary.ts';
import { parseDistinctAttr } from './parse-distinct.ts';
import { decimalFloatFailure, hexFloatBits, integerLiteral } from './number-literal.ts';
import { checkNamespace, parseBalanced, parseSymbolBody, unknownMessage } from './parse-dialect-symbol.ts';
import type { Parser } from './parser.ts';

/**
 * Parses an attribute.
 *
 * @param type the type that the context asks for; a literal that names none gets it.
 */
export function parseAttribute(parser: Parser, type: Type | null = null): Attribute {
  return parseOptionalAttribute(parser, type) ?? parser.failToken('expected attribute value');
}

/** Parses an attribute if the current token starts one. */
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
      return parser.failToken('expected constant integer or floating point value');
    }
    case 'string': {
      const value = parser.parseString();
      return StringAttr.get(value, type ?? (parser.accept(':') ? parser.parseType() : NoneType.instance));
    }
    case 'at':
      return parseOptionalSymbolRef(parser);
    case '[':
      return parser.nested(() => ArrayAttr.get(parseElements(parser)));
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

/** An element's text takes as long to read as so many simple steps. */
const STEPS_PER_ELEMENT = 100;

function parseElements(parser: Parser): Attribute[] {
  const elements: Attribute[] = [];
  parser.advance();
  if (parser.accept(']')) return elements;
  do {
    checkInterruptAfter(STEPS_PER_ELEMENT);
    elements.push(parser.parseAttribute());
  } while (parser.accept(','));
  if (!parser.accept(']')) parser.failToken("expected ',' or ']'");
  return elements;
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
      return parser.parseOptionalLocation(' in inline location');
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
    nested.push(
      parser.parseOptionalSymbolName() ?? parser.failSyntax('expected nested symbol reference identifier'),
    );
  }
  return SymbolRefAttr.get(root, nested);
}

// ---- numbers

function parseInteger(parser: Parser, type: Type | null, negative: boolean): Attribute {
  const { offset, spelling } = parser;
  parser.advance();
  const numberType = type ?? (parser.accept(':') ? parser.parseType() : i64);
  if (numberType instanceof FloatType) {
    if (!spelling.startsWith('0x')) decimalFloatFailure(parser, offset);
    if (negative) parser.failSyntax('hexadecimal float literal should not have a leading minus', offset);
    return FloatAttr.fromBits(hexFloatBits(parser, spelling, numberType, offset), numberType);
  }
  if (!(numberType instanceof IntegerType || numberType instanceof IndexType)) {
    return parser.failSyntax('integer literal not valid for specified type', offset);
  }
  if (negative && numberType instanceof IntegerType && numberType.isUnsigned) {
    parser.failSyntax('negative integer literal not valid for unsigned integer type', offset);
  }
  const value =
    integerLiteral(spelling, negative, numberType) ??
    parser.failSyntax('integer constant out of range for attribute', offset);
  return IntegerAttr.get(value, numberType);
}

function parseFloat(parser: Parser, type: Type | null, negative: boolean): Attribute {
  const { spelling } = parser;
  parser.advance();
  const numberType = type ?? (parser.accept(':') ? parser.parseType() : f64);
  if (!(numberType instanceof FloatType)) {
    return parser.failSyntax('floating point value not valid for specified type');
  }
  return FloatAttr.fromBits(
    parseFloatLiteralThroughF64((negative ? '-' : '') + spelling, numberType.format),
    numberType,
  );
}

// ---- dialect attributes

function parseDialectAttr(parser: Parser, type: Type | null): Attribute {
  const { spelling, offset, context } = parser;
  const name = spelling.slice(1);
  const dot = name.indexOf('.');
  parser.advance();
  const followsAngle = parser.at('<') && parser.lexer.start === parser.lexer.previousEnd;
  if (dot < 0 && !followsAngle) {
    return parser.attributeAliases.use(name) ?? parser.failToken(`undefined symbol alias id '${name}'`);
  }
  const dialectName = dot < 0 ? name : name.slice(0, dot);
  checkNamespace(parser, dialectName);
  const dialect = context.dialects.get(dialectName);
  const isKept = dialect?.isPartial === true && dot >= 0 && !context.attrs.has(name);
  if (dialect === undefined || isKept) {
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
  const mnemonicOffset = opaqueForm ? parser.offset : offset + dot + 2;
  const mnemonic = opaqueForm ? parser.parseKeyword() : name.slice(dot + 1);
  const attrClass = context.attrs.get(`${dialectName}.${mnemonic}`);
  if (attrClass === undefined) {
    const message =
      dialect.unknownAttrMessage?.(mnemonic) ??
      unknownMessage('attribute', context.attrs, dialectName, mnemonic);
    return parser.failSyntax(message, mnemonicOffset);
  }
  const attribute = parseBalanced(parser, () => attrClass.parse(parser, type));
  if (opaqueForm) parser.expect('>');
  return attribute;
}
