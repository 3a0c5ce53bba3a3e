import {
  type Context,
  type Diagnostic,
  type ModuleOp,
  type NameListener,
  type SourceText,
  verifyOp,
} from '@shardform/ir-core';
import { createContext } from './context.ts';
import { DiagnosticLog } from './diagnostic-log.ts';
import { moduleSource, parseStablehloSource } from './module-source.ts';
import { readInput, type ToolInput } from './tool-io.ts';

/** A verified module with what is needed to work on it. */
export interface LoadedModule {
  readonly module: ModuleOp;
  readonly context: Context;
  readonly log: DiagnosticLog;
  /** Of bytecode the name alone. */
  readonly source: SourceText;
}

/** A problem that the context's diagnostics tell; `messages` is their text for people. */
export class ModuleError extends Error {
  override readonly name = 'ModuleError';
  readonly messages: string;
  readonly diagnostics: readonly Diagnostic[];

  constructor(messages: string, diagnostics: readonly Diagnostic[] = []) {
    super(messages);
    this.messages = messages;
    this.diagnostics = diagnostics;
  }
}

/**
 * Reads, parses and verifies a file.
 *
 * @param onName hears what the names of the text stand for; bytecode has none.
 * @throws UsageError or ModuleError.
 */
export function loadModule(file: string, input: ToolInput, onName: NameListener | null = null): LoadedModule {
  const source = moduleSource(file, readInput(file, input));
  const context = createContext(input.extensions);
  const log = new DiagnosticLog(context, source.text, input.columns);
  const module = parseStablehloSource(source, context, onName);
  if (module === null || !verifyOp(module, context)) throw new ModuleError(log.text(), log.diagnostics);
  return { module, context, log, source: source.text };
}
