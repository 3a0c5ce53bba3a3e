import { StringAttr } from '../builtin/attrs/basic-attrs.ts';
import { isInstance } from '../ir/attribute.ts';
import {
  CallSiteLoc,
  FileLineColLoc,
  FusedLoc,
  Location,
  NameLoc,
  ParsedLoc,
  type SourceText,
  UnknownLoc,
} from '../ir/location.ts';
import { attributeCode } from './builtin-codes.ts';
import type { EncodingReader } from './encoding-reader.ts';
import type { EncodingWriter } from './encoding-writer.ts';

/** Writes a location. @returns whether it has an encoding. */
export function writeBuiltinLocation(location: Location, writer: EncodingWriter): boolean {
  if (location instanceof ParsedLoc) writePosition(location.source, location.start, writer);
  else if (location instanceof FileLineColLoc) writeFile(location, writer);
  else if (location instanceof UnknownLoc) writer.varint(attributeCode.unknownLoc);
  else if (location instanceof NameLoc) {
    writer.varint(attributeCode.nameLoc);
    writer.attribute(StringAttr.get(location.name));
    writer.attribute(location.child);
  } else if (location instanceof CallSiteLoc) {
    writer.varint(attributeCode.callSiteLoc);
    writer.attribute(location.callee);
    writer.attribute(location.caller);
  } else if (location instanceof FusedLoc) {
    const { metadata } = location;
    writer.varint(metadata === null ? attributeCode.fusedLoc : attributeCode.fusedLocWithMetadata);
    writer.attributes(location.locations);
    if (metadata !== null) writer.attribute(metadata);
  } else return false;
  return true;
}

// Most positions are in the same file as the one before.
let lastFile: StringAttr | null = null;

function fileAttr(file: string): StringAttr {
  if (lastFile?.value !== file) lastFile = StringAttr.get(file);
  return lastFile;
}

/** Writes the location that an offset of a text is. */
export function writePosition(source: SourceText, start: number, writer: EncodingWriter): void {
  const { line, column } = source.position(start);
  writePoint(source.name, line, column, writer);
}

function writePoint(file: string, line: number, column: number, writer: EncodingWriter): void {
  writer.varint(attributeCode.fileLineColLoc);
  writer.attribute(fileAttr(file));
  writer.varint(line);
  writer.varint(column);
}

function writeFile({ file, line, column, endLine, endColumn }: FileLineColLoc, writer: EncodingWriter): void {
  if (line === endLine && column === endColumn) {
    writePoint(file, line, column, writer);
    return;
  }
  writer.varint(attributeCode.fileLineColRange);
  writer.attribute(StringAttr.get(file));
  const numbers = line === endLine ? [line, column, endColumn] : [line, column, endLine, endColumn];
  writer.varint(numbers.length);
  for (const number of numbers) writer.varint(number);
}

/** Reads a location, or nothing when `code` is not one's. */
export function readBuiltinLocation(code: number, reader: EncodingReader): Location | null {
  switch (code) {
    case attributeCode.callSiteLoc:
      return CallSiteLoc.get(readLocation(reader), readLocation(reader));
    case attributeCode.fileLineColLoc:
      return FileLineColLoc.get(readName(reader), reader.varint(), reader.varint());
    case attributeCode.fusedLoc:
      return FusedLoc.get(reader.list(() => readLocation(reader)));
    case attributeCode.fusedLocWithMetadata: {
      const locations = reader.list(() => readLocation(reader));
      return FusedLoc.get(locations, reader.attribute());
    }
    case attributeCode.nameLoc:
      return NameLoc.get(readName(reader), readLocation(reader));
    case attributeCode.unknownLoc:
      return UnknownLoc.instance;
    case attributeCode.fileLineColRange:
      return readRange(reader);
    default:
      return null;
  }
}

/** A range has as many numbers as it needs: none, line, line and column, and where it ends. */
function readRange(reader: EncodingReader): Location {
  const file = readName(reader);
  const [line = 0, column = 0, third, fourth, ...more] = reader.list(() => reader.varint());
  if (more.length > 0) reader.fail('expected at most 4 numbers in a file range');
  if (fourth !== undefined) return FileLineColLoc.get(file, line, column, third, fourth);
  return FileLineColLoc.get(file, line, column, line, third ?? column);
}

/** Reads a name, which is encoded as a string attribute. */
export function readName(reader: EncodingReader): string {
  return reader.attributeOf(StringAttr, 'a string').value;
}

function readLocation(reader: EncodingReader): Location {
  const attribute = reader.attribute();
  return isInstance(Location, attribute)
    ? attribute
    : reader.fail(`expected a location, but got: ${String(attribute)}`);
}
