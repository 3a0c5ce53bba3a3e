import { AffineMapAttr } from '../builtin/attrs/affine-map-attr.ts';
import { ComplexType, FunctionType, TupleType } from '../builtin/types/composite-types.ts';
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
  tensorElementProblem,
  vectorProblem,
} from '../builtin/types/type-problems.ts';
import type { Attribute, Type } from '../ir/attribute.ts';
import { DYNAMIC } from '../ir/dynamic.ts';
import type { FloatFormatName } from '../number/index.ts';
import type { EncodingReader } from './encoding-reader.ts';
import type { EncodingWriter } from './encoding-writer.ts';

/** Numbers of the builtin types, as MLIR's BuiltinDialectBytecode.td gives them. */
const code = {
  integer: 0,
  index: 1,
  function: 2,
  complex: 9,
  memRef: 10,
  memRefWithSpace: 11,
  none: 12,
  rankedTensor: 13,
  rankedTensorWithEncoding: 14,
  tuple: 15,
  unrankedMemRef: 16,
  unrankedMemRefWithSpace: 17,
  unrankedTensor: 18,
  vector: 19,
  scalableVector: 20,
} as const;

/** Float types by number. */
const FLOATS: ReadonlyMap<number, FloatFormatName> = /* @__PURE__ */ new Map<number, FloatFormatName>([
  [3, 'bf16'],
  [4, 'f16'],
  [5, 'f32'],
  [6, 'f64'],
  [7, 'f80'],
  [8, 'f128'],
]);

/** Float types that got a number in 2025. They are written as text, which every reader understands. */
const LATER_FLOATS: ReadonlyMap<number, FloatFormatName> = /* @__PURE__ */ new Map<number, FloatFormatName>([
  [21, 'tf32'],
  [22, 'f8E5M2'],
  [23, 'f8E4M3'],
  [24, 'f8E4M3FN'],
  [25, 'f8E5M2FNUZ'],
  [26, 'f8E4M3FNUZ'],
  [27, 'f8E4M3B11FNUZ'],
  [28, 'f8E3M4'],
  [29, 'f4E2M1FN'],
  [30, 'f6E2M3FN'],
  [31, 'f6E3M2FN'],
  [32, 'f8E8M0FNU'],
]);

const SIGNEDNESS: readonly Signedness[] = ['signless', 'signed', 'unsigned'];

/** The size of a dimension that is not known, as MLIR writes it: the smallest number of 64 bits. */
const DYNAMIC_SIZE = -(1n << 63n);

/** Writes a builtin type. @returns whether it has an encoding. */
export function writeBuiltinType(type: Type, writer: EncodingWriter): boolean {
  if (type instanceof RankedTensorType) {
    writer.varint(type.encoding === null ? code.rankedTensor : code.rankedTensorWithEncoding);
    if (type.encoding !== null) writer.attribute(type.encoding);
    writeShape(type.shape, writer);
    writer.type(type.elementType);
  } else if (type instanceof IntegerType) {
    writer.varint(code.integer);
    writer.varint(type.width * 4 + SIGNEDNESS.indexOf(type.signedness));
  } else if (type instanceof FloatType) {
    const number = [...FLOATS.keys()].find((key) => FLOATS.get(key) === type.name);
    if (number === undefined) return false;
    writer.varint(number);
  } else if (type instanceof IndexType) writer.varint(code.index);
  else if (type instanceof NoneType) writer.varint(code.none);
  else if (type instanceof FunctionType) {
    writer.varint(code.function);
    writer.types(type.inputs);
    writer.types(type.results);
  } else if (type instanceof ComplexType) {
    writer.varint(code.complex);
    writer.type(type.elementType);
  } else if (type instanceof TupleType) {
    writer.varint(code.tuple);
    writer.types(type.types);
  } else if (type instanceof UnrankedTensorType) {
    writer.varint(code.unrankedTensor);
    writer.type(type.elementType);
  } else if (type instanceof VectorType) writeVector(type, writer);
  else if (type instanceof MemRefType) writeMemRef(type, writer);
  else return false;
  return true;
}

function writeVector(type: VectorType, writer: EncodingWriter): void {
  const isScalable = type.scalable.includes(true);
  writer.varint(isScalable ? code.scalableVector : code.vector);
  if (isScalable) {
    writer.varint(type.scalable.length);
    for (const scalable of type.scalable) writer.bool(scalable);
  }
  writeShape(type.shape, writer);
  writer.type(type.elementType);
}

function writeMemRef(type: MemRefType, writer: EncodingWriter): void {
  const { shape, memorySpace } = type;
  if (shape === null)
    writer.varint(memorySpace === null ? code.unrankedMemRef : code.unrankedMemRefWithSpace);
  else writer.varint(memorySpace === null ? code.memRef : code.memRefWithSpace);
  if (memorySpace !== null) writer.attribute(memorySpace);
  if (shape !== null) writeShape(shape, writer);
  writer.type(type.elementType);
  if (shape !== null) writer.attribute(type.layout ?? AffineMapAttr.identity(shape.length));
}

function writeShape(shape: readonly number[], writer: EncodingWriter): void {
  writer.signedVarints(
    shape.includes(DYNAMIC) ? shape.map((size) => (size === DYNAMIC ? DYNAMIC_SIZE : size)) : shape,
  );
}

/** Reads a builtin type. */
export function readBuiltinType(reader: EncodingReader): Type {
  const number = reader.varint();
  switch (number) {
    case code.integer:
      return readInteger(reader);
    case code.index:
      return IndexType.instance;
    case code.function:
      return FunctionType.get(reader.types(), reader.types());
    case code.complex:
      return ComplexType.get(readElement(reader, complexElementProblem));
    case code.memRef:
      return readMemRef(reader, null);
    case code.memRefWithSpace:
      return readMemRef(reader, readMemorySpace(reader));
    case code.none:
      return NoneType.instance;
    case code.rankedTensor:
      return RankedTensorType.get(readShape(reader), readElement(reader, tensorElementProblem));
    case code.rankedTensorWithEncoding: {
      const encoding = reader.attribute();
      const shape = readShape(reader);
      const elementType = readElement(reader, tensorElementProblem);
      reader.check(encodingProblem(encoding, shape, elementType));
      return RankedTensorType.get(shape, elementType, encoding);
    }
    case code.tuple:
      return TupleType.get(reader.types());
    case code.unrankedMemRef:
      return MemRefType.get(null, readElement(reader, memRefElementProblem));
    case code.unrankedMemRefWithSpace: {
      const space = readMemorySpace(reader);
      return MemRefType.get(null, readElement(reader, memRefElementProblem), null, space);
    }
    case code.unrankedTensor:
      return UnrankedTensorType.get(readElement(reader, tensorElementProblem));
    case code.vector:
      return readVector(reader, null);
    case code.scalableVector:
      return readVector(
        reader,
        reader.list(() => reader.bool()),
      );
    default:
      return readFloat(number, reader);
  }
}

function readFloat(number: number, reader: EncodingReader): FloatType {
  const name = FLOATS.get(number) ?? LATER_FLOATS.get(number);
  return FloatType.get(name ?? reader.fail(`unknown builtin type code: ${number}`));
}

function readInteger(reader: EncodingReader): IntegerType {
  const number = reader.varint();
  const width = Math.floor(number / 4);
  const signedness = SIGNEDNESS[number % 4] ?? reader.fail('expected the signedness of an integer type');
  if (width > IntegerType.maxWidth) {
    reader.fail(`integer bitwidth is limited to ${IntegerType.maxWidth} bits`);
  }
  return IntegerType.get(width, signedness);
}

function readElement(reader: EncodingReader, problemOf: (type: Type) => string | null): Type {
  const type = reader.type();
  reader.check(problemOf(type));
  return type;
}

function readMemorySpace(reader: EncodingReader): Attribute {
  const space = reader.attribute();
  reader.check(memorySpaceProblem(space));
  return space;
}

function readMemRef(reader: EncodingReader, space: Attribute | null): MemRefType {
  const shape = readShape(reader);
  const elementType = readElement(reader, memRefElementProblem);
  const layout = reader.attribute();
  if (!isMemRefLayout(layout)) return reader.fail(`expected a buffer's layout, but got: ${String(layout)}`);
  reader.check(layout.problemForRank(shape.length));
  const isDefault = layout instanceof AffineMapAttr && layout.dimCount === shape.length && layout.isIdentity;
  return MemRefType.get(shape, elementType, isDefault ? null : layout, space);
}

function readVector(reader: EncodingReader, scalable: readonly boolean[] | null): VectorType {
  const shape = readShape(reader);
  if (shape.includes(DYNAMIC)) reader.fail('vector types must have static shape');
  if (scalable !== null && scalable.length !== shape.length) {
    reader.fail(`expected ${shape.length} scalable flags, but got ${scalable.length}`);
  }
  const elementType = reader.type();
  reader.check(vectorProblem(shape, elementType));
  return VectorType.get(shape, elementType, scalable ?? undefined);
}

function readShape(reader: EncodingReader): number[] {
  return reader.list(() => {
    const size = reader.bigSignedVarint();
    if (size === DYNAMIC_SIZE) return DYNAMIC;
    if (size < 0n || size > BigInt(Number.MAX_SAFE_INTEGER))
      reader.fail(`invalid tensor dimension size: ${size}`);
    return Number(size);
  });
}
