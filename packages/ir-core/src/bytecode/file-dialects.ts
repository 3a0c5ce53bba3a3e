import type { Context } from '../ir/context.ts';
import type { ByteReader } from './byte-reader.ts';
import type { DialectBytecode } from './dialect-bytecode.ts';
import type { FileStrings } from './file-strings.ts';
import { readSection, within } from './file-sections.ts';
import { section, since } from './format.ts';

/** A dialect that a file mentions. */
export interface FileDialect {
  readonly name: string;
  readonly isLoaded: boolean;
  readonly bytecode: DialectBytecode | null;
  /** The dialect's version by the file; empty when the file has none. */
  readonly version: readonly number[];
}

/** The name of a kind of operations in a file. */
export interface FileOpName {
  readonly dialect: FileDialect;
  /** Full name, such as `stablehlo.add`. */
  readonly name: string;
  /** True if the writer knew the operation; recorded from version 5 on. */
  readonly wasRegistered: boolean;
}

/** Reads the dialects and the operation names that follow them. */
export function readDialects(
  reader: ByteReader,
  version: number,
  strings: FileStrings,
  context: Context,
): { readonly dialects: readonly FileDialect[]; readonly opNames: readonly FileOpName[] } {
  const count = reader.count('dialects');
  const dialects: FileDialect[] = [];
  for (let i = 0; i < count; i++) {
    const number = reader.varint();
    const isFlagged = version >= since.dialectVersions;
    const name = strings.get(isFlagged ? Math.floor(number / 2) : number);
    const dialectVersion = isFlagged && number % 2 === 1 ? readVersion(reader) : [];
    const dialect = context.dialects.get(name);
    dialects.push({
      name,
      isLoaded: dialect !== undefined,
      bytecode: dialect?.bytecode ?? null,
      version: dialectVersion,
    });
  }
  // The number of names only helps to allocate.
  if (version >= since.elidedArgumentLocations) reader.varint();
  const opNames: FileOpName[] = [];
  while (reader.remaining > 0) {
    readGroup(reader, dialects, (dialect) => {
      const number = reader.varint();
      const isFlagged = version >= since.properties;
      const rest = strings.get(isFlagged ? Math.floor(number / 2) : number);
      const name = dialect.name === '' ? rest : `${dialect.name}.${rest}`;
      opNames.push({ dialect, name, wasRegistered: isFlagged && number % 2 === 1 });
    });
  }
  return { dialects, opNames };
}

function readVersion(reader: ByteReader): number[] {
  const { id, range } = readSection(reader);
  if (id !== section.dialectVersion) reader.fail('expected dialect version section');
  return within(reader, range, () => {
    const parts: number[] = [];
    while (reader.remaining > 0) parts.push(reader.varint());
    return parts;
  });
}

/** Reads a run of entries of one dialect. @returns their number. */
export function readGroup(
  reader: ByteReader,
  dialects: readonly FileDialect[],
  read: (dialect: FileDialect) => void,
): number {
  const index = reader.varint();
  const dialect = dialects[index] ?? reader.fail(`invalid dialect index: ${index}`);
  const count = reader.count('entries');
  for (let i = 0; i < count; i++) read(dialect);
  return count;
}
