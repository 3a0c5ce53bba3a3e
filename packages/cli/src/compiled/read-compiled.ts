import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  type BufferAllocation,
  HloError,
  type HloModule,
  isHloProto,
  readBufferAssignmentText,
} from '@shardform/hlo-module';
import { isDeviceProgramOfHlo } from '@shardform/dialect-hlo';
import { isBytecode, oneLine } from '@shardform/ir-core';
import { type CompiledMemory, ownMemory, readHloModule, type Study } from '@shardform/study';
import { reasonOf } from '../system-error.ts';
import { readInput, type ToolInput, UsageError } from '../tool-io.ts';
import { utf8Text } from '../utf8-text.ts';

/** A compiled program and the file that has it. */
export interface CompiledFile {
  readonly file: string;
  readonly module: HloModule;
}

/** Files of a dump folder with a module after all passes; XLA writes text and protobuf beside each other. */
const COMPILED = /(?:^|[._])after_optimizations\.(?:txt|hlo\.pb)$|\.hlo_proto\.pb$/;

/**
 * Reads a compiled program: a file of HLO, as text or protobuf, or a folder that `--xla_dump_to` has filled. The buffer assignment of
 * text is that of the files that XLA has dumped beside it.
 *
 * @param name of the program, by which its module is found in a folder; `null` if unknown.
 * @throws UsageError when there is none, or when it can't be read.
 */
export function readCompiled(path: string, name: string | null, input: ToolInput): CompiledFile {
  const file = isFolder(path, input) ? compiledIn(path, name, input) : path;
  const module = hloModule(file, readInput(file, input));
  const bufferAllocations = module.bufferAllocations ?? buffersBeside(file, module, input);
  return { file, module: bufferAllocations === null ? module : { ...module, bufferAllocations } };
}

/**
 * Returns the memory that XLA has assigned to a compiled program that is studied itself; `null` for other programs, and where its file has
 * no buffer assignment.
 */
export function assignedMemoryOf(file: string, study: Study, input: ToolInput): CompiledMemory | null {
  // Standard input was read.
  if (file === '-' || !isDeviceProgramOfHlo(study.module)) return null;
  const mayHave = isHloProto(readInput(file, input)) || besideText(file, input).length > 0;
  return mayHave ? ownMemory(study, readCompiled(file, null, input).module) : null;
}

/** Files beside that of a module as text that have its buffer assignment, as protobuf or text. */
function besideText(file: string, { root, cwd }: ToolInput): readonly string[] {
  if (root !== undefined || !file.endsWith('.txt')) return [];
  const stem = file.slice(0, -'.txt'.length);
  return [`${stem}.hlo.pb`, `${stem}-buffer-assignment.txt`].filter(
    (path) => statSync(resolve(cwd, path), { throwIfNoEntry: false })?.isFile() === true,
  );
}

/** The buffer assignment in a file beside that of a module as text; `null` where there is none. */
function buffersBeside(
  file: string,
  { name }: HloModule,
  input: ToolInput,
): readonly BufferAllocation[] | null {
  for (const path of besideText(file, input)) {
    const bytes = readInput(path, input);
    if (path.endsWith('.txt')) return readBufferAssignmentText(utf8Text(path, bytes));
    const own = hloModule(path, bytes);
    if (own.name === name && own.bufferAllocations !== undefined) return own.bufferAllocations;
  }
  return null;
}

/** Whether a text begins as modules of MLIR do, comments aside. */
function isMlirText(text: string): boolean {
  return /^(?:\s|\/\/[^\n]*\n)*(?:(?:builtin\.)?module\b|func\.func\b|sdy\.mesh\b|#[\w.]+ *=|#loc\b|"[\w.]+"\()/.test(
    text,
  );
}

/** Reads HLO as text or protobuf. @throws UsageError when it is wrong. */
export function hloModule(file: string, bytes: Uint8Array): HloModule {
  try {
    return readHloModule(bytes, (own) => utf8Text(file, own));
  } catch (error) {
    if (!(error instanceof HloError)) throw error;
    if (isBytecode(bytes) || isMlirText(utf8Text(file, bytes)))
      throw new UsageError(
        `'${file}' is MLIR, the program before XLA partitions it, not HLO; compiled HLO comes from jax.jit(f).lower(*args).compile().as_text(), or from a run with XLA_FLAGS="--xla_dump_to=FOLDER --xla_dump_hlo_as_text", whose folder --hlo takes, too`,
      );
    const place = error.line > 0 ? `${file}:${error.line}:${error.column}` : file;
    throw new UsageError(`${place}: ${oneLine(error.message)}`);
  }
}

function isFolder(path: string, input: ToolInput): boolean {
  if (path === '-' || input.texts?.has(path) === true) return false;
  return statSync(resolve(input.cwd, path), { throwIfNoEntry: false })?.isDirectory() === true;
}

function compiledIn(folder: string, name: string | null, input: ToolInput): string {
  let files: string[];
  try {
    files = readdirSync(resolve(input.cwd, folder));
  } catch (error) {
    throw new UsageError(`cannot read folder '${folder}': ${reasonOf(error)}`);
  }
  const compiled = files.filter((file) => COMPILED.test(file)).sort();
  const own = name === null ? [] : compiled.filter((file) => file.split('.').includes(name));
  const found = preferText(own.length > 0 ? own : compiled);
  if (found.length === 1) return join(folder, found[0]!);
  if (found.length === 0)
    throw new UsageError(
      `folder '${folder}' has no '*after_optimizations.txt': run the program with XLA_FLAGS="--xla_dump_to=${folder} --xla_dump_hlo_as_text"`,
    );
  const listed = found.slice(0, MOST_LISTED).map((file) => `'${oneLine(file)}'`);
  const more = found.length > MOST_LISTED ? ` and ${found.length - MOST_LISTED} more` : '';
  throw new UsageError(
    `folder '${folder}' has ${found.length} compiled programs; name one: ${listed.join(', ')}${more}`,
  );
}

/** Files that an error lists. */
const MOST_LISTED = 5;

/** One file of each module. */
function preferText(files: readonly string[]): readonly string[] {
  const stems = new Map<string, string>();
  for (const file of files) {
    const stem = file.replace(/\.(?:txt|hlo\.pb)$/, '');
    if (!stems.has(stem) || file.endsWith('.txt')) stems.set(stem, file);
  }
  return [...stems.values()];
}
