import {
  type Context,
  isBytecode,
  type ModuleOp,
  type NameListener,
  parsePartialModule,
  readBytecode,
  SourceText,
} from '@shardform/ir-core';

/** A file that holds a module as text or as MLIR bytecode. */
export interface ModuleSource {
  /** The text that messages show parts of; bytecode has none, only a name. */
  readonly text: SourceText;
  /** `null` for text. */
  readonly bytecode: Uint8Array | null;
}

/** Tells by its first bytes what a file holds. @param file the name, `-` for standard input. */
export function moduleSource(file: string, bytes: Uint8Array): ModuleSource {
  const name = file === '-' ? '<stdin>' : file;
  if (isBytecode(bytes)) return { text: new SourceText(name, ''), bytecode: bytes };
  return { text: new SourceText(name, new TextDecoder().decode(bytes)), bytecode: null };
}

/** Parses a module; problems are reported to the context, all of them. @returns `null` after an error. */
export function parseModuleSource(
  { text, bytecode }: ModuleSource,
  context: Context,
  onName: NameListener | null = null,
): ModuleOp | null {
  if (bytecode !== null) return readBytecode(bytecode, context, text.name);
  const { module, isComplete } = parsePartialModule(text, context, onName);
  return isComplete ? module : null;
}
