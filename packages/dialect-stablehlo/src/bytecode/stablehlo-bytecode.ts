import type { Attribute, DialectBytecode, EncodingReader, EncodingWriter, Type } from '@shardform/ir-core';
import { FutureType } from '../types/future-type.ts';
import { TokenType } from '../types/token-type.ts';
import { typeCode } from './codes.ts';
import { readDimensions, writeDimensions } from './dimension-attrs.ts';
import { readEnum, writeEnum } from './enums.ts';
import { readStructured, writeStructured } from './structured-attrs.ts';

/** StableHLO's encoding of its attributes and types in MLIR bytecode. */
export const stablehloBytecode: DialectBytecode = {
  readAttribute(reader) {
    const code = reader.varint();
    return (
      readEnum(code, reader) ??
      readDimensions(code, reader) ??
      readStructured(code, reader) ??
      reader.fail(`unknown stablehlo attribute code: ${code}`)
    );
  },

  writeAttribute: (attribute: Attribute, writer: EncodingWriter): boolean =>
    writeEnum(attribute, writer) || writeDimensions(attribute, writer) || writeStructured(attribute, writer),

  readType(reader: EncodingReader): Type {
    const code = reader.varint();
    if (code === typeCode.token) return TokenType.instance;
    if (code === typeCode.future) return FutureType.get(reader.types());
    return reader.fail(`unknown stablehlo type code: ${code}`);
  },

  writeType(type, writer) {
    if (type instanceof TokenType) writer.varint(typeCode.token);
    else if (type instanceof FutureType) {
      writer.varint(typeCode.future);
      writer.types(type.types);
    } else return false;
    return true;
  },
};
