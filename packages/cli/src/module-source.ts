import {
  type Context,
  isBytecode,
  type ModuleOp,
  type NameListener,
  type OperationListener,
  parsePartialModule,
  readBytecode,
  SourceText,
} from '@shardform/ir-core';
import { exportedArtifact, upgradeToStablehlo } from '@shardform/dialect-vhlo';
import { isHlo, readHlo, type ReadHloOptions } from '@shardform/study';
import { FlatBufferError, isTtnnBinary, ttnnSource } from '@shardform/target-ttnn';
import { foreignFormat, mayBeFlatBuffer } from './file-format.ts';
import { type ToolInput, UsageError } from './tool-io.ts';

/** The name of standard input in messages. */
export const STANDARD_INPUT = '<stdin>';

/** The program that a binary of Tenstorrent's runtime has beside its operations, as text. @throws UsageError */
function ttnnText(name: string, bytes: Uint8Array): string {
  try {
    return ttnnSource(bytes);
  } catch (error) {
    if (error instanceof FlatBufferError) throw new UsageError(`'${name}': ${error.message}`);
    throw error;
  }
}

/** A file of HLO, and whether its fusions are opened. */
export interface HloSource extends Pick<ReadHloOptions, 'inlineFusions'> {
  readonly bytes: Uint8Array;
}

/** A file that holds a module as text or as MLIR bytecode. */
export interface ModuleSource {
  /** The text that messages quote; bytecode has none, only a name. */
  readonly text: SourceText;
  /** `null` for text. */
  readonly bytecode: Uint8Array | null;
  /** True if the bytecode is embedded in a file of `jax.export`. */
  readonly isExported?: boolean;
  /** True for the text of a `.ttnn` binary, whose locations are places of the program that it was made from. */
  readonly isBinary?: boolean;
  /** A file of XLA's HLO, text or binary. */
  readonly hlo?: HloSource;
}

/** Returns whether a file is text of MLIR, which can be quoted and split. */
export function isMlirText({ bytecode, hlo }: ModuleSource): boolean {
  return bytecode === null && hlo === undefined;
}

/** Returns whether bytes are text of MLIR, rather than bytecode, HLO, a binary or another format. */
export function isMlirBytes(bytes: Uint8Array): boolean {
  return !isBytecode(bytes) && !mayBeFlatBuffer(bytes) && !isHlo(bytes) && foreignFormat(bytes) === null;
}

/**
 * Detects the format of a file by its content: text, bytecode, a file of `jax.export`, whose bytecode is extracted, a
 * `.ttnn` binary, which has the text of its program, or HLO, which is imported.
 *
 * @param file the name, `-` for standard input.
 * @throws UsageError for a format that holds no module, with what to do.
 */
export function moduleSource(
  file: string,
  bytes: Uint8Array,
  { inlinesFusions = false }: Pick<ToolInput, 'inlinesFusions'> = {},
): ModuleSource {
  const name = file === '-' ? STANDARD_INPUT : file;
  if (isBytecode(bytes)) return { text: new SourceText(name, ''), bytecode: bytes };
  if (mayBeFlatBuffer(bytes)) {
    const exported = exportedArtifact(bytes);
    if (exported !== null) return { text: new SourceText(name, ''), bytecode: exported, isExported: true };
    if (isTtnnBinary(bytes))
      return { text: new SourceText(name, ttnnText(name, bytes)), bytecode: null, isBinary: true };
  }
  if (isHlo(bytes))
    return { text: new SourceText(name, ''), bytecode: null, hlo: { bytes, inlineFusions: inlinesFusions } };
  if (inlinesFusions)
    throw new UsageError(
      `flag '--inline-fusions' opens the fusions of HLO, and '${name}' is not HLO; leave it out`,
    );
  const foreign = foreignFormat(bytes);
  if (foreign !== null) throw new UsageError(`'${name}' is ${foreign.name}, not MLIR; ${foreign.remedy}`);
  return { text: SourceText.ofBytes(name, bytes), bytecode: null };
}

/** Parses a module; problems are reported to the context, all of them. @returns `null` after an error. */
export function parseModuleSource(
  { text, bytecode, hlo }: ModuleSource,
  context: Context,
  onName: NameListener | null = null,
  onOperation: OperationListener | null = null,
): ModuleOp | null {
  if (bytecode !== null) return readBytecode(bytecode, context, text.name);
  if (hlo !== undefined) return readHlo(text.name, hlo.bytes, context, hlo);
  const { module, isComplete } = parsePartialModule(text, context, onName, onOperation);
  return isComplete ? module : null;
}

/** Like {@link parseModuleSource}; a portable artifact of any version is converted to StableHLO. */
export function parseStablehloSource(
  source: ModuleSource,
  context: Context,
  onName: NameListener | null = null,
  onOperation: OperationListener | null = null,
): ModuleOp | null {
  const module = parseModuleSource(source, context, onName, onOperation);
  if (module === null) return null;
  // Otherwise the code for artifacts need not be loaded.
  const isArtifact = [...module.body].some(({ name }) => name.startsWith('vhlo.'));
  return !isArtifact || upgradeToStablehlo(module, context) ? module : null;
}
