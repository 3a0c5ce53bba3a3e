import { DenseElementsAttr, elementByteSize, encodeElement } from '../builtin/attrs/dense-elements-attr.ts';
import { DenseResourceAttr, DenseStringsAttr, SparseElementsAttr } from '../builtin/attrs/other-elements-attrs.ts';
import { ComplexType } from '../builtin/types/composite-types.ts';
import { FloatType } from '../builtin/types/float-type.ts';
import { i1, i64, IndexType, IntegerType } from '../builtin/types/integer-type.ts';
import { RankedTensorType, ShapedType } from '../builtin/types/shaped-types.ts';
import { type Attribute, isInstance, type Type } from '../ir/attribute.ts';
import { parseFloatLiteralThroughF64 } from '../number/index.ts';
import { unescapeString } from './lexer.ts';
import { hexFloatBits, integerFits } from './parse-attribute.ts';
import type { Parser } from './parser.ts';

/** One literal of a dense list: where it stands and whether a minus precedes it. */
interface Literal {
  readonly kind: 'integer' | 'float' | 'bool' | 'string';
  readonly text: string;
  readonly negative: boolean;
  readonly offset: number;
}

interface Literals {
  readonly items: Literal[];
  readonly isComplex: boolean;
  /** `null` for a single literal, which stands for all elements. */
  readonly shape: readonly number[] | null;
}

/** `dense<literals or "0xHEX"> : type`. */
export function parseDense(parser: Parser, type: Type | null): Attribute {
  const { offset } = parser;
  parser.advance();
  parser.expect('<', " after 'dense'");
  if (parser.at('string') && parser.spelling.startsWith('"0x')) {
    const hexOffset = parser.offset;
    const digits = parser.parseString();
    if (parser.at('>')) {
      parser.advance();
      const shaped = parseElementsType(parser, type, offset);
      return fromHex(parser, digits, shaped, hexOffset);
    }
    parser.lexer.reset(hexOffset);
  }
  const literals = parser.at('>') ? null : parseLiterals(parser);
  parser.expect('>');
  const shaped = parseElementsType(parser, type, offset);
  return fromLiterals(parser, literals, shaped, offset);
}

/** `: type` unless the context gave one; the shape has to be static. */
function parseElementsType(parser: Parser, type: Type | null, offset: number): ShapedType {
  const shaped = type ?? parser.parseColonType();
  if (!isInstance(ShapedType, shaped)) return parser.failSyntax('elements literal must be a shaped type', offset);
  if (!shaped.hasStaticShape) parser.failSyntax('elements literal type must have static shape', offset);
  return shaped;
}

function parseLiterals(parser: Parser): Literals {
  const items: Literal[] = [];
  let isComplex = false;
  const literal = (): void => {
    if (parser.accept('(')) {
      isComplex = true;
      items.push(parseLiteral(parser));
      parser.expect(',', ' between complex elements');
      items.push(parseLiteral(parser));
      parser.expect(')', ' after complex elements');
    } else items.push(parseLiteral(parser));
  };
  const list = (): number[] => {
    let inner: number[] | null = null;
    let count = 0;
    parser.expect('[');
    if (!parser.at(']')) {
      do {
        const { offset } = parser;
        const shape: number[] = parser.at('[') ? parser.nested(list) : (literal(), []);
        if (inner !== null && inner.join() !== shape.join()) {
          parser.failSyntax('tensor literal is invalid; ranks are not consistent between elements', offset);
        }
        inner ??= shape;
        count++;
      } while (parser.accept(','));
    }
    parser.expect(']');
    return [count, ...(inner ?? [])];
  };
  if (parser.at('[')) {
    const shape = list();
    return { items, isComplex, shape };
  }
  literal();
  return { items, isComplex, shape: null };
}

function parseLiteral(parser: Parser): Literal {
  const { offset } = parser;
  const negative = parser.accept('-');
  const text = parser.spelling;
  const kind =
    parser.at('integer') || parser.at('float') || parser.at('string')
      ? (parser.kind as 'integer' | 'float' | 'string')
      : text === 'true' || text === 'false'
        ? 'bool'
        : parser.failSyntax(
            negative
              ? 'expected integer or floating point literal'
              : 'expected element literal of primitive type',
          );
  parser.advance();
  return { kind, text, negative, offset };
}

function fromLiterals(
  parser: Parser,
  literals: Literals | null,
  type: ShapedType,
  offset: number,
): Attribute {
  const count = type.elementCount;
  if (literals === null || literals.items.length === 0) {
    if (literals?.shape !== undefined && literals.shape !== null && literals.shape.join() !== type.shape!.join()) {
      mismatch(parser, literals.shape, type, offset);
    }
    if (count !== 0) {
      parser.failSyntax(`parsed zero elements, but type (${`'${String(type)}'`}) expected at least 1`, offset);
    }
    return DenseElementsAttr.fromBytes(type, new Uint8Array(0));
  }
  if (literals.shape !== null && literals.shape.join() !== type.shape!.join()) {
    mismatch(parser, literals.shape, type, offset);
  }
  if (literals.items[0]!.kind === 'string') {
    const strings = literals.items.map((item) => unescapeString(item.text.slice(1, -1)));
    return DenseStringsAttr.get(type, strings);
  }
  const { elementType } = type;
  if (literals.isComplex && !(elementType instanceof ComplexType)) {
    parser.failSyntax(`expected element type to be complex, but got '${String(elementType)}'`, offset);
  }
  const partType = elementType instanceof ComplexType ? elementType.elementType : elementType;
  const storage = storageTypeOf(partType);
  const partSize = storage === null ? null : elementByteSize(storage);
  if (storage === null || partSize === null) {
    return parser.failSyntax(`expected floating point or integer element type, got '${String(elementType)}'`, offset);
  }
  const bytes = new Uint8Array(partSize * literals.items.length);
  literals.items.forEach((item, i) => writeLiteral(parser, item, storage, bytes, i * partSize));
  // A complex element written as one number has no imaginary part; MLIR asks for pairs instead.
  if (elementType instanceof ComplexType && !literals.isComplex) {
    parser.failSyntax('expected complex elements in parentheses', offset);
  }
  if (count === 0) return DenseElementsAttr.fromBytes(type, new Uint8Array(0));
  return DenseElementsAttr.fromBytes(type, bytes);
}

/** A type whose dense elements are stored as another type: a quantized type stores its integers. */
export interface StoredElementType {
  readonly denseStorageType: Type;
}

function storageTypeOf(type: Type): Type | null {
  const { denseStorageType } = type as Type & Partial<StoredElementType>;
  if (denseStorageType !== undefined) return denseStorageType;
  return elementByteSize(type) === null ? null : type;
}

function mismatch(parser: Parser, shape: readonly number[], type: ShapedType, offset: number): never {
  return parser.failSyntax(
    `inferred shape of elements literal ([${shape.join(', ')}]) does not match type ([${type.shape!.join(', ')}])`,
    offset,
  );
}

function writeLiteral(parser: Parser, item: Literal, type: Type, bytes: Uint8Array, at: number): void {
  const { kind, text, negative, offset } = item;
  if (type instanceof FloatType) {
    let bits;
    if (kind === 'integer') {
      if (!text.startsWith('0x')) {
        parser.failSyntax('unexpected decimal integer literal for a floating point value', offset, [
          parser.noteAt(offset, 'add a trailing dot to make the literal a float'),
        ]);
      }
      if (negative) parser.failSyntax('hexadecimal float literal should not have a leading minus', offset);
      bits = BigInt(hexFloatBits(parser, text, type, offset));
    } else if (kind === 'float') {
      bits = BigInt(parseFloatLiteralThroughF64((negative ? '-' : '') + text, type.format));
    } else return parser.failSyntax('expected floating-point elements, but parsed boolean or string', offset);
    for (let i = 0; i < Math.ceil(type.width / 8); i++, bits >>= 8n) bytes[at + i] = Number(bits & 0xffn);
    return;
  }
  if (!(type instanceof IntegerType || type instanceof IndexType)) return parser.failSyntax('expected integer elements', offset);
  if (kind === 'float') parser.failSyntax('expected integer elements, but parsed floating-point', offset);
  if (kind === 'bool') {
    if (type !== i1) parser.failSyntax('expected i1 type for \'true\' or \'false\' values', offset);
    bytes[at] = text === 'true' ? 1 : 0;
    return;
  }
  if (negative && type instanceof IntegerType && type.isUnsigned) {
    parser.failSyntax('expected unsigned integer elements, but parsed negative value', offset);
  }
  const value = negative ? -BigInt(text) : BigInt(text);
  if (!integerFits(value, type)) parser.failSyntax('integer constant out of range for type', offset);
  bytes.set(encodeElement(type, value), at);
}

function fromHex(parser: Parser, digits: string, type: ShapedType, offset: number): Attribute {
  const bytes = decodeHex(digits);
  if (bytes === null) return parser.failSyntax('expected string containing hex digits starting with `0x`', offset);
  const size = elementByteSize(type.elementType);
  const count = type.elementCount;
  // Before 2025 MLIR packed booleans, eight to a byte.
  if (type.elementType === i1 && count > 1 && bytes.length === Math.ceil(count / 8) && bytes.length !== count) {
    const unpacked = new Uint8Array(count);
    for (let i = 0; i < count; i++) unpacked[i] = (bytes[i >> 3]! >> (i & 7)) & 1;
    return DenseElementsAttr.fromBytes(type, bytes.length === 1 && (bytes[0] === 0xff || bytes[0] === 0) ? Uint8Array.of(bytes[0] & 1) : unpacked);
  }
  if (size === null || (bytes.length !== size * count && (bytes.length !== size || count === 0))) {
    parser.failSyntax(`elements hex data size is invalid for provided type: '${String(type)}'`, offset);
  }
  return DenseElementsAttr.fromBytes(type, bytes);
}

/** Bytes of `0x` and pairs of hexadecimal digits; `null` for other text. */
export function decodeHex(text: string): Uint8Array | null {
  if (!text.startsWith('0x') || text.length % 2 !== 0) return null;
  const bytes = new Uint8Array(text.length / 2 - 1);
  for (let i = 0; i < bytes.length; i++) {
    const byte = hexDigit(text.charCodeAt(2 * i + 2)) * 16 + hexDigit(text.charCodeAt(2 * i + 3));
    if (!(byte >= 0)) return null;
    bytes[i] = byte;
  }
  return bytes;
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : NaN;
}

/** `dense_resource<key> : type`. */
export function parseDenseResource(parser: Parser, type: Type | null): Attribute {
  const { offset } = parser;
  parser.advance();
  parser.expect('<', " after 'dense_resource'");
  const key = parser.parseKeywordOrString();
  parser.expect('>', " after 'dense_resource<key'");
  const shaped = type ?? parser.parseColonType();
  if (!isInstance(ShapedType, shaped)) return parser.failSyntax('`dense_resource` expected a shaped type', offset);
  return DenseResourceAttr.get(key, shaped);
}

/** `sparse<indices, values> : type`; `sparse<> : type` is all zeros. */
export function parseSparse(parser: Parser, type: Type | null): Attribute {
  const { offset } = parser;
  parser.advance();
  parser.expect('<', " after 'sparse'");
  if (parser.accept('>')) {
    const shaped = parseElementsType(parser, type, offset);
    const indices = DenseElementsAttr.fromBytes(RankedTensorType.get([0, shaped.shape!.length], i64), new Uint8Array(0));
    const values = DenseElementsAttr.fromBytes(RankedTensorType.get([0], shaped.elementType), new Uint8Array(0));
    return SparseElementsAttr.get(shaped, indices, values);
  }
  const indexLiterals = parseLiterals(parser);
  parser.expect(',');
  const valueLiterals = parseLiterals(parser);
  parser.expect('>');
  const shaped = parseElementsType(parser, type, offset);
  const rank = shaped.shape!.length;
  const indexShape = indexLiterals.shape === null ? [1, rank] : indexLiterals.shape.length === 1 ? [1, ...indexLiterals.shape] : indexLiterals.shape;
  const indices = fromLiterals(parser, { ...indexLiterals, shape: indexLiterals.shape === null ? null : indexShape }, RankedTensorType.get(indexShape, i64), offset);
  const values = fromLiterals(parser, valueLiterals, RankedTensorType.get([indexShape[0]!], shaped.elementType), offset);
  if (indexShape[1] !== rank) {
    parser.failSyntax(
      `expected shape ([${shaped.shape!.join(', ')}]); inferred shape of indices literal ([${indexShape.join(', ')}]); inferred shape of values literal ([${indexShape[0]}])`,
      offset,
    );
  }
  return SparseElementsAttr.get(shaped, indices, values);
}
