import { checkInterruptAfter } from '../budget/budget.ts';
import { DenseElementsAttr } from '../builtin/attrs/dense-elements-attr.ts';
import { elementByteSize, encodeElement } from '../builtin/attrs/element-bytes.ts';
import { DenseStringsAttr } from '../builtin/attrs/other-elements-attrs.ts';
import { ComplexType } from '../builtin/types/composite-types.ts';
import { FloatType } from '../builtin/types/float-type.ts';
import { i1, IndexType, IntegerType } from '../builtin/types/integer-type.ts';
import type { ShapedType } from '../builtin/types/shaped-types.ts';
import type { Type } from '../ir/attribute.ts';
import { parseFloatLiteralThroughF64 } from '../number/index.ts';
import { decimalFloatFailure, hexFloatBits, integerLiteral } from './number-literal.ts';
import type { Parser } from './parser.ts';
import { unescapeString } from './string-literal.ts';

/** A literal takes as long to read as so many simple steps. */
const STEPS_PER_LITERAL = 100;

/** One literal of a dense list: where it stands and whether a minus precedes it. */
interface Literal {
  readonly kind: 'integer' | 'float' | 'bool' | 'string';
  readonly text: string;
  readonly negative: boolean;
  readonly offset: number;
}

/** The literals of a list, in the order of the text. */
export interface Literals {
  readonly items: Literal[];
  readonly isComplex: boolean;
  /** `null` for a single literal, which stands for all elements. */
  readonly shape: readonly number[] | null;
}

/** A number, a pair of numbers, a word, a string, or nested lists of them. */
export function parseLiterals(parser: Parser): Literals {
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
        checkInterruptAfter(STEPS_PER_LITERAL);
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

/** Returns the attribute that literals make; `null` stands for none at all. */
export function fromLiterals(
  parser: Parser,
  literals: Literals | null,
  type: ShapedType,
  offset: number,
): DenseElementsAttr | DenseStringsAttr {
  const count = type.elementCount;
  if (literals === null || literals.items.length === 0) {
    if (
      literals?.shape !== undefined &&
      literals.shape !== null &&
      literals.shape.join() !== type.shape!.join()
    ) {
      mismatch(parser, literals.shape, type, offset);
    }
    if (count !== 0) {
      parser.failSyntax(`parsed zero elements, but type ('${String(type)}') expected at least 1`, offset);
    }
    if (storageTypeOf(type.elementType) === null) return DenseStringsAttr.get(type, []);
    return DenseElementsAttr.fromBytes(type, new Uint8Array(0));
  }
  if (literals.shape !== null && literals.shape.join() !== type.shape!.join()) {
    mismatch(parser, literals.shape, type, offset);
  }
  const { elementType } = type;
  if (storageTypeOf(elementType) === null) {
    return DenseStringsAttr.get(
      type,
      literals.items.map((item) => stringValue(parser, item, offset)),
    );
  }
  if (literals.isComplex && !(elementType instanceof ComplexType)) {
    parser.failSyntax(`expected element type to be complex, but got '${String(elementType)}'`, offset);
  }
  const partType = elementType instanceof ComplexType ? elementType.elementType : elementType;
  const storage = storageTypeOf(partType);
  const partSize = storage === null ? null : elementByteSize(storage);
  if (storage === null || partSize === null) {
    return parser.failSyntax(
      `expected floating point or integer element type, got '${String(elementType)}'`,
      offset,
    );
  }
  const bytes = new Uint8Array(partSize * literals.items.length);
  literals.items.forEach((item, i) => {
    checkInterruptAfter(STEPS_PER_LITERAL);
    writeLiteral(parser, item, storage, bytes, i * partSize);
  });
  if (elementType instanceof ComplexType && !literals.isComplex) {
    const written = literals.shape === null ? elementType : type;
    const parts = literals.shape === null ? 2 : 2 * count;
    parser.failSyntax(
      `parsed ${literals.items.length} elements, but type ('${String(written)}') expected ${parts} elements`,
      offset,
    );
  }
  return DenseElementsAttr.fromBytes(type, bytes);
}

/** A type whose dense elements are stored as another type: a quantized type stores its integers. */
export interface StoredElementType {
  readonly denseStorageType: Type;
}

/** Returns the type that an element is stored as, or `null` when elements have no numbers. */
export function storageTypeOf(type: Type): Type | null {
  // Types of dialects may declare another storage type.
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
  if (!(type instanceof IntegerType || type instanceof IndexType))
    return parser.failSyntax('expected integer elements', offset);
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
  const value =
    integerLiteral(text, negative, type) ??
    parser.failSyntax('integer constant out of range for type', offset);
  bytes.set(encodeElement(type, value), at);
}

function stringValue(parser: Parser, { kind, text }: Literal, offset: number): string {
  if (kind !== 'string') parser.failSyntax(`expected string token, got ${text}`, offset);
  return unescapeString(text.slice(1, -1));
}
