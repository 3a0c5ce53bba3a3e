import {
  ArrayAttr,
  DictionaryAttr,
  StringAttr,
  SymbolRefAttr,
  UnitAttr,
} from '../builtin/attrs/basic-attrs.ts';
import { DenseArrayAttr } from '../builtin/attrs/dense-array-attr.ts';
import { DenseElementsAttr } from '../builtin/attrs/dense-elements-attr.ts';
import { DistinctAttr } from '../builtin/attrs/distinct-attr.ts';
import { FloatAttr, IntegerAttr } from '../builtin/attrs/number-attrs.ts';
import {
  DenseResourceAttr,
  DenseStringsAttr,
  SparseElementsAttr,
} from '../builtin/attrs/other-elements-attrs.ts';
import { FloatType } from '../builtin/types/float-type.ts';
import { IndexType, IntegerType, NoneType } from '../builtin/types/integer-type.ts';
import { ShapedType } from '../builtin/types/shaped-types.ts';
import { type Attribute, Type } from '../ir/attribute.ts';
import { Location } from '../ir/location.ts';
import { attributeCode } from './builtin-codes.ts';
import {
  readDenseArray,
  readDenseElements,
  readDenseStrings,
  writeDenseArray,
  writeDenseElements,
} from './builtin-elements.ts';
import { readBuiltinLocation, readName, writeBuiltinLocation } from './builtin-locations.ts';
import type { EncodingReader } from './encoding-reader.ts';
import type { EncodingWriter } from './encoding-writer.ts';

/** Writes a builtin attribute; a type as an attribute is one. @returns whether it has an encoding. */
export function writeBuiltinAttribute(attribute: Attribute, writer: EncodingWriter): boolean {
  if (attribute instanceof Location) return writeBuiltinLocation(attribute, writer);
  if (attribute instanceof Type) {
    writer.varint(attributeCode.type);
    writer.type(attribute);
  } else if (attribute instanceof StringAttr) writeString(attribute, writer);
  else if (attribute instanceof IntegerAttr) {
    writer.varint(attributeCode.integer);
    writer.type(attribute.type);
    writer.integer(attribute.value, widthOf(attribute.type));
  } else if (attribute instanceof FloatAttr) {
    writer.varint(attributeCode.float);
    writer.type(attribute.type);
    writer.integer(attribute.bits, attribute.type.width);
  } else if (attribute instanceof ArrayAttr) {
    writer.varint(attributeCode.array);
    writer.attributes(attribute.elements);
  } else if (attribute instanceof DictionaryAttr) {
    writer.varint(attributeCode.dictionary);
    writer.varint(attribute.entries.length);
    for (const [name, value] of attribute.entries) {
      writer.attribute(StringAttr.get(name));
      writer.attribute(value);
    }
  } else if (attribute instanceof SymbolRefAttr) writeSymbolRef(attribute, writer);
  else if (attribute instanceof UnitAttr) writer.varint(attributeCode.unit);
  else if (attribute instanceof DenseElementsAttr) writeDenseElements(attribute, writer);
  else if (attribute instanceof DenseArrayAttr) writeDenseArray(attribute, writer);
  else if (attribute instanceof DenseResourceAttr) {
    writer.varint(attributeCode.denseResource);
    writer.type(attribute.type);
    writer.resource(attribute.key);
  } else if (attribute instanceof DenseStringsAttr) {
    writer.varint(attributeCode.denseStrings);
    writer.type(attribute.type);
    writer.varint(attribute.values.length === 1 ? 1 : 0);
    for (const value of attribute.values) writer.string(value);
  } else if (attribute instanceof SparseElementsAttr) {
    writer.varint(attributeCode.sparse);
    writer.type(attribute.type);
    writer.attribute(attribute.indices);
    writer.attribute(attribute.values);
  } else if (attribute instanceof DistinctAttr) {
    writer.varint(attributeCode.distinct);
    writer.attribute(attribute.referenced);
  } else return false;
  return true;
}

function writeString(attribute: StringAttr, writer: EncodingWriter): void {
  const hasType = attribute.type !== NoneType.instance;
  writer.varint(hasType ? attributeCode.typedString : attributeCode.string);
  writer.string(attribute.value);
  if (hasType) writer.type(attribute.type);
}

function writeSymbolRef(attribute: SymbolRefAttr, writer: EncodingWriter): void {
  writer.varint(attribute.isFlat ? attributeCode.flatSymbolRef : attributeCode.symbolRef);
  writer.attribute(StringAttr.get(attribute.root));
  if (!attribute.isFlat) writer.attributes(attribute.nested.map((name) => SymbolRefAttr.get(name)));
}

/** Reads a builtin attribute. */
export function readBuiltinAttribute(reader: EncodingReader): Attribute {
  const number = reader.varint();
  switch (number) {
    case attributeCode.array:
      return ArrayAttr.get(reader.attributes());
    case attributeCode.dictionary:
      return readDictionary(reader);
    case attributeCode.string:
      return StringAttr.get(reader.string());
    case attributeCode.typedString:
      return StringAttr.get(reader.string(), reader.type());
    case attributeCode.flatSymbolRef:
      return SymbolRefAttr.get(readName(reader));
    case attributeCode.symbolRef:
      return readSymbolRef(reader);
    case attributeCode.type:
      return reader.type();
    case attributeCode.unit:
      return UnitAttr.instance;
    case attributeCode.integer:
      return readInteger(reader);
    case attributeCode.float:
      return readFloat(reader);
    case attributeCode.denseResource: {
      const type = reader.typeOf(ShapedType, 'a shaped type');
      return DenseResourceAttr.get(reader.resource(), type);
    }
    case attributeCode.denseArray:
      return readDenseArray(reader);
    case attributeCode.denseElements:
      return readDenseElements(reader);
    case attributeCode.denseStrings:
      return readDenseStrings(reader);
    case attributeCode.sparse: {
      const type = reader.typeOf(ShapedType, 'a shaped type');
      const indices = reader.attributeOf(DenseElementsAttr, 'elements');
      const values = reader.attributeOf(DenseElementsAttr, 'elements');
      const sparse = SparseElementsAttr.get(type, indices, values);
      reader.check(sparse.invalid());
      return sparse;
    }
    case attributeCode.distinct:
      return DistinctAttr.create(reader.attribute());
    default:
      return readBuiltinLocation(number, reader) ?? reader.fail(`unknown builtin attribute code: ${number}`);
  }
}

function readDictionary(reader: EncodingReader): DictionaryAttr {
  const entries = reader.list((): [string, Attribute] => [readName(reader), reader.attribute()]);
  // As in text: no operation could be printed with it.
  if (entries.some(([name]) => name === '')) reader.fail('a dictionary has an empty name');
  if (new Set(entries.map(([name]) => name)).size < entries.length)
    reader.fail('a dictionary has a name twice');
  return DictionaryAttr.get(entries);
}

function readSymbolRef(reader: EncodingReader): SymbolRefAttr {
  const root = readName(reader);
  const nested = reader.list(() => reader.attributeOf(SymbolRefAttr, 'a symbol reference'));
  if (!nested.every(({ isFlat }) => isFlat)) reader.fail('expected nested symbol references to be flat');
  return SymbolRefAttr.get(
    root,
    nested.map((reference) => reference.root),
  );
}

function widthOf(type: IntegerType | IndexType): number {
  return type instanceof IntegerType ? type.width : 64;
}

function readInteger(reader: EncodingReader): IntegerAttr {
  const type = reader.type();
  if (!(type instanceof IntegerType || type instanceof IndexType)) {
    return reader.fail(`expected integer or index type for IntegerAttr, but got: ${String(type)}`);
  }
  return IntegerAttr.get(reader.integer(widthOf(type)), type);
}

function readFloat(reader: EncodingReader): FloatAttr {
  const type = reader.typeOf(FloatType, 'a float type');
  const { width } = type;
  if (width > 64) return reader.fail(`numbers of type ${String(type)} are not supported`);
  const bits = reader.integer(width);
  return FloatAttr.fromBits(width === 64 ? bits : Number(bits), type);
}
