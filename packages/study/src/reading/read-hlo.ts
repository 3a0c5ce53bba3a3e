import { type Context, FileLineColLoc, type ModuleOp } from '@shardform/ir-core';
import { isDeviceProgramOfHlo } from '@shardform/dialect-hlo';
import {
  HloError,
  type HloModule,
  isHloProto,
  isHloText,
  readHloProto,
  readHloText,
} from '@shardform/hlo-module';
import { importHlo, type ImportHloOptions } from '@shardform/import-hlo';
import { recordEntryShardings } from './entry-shardings.ts';
import { importSdyRoundTrip } from './sdy-round-trip.ts';

/** Options of reading a file of HLO. */
export type ReadHloOptions = Omit<ImportHloOptions, 'sourceName'>;

/** Detects XLA's HLO by content: text, perhaps behind lines of a log, or one of the messages that hold a module. */
export function isHlo(bytes: Uint8Array): boolean {
  return isHloProto(bytes) || isHloText(new TextDecoder('latin1').decode(bytes.subarray(0, LOOKED_AT)));
}

/** The bytes at the beginning of a file that its format shows in, lines of a log included. */
const LOOKED_AT = 1 << 16;

/**
 * Reads a file of HLO, text or one of the messages that hold a module.
 *
 * @param textOf decodes its text.
 * @throws HloError
 */
export function readHloModule(
  bytes: Uint8Array,
  textOf: (bytes: Uint8Array) => string = (own) => new TextDecoder().decode(own),
): HloModule {
  return isHloProto(bytes) ? readHloProto(bytes) : readHloText(textOf(bytes));
}

/**
 * Reads a file of HLO as a program; see {@link programOfHlo}. Problems are reported to the context.
 *
 * @returns `null` after an error.
 */
export function readHlo(
  name: string,
  bytes: Uint8Array,
  context: Context,
  options: ReadHloOptions = {},
): ModuleOp | null {
  const source = reportedHlo(name, bytes, context);
  return source === null ? null : programOfHlo(name, source, context, options);
}

/**
 * Imports HLO as a program: Shardy's shardings are its attributes, and of the program of one of several devices it is recorded how
 * arguments and results are split. Problems are reported to the context.
 *
 * @returns `null` after an error.
 */
export function programOfHlo(
  name: string,
  source: HloModule,
  context: Context,
  options: ReadHloOptions = {},
): ModuleOp | null {
  const module = importHlo(source, context, { ...options, sourceName: name });
  if (module === null) return null;
  if (!isDeviceProgramOfHlo(module)) return importSdyRoundTrip(module, context) ? module : null;
  recordEntryShardings(module, context);
  return module;
}

/** Imports a file of HLO, with attributes as XLA's own importer leaves them. @returns `null` after an error was reported. */
export function importHloFile(
  name: string,
  bytes: Uint8Array,
  context: Context,
  options: ReadHloOptions = {},
): ModuleOp | null {
  const source = reportedHlo(name, bytes, context);
  return source === null ? null : importHlo(source, context, { ...options, sourceName: name });
}

function reportedHlo(name: string, bytes: Uint8Array, context: Context): HloModule | null {
  try {
    return readHloModule(bytes);
  } catch (error) {
    if (!(error instanceof HloError)) throw error;
    context.diagnostics.error(FileLineColLoc.get(name, error.line, error.column), error.message);
    return null;
  }
}
