import { DenseElementsAttr } from '../builtin/attrs/dense-elements-attr.ts';
import { elementByteSize } from '../builtin/attrs/element-bytes.ts';
import {
  DenseResourceAttr,
  DenseStringsAttr,
  SparseElementsAttr,
} from '../builtin/attrs/other-elements-attrs.ts';
import { i1, i64 } from '../builtin/types/integer-type.ts';
import { RankedTensorType, ShapedType } from '../builtin/types/shaped-types.ts';
import { type Attribute, isInstance, type Type } from '../ir/attribute.ts';
import { fromLiterals, parseLiterals, storageTypeOf } from './dense-literals.ts';
import { decodeHex } from './hex.ts';
import type { Parser } from './parser.ts';

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
      decodeHex(text) ??
      parser.failSyntax('expected string containing hex digits starting with `0x`', textOffset);
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
  if (!isInstance(ShapedType, shaped))
    return parser.failSyntax('elements literal must be a shaped type', offset);
  if (!shaped.hasStaticShape) parser.failSyntax('elements literal type must have static shape', offset);
  return shaped;
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
  if (!isInstance(ShapedType, shaped))
    return parser.failSyntax('`dense_resource` expected a shaped type', typeOffset);
  return DenseResourceAttr.get(parser.resourceKey('builtin', key), shaped);
}

/** `sparse<indices, values> : type`; `sparse<> : type` is all zeros. */
export function parseSparse(parser: Parser, type: Type | null): Attribute {
  const { offset } = parser;
  parser.advance();
  parser.expect('<', " after 'sparse'");
  if (parser.accept('>')) {
    const shaped = parseElementsType(parser, type, offset);
    const indexType = RankedTensorType.get([0, shaped.shape!.length], i64);
    const indices = DenseElementsAttr.fromBytes(indexType, new Uint8Array(0));
    const values = fromLiterals(parser, null, RankedTensorType.get([0], shaped.elementType), offset);
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
  // Elements of i64 are numbers.
  const indices = fromLiterals(
    parser,
    indexLiterals,
    RankedTensorType.get(indexShape, i64),
    offset,
  ) as DenseElementsAttr;
  const values = fromLiterals(
    parser,
    valueLiterals,
    RankedTensorType.get(valueShape, shaped.elementType),
    offset,
  );
  const attribute = SparseElementsAttr.get(shaped, indices, values);
  const problem = attribute.invalid();
  return problem === null ? attribute : parser.failSyntax(problem, offset);
}
