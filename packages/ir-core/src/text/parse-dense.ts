import { DenseElementsAttr } from '../builtin/attrs/dense-elements-attr.ts';
import { elementByteSize, encodeElement } from '../builtin/attrs/element-bytes.ts';
import { DenseResourceAttr, DenseStringsAttr, SparseElementsAttr } from '../builtin/attrs/other-elements-attrs.ts';
import { ComplexType } from '../builtin/types/composite-types.ts';
import { FloatType } from '../builtin/types/float-type.ts';
import { i1, i64, IndexType, IntegerType } from '../builtin/types/integer-type.ts';
import { RankedTensorType, ShapedType } from '../builtin/types/shaped-types.ts';
import { type Attribute, isInstance, type Type } from '../ir/attribute.ts';
import { parseFloatLiteralThroughF64 } from '../number/index.ts';
import { unescapeString } from './string-literal.ts';
import { decimalFloatFailure, hexFloatBits, integerFits } from './number-literal.ts';
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
  if (parser.at('string')) {
    const textOffset = parser.offset;
    const text = parser.parseString();
    parser.expect('>');
    const shaped = parseElementsType(parser, type, offset);
    if (storageTypeOf(shaped.elementType) === null) return DenseStringsAttr.get(shaped, [text]);
    const bytes =
      decodeHex(text) ?? parser.failSyntax('expected string containing hex digits starting with `0x`', textOffset);
    return fromHex(parser, bytes, shaped, offset);
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
        const shape: number[] = parser.at('[') ? parser.nested(list) : (literal(), []);
        if (inner !== null && inner.join() !== shape.join()) {
          parser.failSyntax('tensor literal is invalid; ranks are not consistent between elements');
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
  const negative = parser.accept('-');
  const { offset, spelling: text } = parser;
  const kind = literalKind(parser);
  if (negative && kind !== 'integer' && kind !== 'float') {
    parser.failSyntax('expected integer or floating point literal');
  }
  if (kind === null) return parser.failSyntax('expected element literal of primitive type');
  parser.advance();
  return { kind, text, negative, offset };
}

function literalKind({ kind, spelling }: Parser): Literal['kind'] | null {
  if (kind === 'integer' || kind === 'float' || kind === 'string') return kind;
  return spelling === 'true' || spelling === 'false' ? 'bool' : null;
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
  const { elementType } = type;
  if (storageTypeOf(elementType) === null) {
    return DenseStringsAttr.get(type, literals.items.map((item) => stringValue(parser, item, offset)));
  }
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
  if (elementType instanceof ComplexType && !literals.isComplex) {
    const written = literals.shape === null ? elementType : type;
    const parts = literals.shape === null ? 2 : 2 * count;
    parser.failSyntax(`parsed ${literals.items.length} elements, but type ('${String(written)}') expected ${parts} elements`, offset);
  }
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
      if (!text.startsWith('0x')) decimalFloatFailure(parser, offset);
      if (negative) parser.failSyntax('hexadecimal float literal should not have a leading minus', offset);
      bits = BigInt(hexFloatBits(parser, text, type, offset));
    } else if (kind === 'float') {
      bits = BigInt(parseFloatLiteralThroughF64((negative ? '-' : '') + text, type.format));
    } else return parser.failSyntax('expected floating point literal', offset);
    for (let i = 0; i < Math.ceil(type.width / 8); i++, bits >>= 8n) bytes[at + i] = Number(bits & 0xffn);
    return;
  }
  if (!(type instanceof IntegerType || type instanceof IndexType)) return parser.failSyntax('expected integer elements', offset);
  if (kind === 'float') parser.failSyntax('expected integer elements, but parsed floating-point', offset);
  if (kind === 'bool') {
    if (type !== i1) parser.failSyntax("expected i1 type for 'true' or 'false' values", offset);
    bytes[at] = text === 'true' ? 1 : 0;
    return;
  }
  if (negative && type instanceof IntegerType && type.isUnsigned) {
    parser.failSyntax('expected unsigned integer elements, but parsed negative value', offset);
  }
  if (kind === 'string') parser.failSyntax('integer constant out of range for type', offset);
  const value = negative ? -BigInt(text) : BigInt(text);
  if (!integerFits(value, type)) parser.failSyntax('integer constant out of range for type', offset);
  bytes.set(encodeElement(type, value), at);
}

function stringValue(parser: Parser, { kind, text }: Literal, offset: number): string {
  if (kind !== 'string') parser.failSyntax(`expected string token, got ${text}`, offset);
  return unescapeString(text.slice(1, -1));
}

function fromHex(parser: Parser, bytes: Uint8Array, type: ShapedType, offset: number): Attribute {
  const size = elementByteSize(type.elementType);
  const count = type.elementCount;
  // Before 2025 MLIR packed booleans, eight to a byte.
  if (type.elementType === i1 && bytes.length > 1 && bytes.length === Math.ceil(count / 8)) {
    const unpacked = new Uint8Array(count);
    for (let i = 0; i < count; i++) unpacked[i] = (bytes[i >> 3]! >> (i & 7)) & 1;
    return DenseElementsAttr.fromBytes(type, unpacked);
  }
  if (size === null || (bytes.length !== size * count && bytes.length !== size)) {
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
  parser.advance();
  parser.expect('<', " after 'dense_resource'");
  const key =
    parser.parseOptionalKeyword() ??
    parser.parseOptionalString() ??
    parser.failSyntax("expected identifier key for 'resource' entry");
  parser.expect('>', " after 'dense_resource<key'");
  const typeOffset = parser.offset;
  const shaped = type ?? parser.parseColonType();
  if (!isInstance(ShapedType, shaped)) return parser.failSyntax('`dense_resource` expected a shaped type', typeOffset);
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
  // A single index stands for one position; a single value for all positions.
  const indexShape = indexLiterals.shape ?? [1, rank];
  const valueShape = valueLiterals.shape ?? [indexShape[0]!];
  const indices = fromLiterals(parser, indexLiterals, RankedTensorType.get(indexShape, i64), offset);
  const values = fromLiterals(parser, valueLiterals, RankedTensorType.get(valueShape, shaped.elementType), offset);
  checkSparse(parser, shaped, indices, indexShape, valueShape, offset);
  return SparseElementsAttr.get(shaped, indices, values);
}

function checkSparse(
  parser: Parser,
  type: ShapedType,
  indices: Attribute,
  indexShape: readonly number[],
  valueShape: readonly number[],
  offset: number,
): void {
  const shape = type.shape!;
  if (valueShape.length !== 1) parser.failSyntax('expected 1-d tensor for sparse element values', offset);
  const fits = indexShape.length === 2 ? indexShape[1] === shape.length : indexShape.length === 1 && shape.length === 1;
  if (!fits || indexShape[0] !== valueShape[0]) {
    parser.failSyntax(
      `expected shape ([${shape.join(', ')}]); inferred shape of indices literal ([${indexShape.join(', ')}]); inferred shape of values literal ([${valueShape.join(', ')}])`,
      offset,
    );
  }
  const positions = indices instanceof DenseElementsAttr ? indices.integers() : [];
  for (let number = 0; number < indexShape[0]!; number++) {
    const position = positions.slice(number * shape.length, (number + 1) * shape.length);
    if (position.every((at, d) => at >= 0n && at < shape[d]!)) continue;
    parser.failSyntax(
      `sparse index #${number} is not contained within the value shape, with index=[${position.join(', ')}], and type='${String(type)}'`,
      offset,
    );
  }
}
