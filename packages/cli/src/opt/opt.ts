import {
  Context,
  type ContextPart,
  type DeferredExtension,
  type Diagnostic,
  nestImplicitly,
  type OpPipeline,
  parsePassFlag,
  parsePipeline,
} from '@shardform/ir-core';
import type { ProgramOutput } from '../command/program-output.ts';
import { extensions as ownExtensions, partsWith } from '../context.ts';
import { diagnosticsEnd, diagnosticText } from '../diagnostic-output.ts';
import { isMlirText, type ModuleSource, moduleSource } from '../module-source.ts';
import { readInput, type ToolInput, UsageError, writeOutput } from '../tool-io.ts';
import { extensionFiles, type OptArguments, parseOptArguments } from './arguments.ts';
import type { OptFlags } from './flags.ts';
import { dialectList, optHelp, passList } from './help.ts';
import { loadExtensions } from './load-extensions.ts';
import { type PartResult, processPart } from './process-part.ts';
import { splitInput } from './split-input.ts';

/**
 * `shardform opt`: parses a file, runs passes in the order of their flags and prints the result, as mlir-opt does.
 *
 * @param known the available dialects and passes.
 * @throws UsageError for a wrong flag or file.
 */
export async function opt(
  args: readonly string[],
  input: ToolInput,
  known: readonly DeferredExtension[] = ownExtensions,
): Promise<ProgramOutput> {
  const loaded = [...(input.extensions ?? []), ...(await loadExtensions(extensionFiles(args), input))];
  const extensions = partsWith(known, loaded);
  const context = contextOf(extensions);
  const given = parseOptArguments(args, context);
  const { flags } = given;
  if (flags.help) return information(optHelp(context));
  if (flags['list-passes']) return information(passList(context));
  if (flags['show-dialects']) return information(dialectList(context));
  const pipeline = readPipeline(given, context);
  const source = moduleSource(given.file, readInput(given.file, input), input);
  const { parts, warnings } = splitSource(source, flags);
  const results = parts.map((part) =>
    processPart(part, contextOfPart(extensions, context), flags, pipeline, input),
  );
  const succeeded = results.every((result) => result.succeeded);
  const format = flags['diagnostics-format'];
  const diagnostics = [...warnings, ...results.flatMap((result) => result.diagnostics)];
  const stderr = [
    ...warnings.map((warning) => diagnosticText(warning, format, [source.text])),
    ...results.map((result) => result.stderr),
    diagnosticsEnd(diagnostics, format),
  ].join('');
  const messages = results.map((result) => result.messages).join('');
  const stdout = joinParts(results, flags['output-split-marker']);
  const exitCode = succeeded ? 0 : 1;
  const said = { stderr, diagnostics, messages, exitCode };
  if (flags.o === '-') return { ...said, stdout };
  if (succeeded) writeOutput(flags.o, stdout, input);
  return { ...said, stdout: '' };
}

function information(stdout: string): ProgramOutput {
  return { stdout, stderr: '', diagnostics: [], messages: '', exitCode: 0, isProgram: false };
}

function contextOf(extensions: readonly ContextPart[]): Context {
  try {
    return new Context(extensions);
  } catch (error) {
    // The command's own extensions are compatible: the conflict is with a loaded one.
    throw new UsageError(`cannot use the loaded extensions: ${(error as Error).message}`);
  }
}

/** A context for one module of the input; warnings reported once are reported once for all modules. */
function contextOfPart(extensions: readonly ContextPart[], { diagnostics }: Context): Context {
  const context = new Context(extensions);
  context.diagnostics.told = diagnostics.told;
  return context;
}

/** The modules of a file; bytecode holds one. */
function splitSource(source: ModuleSource, flags: OptFlags): SplitParts {
  const marker = flags['split-input-file'];
  if (marker === '' || !isMlirText(source)) return { parts: [source], warnings: [] };
  if (flags['emit-bytecode']) throw new UsageError("the parts of a split file can't be written as bytecode");
  const naming = flags['diagnostics-format'] === 'text' ? 'part' : 'file';
  const { parts, warnings } = splitInput(source.text, marker, naming);
  return { parts: parts.map((text) => ({ text, bytecode: null })), warnings };
}

interface SplitParts {
  readonly parts: readonly ModuleSource[];
  readonly warnings: readonly Diagnostic[];
}

function readPipeline({ flags, passFlags }: OptArguments, context: Context): OpPipeline {
  if (flags['pass-pipeline'] !== '') return parsePipeline(flags['pass-pipeline'], context);
  const elements = passFlags.flatMap(({ name, options }) => parsePassFlag(name, options, context));
  return nestImplicitly('builtin.module', elements);
}

/** The printed modules; of one that failed only the marker after it is left. */
function joinParts(results: readonly PartResult[], marker: string): string | Uint8Array {
  if (results.length === 1) return results[0]!.stdout;
  return results
    .map(({ stdout }, i) => {
      if (typeof stdout !== 'string' || i === results.length - 1) return stdout;
      return `${stdout}${stdout === '' ? '' : '\n'}${marker}\n`;
    })
    .join('');
}
