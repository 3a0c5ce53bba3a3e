import { ComplexType, FunctionType, OpaqueType, TupleType } from '../builtin/types/composite-types.ts';
import { FloatType } from '../builtin/types/float-type.ts';
import { IndexType, IntegerType, NoneType, type Signedness } from '../builtin/types/integer-type.ts';
import {
  MemRefType,
  RankedTensorType,
  UnrankedTensorType,
  VectorType,
} from '../builtin/types/shaped-types.ts';
import {
  complexElementProblem,
  encodingProblem,
  isMemRefLayout,
  memorySpaceProblem,
  memRefElementProblem,
  type MemRefLayout,
  tensorElementProblem,
  vectorProblem,
} from '../builtin/types/type-problems.ts';
import { checkInterruptAfter } from '../budget/budget.ts';
import { type Attribute, Type } from '../ir/attribute.ts';
import { DYNAMIC } from '../ir/dynamic.ts';
import { isFloatFormatName } from '../number/index.ts';
import { checkNamespace, parseBalanced, parseSymbolBody, unknownMessage } from './parse-dialect-symbol.ts';
import type { Parser } from './parser.ts';

/** Of those of an operation, about as many as reading a size takes. */
const STEPS_PER_DIMENSION = 10;
const INTEGER = /^(i|si|ui)([0-9]+)$/;
const SIGNEDNESS: Readonly<Record<string, Signedness>> = { i: 'signless', si: 'signed', ui: 'unsigned' };

/** Parses a type, or a function type in the form `(A, B) -> C`. */
export function parseType(parser: Parser): Type {
  return parseOptionalType(parser) ?? parser.failToken('expected non-function type');
}

/** Parses a type if the current token starts one. */
export function parseOptionalType(parser: Parser): Type | null {
  switch (parser.kind) {
    case '(': {
      const { inputs, results } = parser.nested(() => parseFunctionType(parser));
      return FunctionType.get(inputs, results);
    }
    case 'exclamation':
      return parser.nested(() => parseDialectType(parser));
    case 'bare':
      return parseBuiltinType(parser);
    default:
      return null;
  }
}

/** `(A, B) -> C` or `(A) -> (B, C)`. */
export function parseFunctionType(parser: Parser): { readonly inputs: Type[]; readonly results: Type[] } {
  const inputs = parser.parseList('paren', () => parser.parseType());
  parser.expect('->', ' in function type');
  return { inputs, results: parseFunctionResults(parser) };
}

/** Parses what follows `->`: one type that is not a function type, or a list in parentheses. */
export function parseFunctionResults(parser: Parser): Type[] {
  if (parser.at('(')) return parser.parseList('paren', () => parser.parseType());
  return [parser.parseType()];
}

function parseBuiltinType(parser: Parser): Type | null {
  const word = parser.spelling;
  switch (word) {
    case 'tensor':
      return parseKnownTensor(parser);
    case 'memref':
      parser.advance();
      return parser.nested(() => parseMemRef(parser));
    case 'vector':
      parser.advance();
      return parser.nested(() => parseVector(parser));
    case 'tuple':
      parser.advance();
      return parser.nested(() =>
        TupleType.get(parser.parseList('angle', () => parser.parseType(), ' in tuple type')),
      );
    case 'complex':
      parser.advance();
      return parser.nested(() => parseComplex(parser));
    case 'index':
      parser.advance();
      return IndexType.instance;
    case 'none':
      parser.advance();
      return NoneType.instance;
    default:
  }
  if (isFloatFormatName(word)) {
    parser.advance();
    return FloatType.get(word);
  }
  const integer = INTEGER.exec(word);
  if (integer === null) return null;
  const width = Number(integer[2]);
  if (width > 0xffff_ffff) parser.failSyntax('invalid integer width');
  if (width > IntegerType.maxWidth) {
    parser.failSyntax(`integer bitwidth is limited to ${IntegerType.maxWidth} bits`);
  }
  parser.advance();
  return IntegerType.get(width, SIGNEDNESS[integer[1]!]);
}

/**
 * A tensor type, looked up by its words if the same words were read before: modules repeat few types many
 * times. Words that mention attributes or dialect types are always read, since aliases may change meaning.
 */
function parseKnownTensor(parser: Parser): Type {
  const { lexer, tensorTypes } = parser;
  const end = plainTypeEnd(lexer.text, lexer.end);
  if (end < 0) {
    parser.advance();
    return parser.nested(() => parseTensor(parser));
  }
  const words = lexer.text.slice(lexer.start, end);
  const known = tensorTypes.get(words);
  if (known !== undefined) {
    lexer.reset(end);
    return known;
  }
  parser.advance();
  const type = parser.nested(() => parseTensor(parser));
  if (lexer.previousEnd === end) tensorTypes.set(words, type);
  return type;
}

/**
 * Returns the offset after the bracket that closes `<...>` at `at`, or -1 unless only letters, digits and `?` stand
 * inside.
 */
function plainTypeEnd(text: string, at: number): number {
  if (text.charCodeAt(at) !== 60) return -1;
  for (let i = at + 1; ; i++) {
    const code = text.charCodeAt(i);
    if (code === 62) return i + 1;
    const plain =
      (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 63;
    if (!plain) return -1;
  }
}

function parseTensor(parser: Parser): Type {
  parser.expect('<', ' in tensor type');
  if (parser.accept('*')) {
    splitLeadingX(parser);
    const { offset } = parser;
    const elementType = parser.parseType();
    check(parser, tensorElementProblem(elementType), offset);
    parser.expect('>', ' in tensor type');
    return UnrankedTensorType.get(elementType);
  }
  const shape = parseDimensions(parser);
  const { offset } = parser;
  const elementType = parser.parseType();
  const encoding = parser.accept(',') ? parser.parseOptionalAttribute() : null;
  check(parser, tensorElementProblem(elementType), offset);
  parser.expect('>', ' in tensor type');
  if (encoding !== null) check(parser, encodingProblem(encoding, shape, elementType), offset);
  return RankedTensorType.get(shape, elementType, encoding);
}

/** Fails at `offset` with a problem, if there is one. */
function check(parser: Parser, problem: string | null, offset: number): void {
  if (problem !== null) parser.failSyntax(problem, offset);
}

function parseMemRef(parser: Parser): Type {
  const start = parser.lexer.previousEnd - 'memref'.length;
  parser.expect('<', ' in memref type');
  let shape: number[] | null = null;
  if (parser.accept('*')) splitLeadingX(parser);
  else shape = parseDimensions(parser);
  const { offset } = parser;
  const elementType = parser.parseType();
  check(parser, memRefElementProblem(elementType), offset);
  let layout: (Attribute & MemRefLayout) | null = null;
  let memorySpace: Attribute | null = null;
  while (parser.accept(',')) {
    const partOffset = parser.offset;
    const part = parser.parseAttribute();
    if (isMemRefLayout(part)) {
      layout = part;
      if (memorySpace !== null)
        parser.failSyntax('expected memory space to be last in memref type', partOffset);
    } else if (memorySpace !== null) {
      parser.failSyntax('multiple memory spaces specified in memref type', partOffset);
    } else memorySpace = part;
  }
  parser.expect('>', ' in memref type');
  if (memorySpace !== null) check(parser, memorySpaceProblem(memorySpace), start);
  if (layout !== null && shape !== null) check(parser, layout.problemForRank(shape.length), start);
  return MemRefType.get(shape, elementType, layout?.isIdentity === true ? null : layout, memorySpace);
}

function parseVector(parser: Parser): Type {
  const start = parser.lexer.previousEnd - 'vector'.length;
  parser.expect('<', ' in vector type');
  const shape: number[] = [];
  const scalable: boolean[] = [];
  while (parser.at('integer') || parser.at('[')) {
    const scales = parser.accept('[');
    shape.push(takeDimension(parser));
    if (scales && !parser.accept(']')) parser.failToken("missing ']' closing scalable dimension");
    scalable.push(scales);
    splitLeadingX(parser);
  }
  const elementType = parser.parseType();
  parser.expect('>', ' in vector type');
  check(parser, vectorProblem(shape, elementType), start);
  return VectorType.get(shape, elementType, scalable);
}

function parseComplex(parser: Parser): Type {
  parser.expect('<', ' in complex type');
  const { offset } = parser;
  const elementType = parser.parseType();
  check(parser, complexElementProblem(elementType), offset);
  parser.expect('>', ' in complex type');
  return ComplexType.get(elementType);
}

/** `4x?x8x`: sizes, each followed by an `x` that may be glued to what follows. */
export function parseDimensions(parser: Parser): number[] {
  const shape: number[] = [];
  for (;;) {
    takeGluedDimensions(parser, shape);
    if (parser.at('?')) {
      parser.advance();
      shape.push(DYNAMIC);
    } else if (parser.at('integer')) shape.push(takeDimension(parser));
    else return shape;
    splitLeadingX(parser);
  }
}

/** Takes sizes without spaces between them: an identifier, as the lexer reads what follows a size, reaches to the end of all. */
function takeGluedDimensions({ lexer }: Parser, shape: number[]): void {
  if (lexer.kind !== 'integer' && lexer.kind !== '?') return;
  const { text } = lexer;
  let start = lexer.start;
  for (;;) {
    checkInterruptAfter(STEPS_PER_DIMENSION);
    const isDynamic = text[start] === '?';
    let end = start + Number(isDynamic);
    while (!isDynamic && isDigit(text.charCodeAt(end))) end++;
    const size = isDynamic ? DYNAMIC : Number(text.slice(start, end));
    if (end === start || text[end] !== 'x' || !Number.isSafeInteger(size)) break;
    shape.push(size);
    start = end + 1;
  }
  if (start !== lexer.start) lexer.reset(start);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

// `0x4` is lexed as a hexadecimal number; here it is the size 0 and the rest `x4`.
function takeDimension(parser: Parser): number {
  const { spelling, offset } = parser;
  if (spelling.startsWith('0x')) {
    parser.lexer.reset(offset + 1);
    return 0;
  }
  if (!parser.at('integer')) parser.failSyntax('invalid dimension');
  const size = Number(spelling);
  if (!Number.isSafeInteger(size) && BigInt(spelling) >= 1n << 63n) parser.failSyntax('invalid dimension');
  if (!Number.isSafeInteger(size))
    parser.failSyntax(
      `dimension ${spelling} is larger than ${Number.MAX_SAFE_INTEGER}, the largest that is supported`,
    );
  parser.advance();
  return size;
}

/** Takes the `x` off the current token; the rest of it becomes the current token. */
function splitLeadingX(parser: Parser): void {
  const { lexer } = parser;
  if (lexer.kind !== 'bare' || lexer.text[lexer.start] !== 'x') {
    parser.failToken("expected 'x' in dimension list");
  }
  lexer.reset(lexer.start + 1);
}

function parseDialectType(parser: Parser): Type {
  const { spelling, offset, context } = parser;
  const name = spelling.slice(1);
  const dot = name.indexOf('.');
  parser.advance();
  const followsAngle = parser.at('<') && parser.lexer.start === parser.lexer.previousEnd;
  if (dot < 0 && !followsAngle) {
    const alias = parser.typeAliases.use(name);
    return alias ?? parser.failToken(`undefined symbol alias id '${name}'`);
  }
  const dialectName = dot < 0 ? name : name.slice(0, dot);
  checkNamespace(parser, dialectName);
  const dialect = context.dialects.get(dialectName);
  const isKept = dialect?.isPartial === true && dot >= 0 && !context.types.has(name);
  if (dialect === undefined || isKept) {
    if (!context.allowUnregisteredDialects) {
      parser.failSyntax(
        `dialect '${dialectName}' not found for type: '!${name}'. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR tool used`,
        offset,
      );
    }
    return OpaqueType.get(dialectName, parseSymbolBody(parser, dot < 0 ? null : name.slice(dot + 1)));
  }
  const opaqueForm = dot < 0;
  if (opaqueForm) parser.expect('<');
  const mnemonicOffset = opaqueForm ? parser.offset : offset + dot + 2;
  const mnemonic = opaqueForm ? parser.parseKeyword() : name.slice(dot + 1);
  const typeClass = context.types.get(`${dialectName}.${mnemonic}`);
  if (typeClass === undefined) {
    const message =
      dialect.unknownTypeMessage?.(mnemonic) ?? unknownMessage('type', context.types, dialectName, mnemonic);
    return parser.failSyntax(message, mnemonicOffset);
  }
  const type = parseBalanced(parser, () => typeClass.parse(parser, null));
  if (opaqueForm) parser.expect('>');
  return type;
}
