import { ModuleOp } from '../builtin/ops/module-op.ts';
import { isExceededLimit } from '../budget/limit-error.ts';
import { ParseFailure } from '../diagnostic/diagnostic.ts';
import type { Block } from '../ir/block.ts';
import type { Context } from '../ir/context.ts';
import { FileLineColLoc, type Location } from '../ir/location.ts';
import type { Operation } from '../ir/operation.ts';
import { ByteReader } from './byte-reader.ts';
import { readDialects } from './file-dialects.ts';
import { type FileSections, type Range, readSections, within } from './file-sections.ts';
import { FileStrings } from './file-strings.ts';
import { FileTables } from './file-tables.ts';
import { BYTECODE_VERSION, isBytecode, MAGIC, section } from './format.ts';
import { IrReader } from './ir-reader.ts';

/**
 * Reads MLIR bytecode of any version up to {@link BYTECODE_VERSION}: one module, or operations that are put into
 * one. Problems are reported to the context's diagnostics. Nothing is verified. Elements of constants are views
 * of `bytes`, which must not change while the module is in use.
 *
 * @param sourceName names the file in messages.
 * @returns `null` after an error.
 */
export function readBytecode(bytes: Uint8Array, context: Context, sourceName = '-'): ModuleOp | null {
  const location = FileLineColLoc.get(sourceName, 0, 0);
  try {
    return wrap(readFile(new ByteReader(bytes, location), context), location);
  } catch (error) {
    if (error instanceof ParseFailure) context.diagnostics.emit(error.diagnostic);
    else if (isExceededLimit(error)) context.diagnostics.error(location, error.message);
    else throw error;
    return null;
  }
}

function readFile(reader: ByteReader, context: Context): Block {
  if (!isBytecode(reader.bytes)) return reader.fail('input buffer is not an MLIR bytecode file');
  reader.at = MAGIC.length;
  const version = reader.varint();
  if (version > BYTECODE_VERSION) {
    reader.fail(`bytecode version ${version} is newer than the current version ${BYTECODE_VERSION}`);
  }
  reader.origin = `in bytecode version ${version} produced by: ${reader.cString()}`;
  const sections = readSections(reader, version);
  // The section is required.
  const strings = within(reader, sections.get(section.strings)!, () => new FileStrings(reader));
  const { dialects, opNames } = within(reader, sections.get(section.dialects)!, () =>
    readDialects(reader, version, strings, context),
  );
  const tables = new FileTables(reader, version, sections, dialects, strings, context);
  const properties = readProperties(reader, sections);
  const ir = new IrReader(reader, version, context, tables, opNames, properties);
  return within(reader, sections.get(section.ir)!, () => ir.read());
}

/** Returns the ranges of the properties that operations refer to. */
function readProperties(reader: ByteReader, sections: FileSections): Range[] {
  const range = sections.get(section.properties);
  if (range === undefined) return [];
  return within(reader, range, () => {
    const count = reader.count('properties');
    const ranges: Range[] = [];
    for (let i = 0; i < count; i++) {
      const length = reader.varint();
      const start = reader.at;
      reader.take(length);
      ranges.push({ start, end: reader.at });
    }
    if (reader.remaining > 0) reader.fail('unexpected trailing bytes in the Properties section');
    return ranges;
  });
}

function wrap(top: Block, location: Location): ModuleOp {
  const { firstOp } = top;
  if (firstOp instanceof ModuleOp && firstOp === top.lastOp) {
    firstOp.remove();
    return firstOp;
  }
  const module = ModuleOp.empty(location);
  for (let op = firstOp; op !== null;) {
    const next: Operation | null = op.next;
    op.moveToEnd(module.body);
    op = next;
  }
  return module;
}
