import {
  compareDiagnostics,
  type Context,
  formatDiagnostic,
  type ModuleOp,
  nestImplicitly,
  printOp,
  runPasses,
  SourceText,
  stripDebuginfo,
  verifyOp,
} from '@shardform/ir-core';
import type { Accumulation } from '@shardform/runtime-sim';
import { importHloFile } from '@shardform/study';
import { importOnnx } from '@shardform/import-onnx';
import {
  deserializePortableArtifact,
  portableArtifactVersion,
  serializePortableArtifact,
  versionText,
} from '@shardform/dialect-vhlo';
import { FILE } from '../command/command.ts';
import { defineCommand } from '../command/define-command.ts';
import { type ProgramOutput, programJson, programText } from '../command/program-output.ts';
import { readArguments } from '../command/read-arguments.ts';
import { createContext } from '../context.ts';
import { DiagnosticLog } from '../diagnostic-log.ts';
import {
  isMlirText,
  type ModuleSource,
  moduleSource,
  parseStablehloSource,
  STANDARD_INPUT,
} from '../module-source.ts';
import { splitInput } from '../opt/split-input.ts';
import { readInput, type ToolInput, type ToolResult, UsageError, writeOutput } from '../tool-io.ts';
import { writeHloText } from '@shardform/hlo-module';
import { exportHlo } from '@shardform/target-hlo';
import { type TranslateArguments, translateArguments, translateFlags } from './arguments.ts';
import { interpret } from './interpret.ts';
import { serializationNotes } from './serialization-notes.ts';
import { ttnnBinaryOf, ttnnSourceOf, writtenSourceOf } from './ttnn-program.ts';

/** `shardform translate`. @throws UsageError */
export const translateCommand = defineCommand({
  name: 'translate',
  description: `Writes StableHLO programs as portable artifacts, which JAX and later versions of StableHLO read, reads them, reads
ONNX models and XLA's HLO, executes programs, and writes TTNN programs as the binaries that Tenstorrent's runtime loads, or as programs
in Python or C++ that execute them by Tenstorrent's library.`,
  usage: [
    '--serialize [FILE] [--target=X.Y.Z] [--strip-debuginfo] [-o ARTIFACT]',
    '--deserialize [ARTIFACT] [-o FILE]',
    '--from-onnx MODEL.onnx [--sizes=batch=8,...] [-o FILE]',
    '--hlo-to-stablehlo [FILE] [--inline-fusions] [-o FILE]',
    '--stablehlo-to-hlo [FILE] [-o FILE.hlo]',
    '--ttnn-to-flatbuffer [FILE] [-o FILE.ttnn]',
    '--ttnn-to-python [FILE] [--tensor-load-directory=DIR] [-o FILE.py]',
    '--mlir-to-python [FILE] [--emitpy-file-id=NAME] [-o FILE.py]',
    '--ttnn-to-cpp [FILE] [--tensor-load-directory=DIR] [-o FILE.cpp]',
    '--mlir-to-cpp [FILE] [-o FILE.cpp]',
    '--interpret [FILE] [--args="[dense<...> : tensor<...>, ...]"] [--probe-output-dir=DIR]',
  ],
  examples: [
    'shardform translate --serialize step.mlir --target=1.0.0 -o step.mlir.bc',
    'shardform translate --deserialize step.mlir.bc',
    'shardform translate --stablehlo-to-hlo step.mlir -o step.hlo',
    'shardform translate --ttnn-to-flatbuffer stages/3-ttnn.mlir -o step.ttnn',
    'shardform translate --ttnn-to-python stages/3-ttnn.mlir -o step.py',
    'shardform translate --interpret add.mlir --args="[dense<1> : tensor<2xi32>, dense<2> : tensor<2xi32>]"',
  ],
  flags: translateFlags,
  notes: `--interpret executes @main, or the only function, and prints its results. Programs may use the operations of
the dialects 'interpreter' and 'check'. Exit code 1 when a check fails. Sums are accumulated 'wide' unless
--accumulation says otherwise; under the name stablehlo-translate, at 'each-step'.

--stablehlo-to-hlo prints the text that JAX's lowered.compiler_ir("hlo").as_hlo_text() prints for the program: names come
from its locations, so that a program that was printed with debug_info=True gives the names of JAX.

Without a file, or for -, standard input is read. The flags are those of stablehlo-translate, but
for those of ONNX.`,
  positionals: [{ ...FILE, optional: true }],
  run([file = '-'], flags, input) {
    const output = translate(translateArguments(file, flags, true), 'wide', input);
    return { data: output, exitCode: output.exitCode };
  },
  text: programText,
  json: programJson,
});

/** Returns the command under the names that it has upstream. @throws UsageError */
export function upstreamTranslate(args: readonly string[], input: ToolInput): ToolResult {
  const { positionals, flags } = readArguments('translate', translateFlags, args);
  const { stdout, stderr, exitCode } = translate(
    translateArguments(positionals[0] ?? '-', flags, false),
    'each-step',
    input,
  );
  return { stdout, stderr, exitCode };
}

/** @param accumulation the default precision of sums of floats in interpreted programs. */
function translate(parsed: TranslateArguments, accumulation: Accumulation, input: ToolInput): ProgramOutput {
  const given = { ...parsed, accumulation: parsed.accumulation ?? accumulation };
  const bytes = readInput(given.file, input);
  const source =
    given.translation === 'from-onnx'
      ? { text: new SourceText(given.file === '-' ? STANDARD_INPUT : given.file, ''), bytecode: null }
      : moduleSource(given.file, bytes, input);
  const results = partsOf(source, given).map((part) => translatePart(part, bytes, given, input));
  const joined = (of: (result: ProgramOutput) => string): string => results.map(of).join('');
  const [first] = results;
  const stdout = results.length === 1 ? first!.stdout : joined((result) => String(result.stdout));
  const succeeded = results.every(({ exitCode }) => exitCode === 0);
  if (succeeded && given.output !== '-') writeOutput(given.output, stdout, input);
  return {
    stdout: given.output === '-' ? stdout : '',
    stderr: joined((result) => result.stderr),
    diagnostics: results.flatMap((result) => result.diagnostics),
    messages: joined((result) => result.messages),
    exitCode: succeeded ? 0 : 1,
  };
}

/** The modules of a file; bytecode holds one. @throws UsageError */
function partsOf(source: ModuleSource, { splitMarker, translation }: TranslateArguments): ModuleSource[] {
  if (splitMarker === null || !isMlirText(source)) return [source];
  if (translation === 'serialize' || translation.startsWith('ttnn-to-'))
    throw new UsageError('the parts of a split file make no single artifact');
  const { parts } = splitInput(source.text, splitMarker, 'part');
  return parts.map((text) => ({ text, bytecode: null }));
}

function translatePart(
  source: ModuleSource,
  bytes: Uint8Array,
  given: TranslateArguments,
  input: ToolInput,
): ProgramOutput {
  const context = createContext();
  context.allowUnregisteredDialects = given.allowsUnregistered;
  const log = new DiagnosticLog(context, source.text);
  const { stdout, succeeded, notes = '' } = translateModule(source, bytes, given, context, input);
  if (!given.verifiesDiagnostics) {
    const messages = notes.length > 0 || succeeded ? notes : remedyText(log, given);
    const { diagnostics } = log;
    return { stdout, stderr: log.text() + messages, diagnostics, messages, exitCode: succeeded ? 0 : 1 };
  }
  const diagnostics = compareDiagnostics(source.text, log.diagnostics);
  const stderr = diagnostics.map((problem) => formatDiagnostic(problem, [source.text])).join('');
  return { stdout, stderr, diagnostics, messages: '', exitCode: diagnostics.length === 0 ? 0 : 1 };
}

/** A remedy for upstream's messages, which only state the error. */
function remedyText({ diagnostics }: DiagnosticLog, given: TranslateArguments): string {
  const hasMessage = (pattern: RegExp): boolean => diagnostics.some(({ message }) => pattern.test(message));
  if (given.translation === 'interpret' && hasMessage(/^incorrect number of arguments/))
    return "shardform: note: '--args=[dense<1> : tensor<2xi32>, ...]' gives the inputs; 'shardform run' draws them\n";
  return '';
}

/** The outcome of translating one module; errors are reported to the context. */
interface Translated {
  /** Text, or the bytes of an artifact. */
  readonly stdout: string | Uint8Array;
  readonly succeeded: boolean;
  /** The way out of a failure. */
  readonly notes?: string;
}

const failure: Translated = { stdout: '', succeeded: false };

function translateModule(
  source: ModuleSource,
  bytes: Uint8Array,
  given: TranslateArguments,
  context: Context,
  input: ToolInput,
): Translated {
  if (given.translation === 'from-onnx') {
    const module = importOnnx(bytes, context, { ...given, sourceName: source.text.name });
    if (module === null || !verifyOp(module, context)) return failure;
    return { stdout: printOp(module, context, { debugInfo: given.printsLocations }), succeeded: true };
  }
  if (given.translation === 'hlo-to-stablehlo') {
    if (source.hlo === undefined)
      throw new UsageError(`'${source.text.name}' is not HLO; its text begins with 'HloModule'`);
    const module = importHloFile(source.text.name, source.hlo.bytes, context, source.hlo);
    if (module === null) return failure;
    return { stdout: printOp(module, context, { debugInfo: given.printsLocations }), succeeded: true };
  }
  if (given.translation === 'ttnn-to-flatbuffer') {
    const binary = ttnnBinaryOf(source, context);
    return binary === null ? failure : { stdout: binary, succeeded: true };
  }
  const { translation, tensorFolder, fileId } = given;
  if (translation === 'ttnn-to-python' || translation === 'ttnn-to-cpp') {
    const language = translation === 'ttnn-to-cpp' ? 'cpp' : 'python';
    const text = ttnnSourceOf(source, tensorFolder, context, language);
    return text === null ? failure : { stdout: text, succeeded: true };
  }
  if (translation === 'mlir-to-python' || translation === 'mlir-to-cpp') {
    const language = translation === 'mlir-to-cpp' ? 'cpp' : 'python';
    const text = writtenSourceOf(source, context, language, fileId);
    return text === null ? failure : { stdout: text, succeeded: true };
  }
  if (given.translation === 'deserialize') {
    const text = deserialize(bytes, source.text.name, given, context);
    return text === null ? failure : { stdout: text, succeeded: true };
  }
  const module = parseStablehloSource(source, context);
  if (module === null || !verifyOp(module, context)) return failure;
  if (given.translation === 'serialize') {
    const artifact = serialize(module, given, context);
    if (artifact !== null) return { stdout: artifact, succeeded: true };
    return { ...failure, notes: serializationNotes(module, source.text, given, context) };
  }
  if (given.translation === 'stablehlo-to-hlo') {
    const exported = exportHlo(module, context);
    return exported === null ? failure : { stdout: writeHloText(exported), succeeded: true };
  }
  const { text, succeeded } = interpret(module, given, context, input);
  return { stdout: text, succeeded };
}

function serialize(module: ModuleOp, given: TranslateArguments, context: Context): Uint8Array | null {
  if (given.stripsDebugInfo)
    runPasses(module, nestImplicitly(module.name, [stripDebuginfo.create()]), context, { verify: false });
  return serializePortableArtifact(module, context, {
    allowOtherDialects: given.allowsOtherDialects,
    ...(given.target === null ? {} : { target: given.target }),
  });
}

function deserialize(
  bytes: Uint8Array,
  name: string,
  given: TranslateArguments,
  context: Context,
): string | null {
  const module = deserializePortableArtifact(bytes, context, name);
  if (module === null) return null;
  const heading = given.printsVersion ? versionLine(bytes) : '';
  return heading + printOp(module, context, { debugInfo: given.printsLocations });
}

function versionLine(bytes: Uint8Array): string {
  const version = portableArtifactVersion(bytes);
  return version === null
    ? '// Failed parsing StableHLO version from portable artifact\n'
    : `// Reading portable artifact with StableHLO version: ${versionText(version)}\n`;
}
