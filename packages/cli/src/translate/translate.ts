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
import { importOnnx } from '@shardform/import-onnx';
import {
  deserializePortableArtifact,
  portableArtifactVersion,
  serializePortableArtifact,
  versionText,
} from '@shardform/dialect-vhlo';
import { createContext } from '../context.ts';
import { DiagnosticLog } from '../diagnostic-log.ts';
import { type ModuleSource, moduleSource, parseStablehloSource } from '../module-source.ts';
import { splitInput } from '../opt/split-input.ts';
import { readInput, type ToolInput, type ToolResult, UsageError, writeOutput } from '../tool-io.ts';
import { parseTranslateArguments, type TranslateArguments } from './arguments.ts';
import { interpret } from './interpret.ts';

const HELP = `Writes StableHLO programs as portable artifacts, which JAX and later versions of StableHLO read, reads them, reads
ONNX models, and executes programs.

Usage: shardform translate --serialize [FILE] [--target=X.Y.Z] [--strip-debuginfo] [-o ARTIFACT]
       shardform translate --deserialize [ARTIFACT] [-o FILE]
       shardform translate --from-onnx MODEL.onnx [--sizes=batch=8,...] [-o FILE]
       shardform translate --interpret [FILE] [--args="[dense<...> : tensor<...>, ...]"] [--probe-output-dir=DIR]

  shardform translate --serialize step.mlir --target=1.0.0 -o step.mlir.bc
  shardform translate --deserialize step.mlir.bc
  shardform translate --interpret add.mlir --args="[dense<1> : tensor<2xi32>, dense<2> : tensor<2xi32>]"

  --sizes=NAME=SIZE,...         sizes that an ONNX model only names
  --weights-as-arguments        weights of an ONNX model are arguments, not constants
  --target=X.Y.Z                the version of StableHLO to write, or 'current'; without it, the newest one that
                                programs of the last twelve weeks read
  --strip-debuginfo             leave locations out
  --allow-other-dialects        keep operations of other dialects, which later versions may not read
  --mlir-print-debuginfo        print locations
  --print-stablehlo-version     tell the version of an artifact before the program
  --args=ARRAY                  the inputs of the program to execute
  --interpreter-print-dense     print results as constants
  --accumulation=HOW            'wide' keeps sums and products of narrow floats in f32 and rounds once, as XLA does;
                                'each-step' rounds at each step, as StableHLO's interpreter does
  --probe-output-dir=DIR        write what interpreter.probe sees there
  --split-input-file[=MARKER]   the file holds several modules, divided by '// -----'
  --allow-unregistered-dialect  keep operations of unknown dialects
  --verify-diagnostics          compare messages with 'expected-error {{...}}' comments
  -o FILE                       where to write, standard output unless given

--interpret executes @main, or the only function, and prints its results. Programs may use the operations of
the dialects 'interpreter' and 'check'. Exit code 1 when a check fails. Sums are accumulated 'wide' unless
--accumulation says otherwise; under the name stablehlo-translate, at 'each-step'.

Without a file, or for -, standard input is read. The flags are those of stablehlo-translate, but
for those of ONNX.
`;

/**
 * `shardform translate`.
 *
 * @param accumulation what interpreted programs keep sums of floats in unless a flag says so.
 * @throws UsageError
 */
export function translate(
  args: readonly string[],
  input: ToolInput,
  accumulation: Accumulation = 'wide',
): ToolResult {
  if (args.some((argument) => /^--?h(elp)?$/.test(argument)))
    return { stdout: HELP, stderr: '', exitCode: 0 };
  const parsed = parseTranslateArguments(args, accumulation === 'wide');
  const given = { ...parsed, accumulation: parsed.accumulation ?? accumulation };
  const bytes = readInput(given.file, input);
  const source =
    given.translation === 'from-onnx'
      ? { text: new SourceText(given.file, ''), bytecode: null }
      : moduleSource(given.file, bytes);
  const results = partsOf(source, given).map((part) => translatePart(part, bytes, given, input));
  const stderr = results.map((result) => result.stderr).join('');
  const [first] = results;
  const stdout = results.length === 1 ? first!.stdout : results.map((result) => result.stdout).join('');
  const succeeded = results.every(({ exitCode }) => exitCode === 0);
  const exitCode = succeeded ? 0 : 1;
  if (given.output === '-') return { stdout, stderr, exitCode };
  if (succeeded) writeOutput(given.output, stdout, input);
  return { stdout: '', stderr, exitCode };
}

/** The modules of a file; bytecode holds one. @throws UsageError */
function partsOf(source: ModuleSource, { splitMarker, translation }: TranslateArguments): ModuleSource[] {
  if (splitMarker === null || source.bytecode !== null) return [source];
  if (translation === 'serialize') throw new UsageError('the parts of a split file make no single artifact');
  const { parts } = splitInput(source.text, splitMarker, 'part');
  return parts.map((text) => ({ text, bytecode: null }));
}

function translatePart(
  source: ModuleSource,
  bytes: Uint8Array,
  given: TranslateArguments,
  input: ToolInput,
): ToolResult {
  const context = createContext();
  context.allowUnregisteredDialects = given.allowsUnregistered;
  const log = new DiagnosticLog(context, source.text);
  const { stdout, succeeded } = translateModule(source, bytes, given, context, input);
  if (!given.verifiesDiagnostics)
    return { stdout, stderr: log.text() + remedyText(log, given), exitCode: succeeded ? 0 : 1 };
  const problems = compareDiagnostics(source.text, log.diagnostics);
  const stderr = problems.map((problem) => formatDiagnostic(problem, [source.text])).join('');
  return { stdout, stderr, exitCode: problems.length === 0 ? 0 : 1 };
}

/** What to do about messages that are upstream's and say only what is wrong. */
function remedyText({ diagnostics }: DiagnosticLog, given: TranslateArguments): string {
  const hasMessage = (pattern: RegExp): boolean => diagnostics.some(({ message }) => pattern.test(message));
  if (
    given.translation === 'serialize' &&
    !given.allowsOtherDialects &&
    hasMessage(/explicitly marked illegal/)
  )
    return "shardform: note: '--allow-other-dialects' keeps what is not StableHLO's, such as shardings, as jax.export does\n";
  if (given.translation === 'interpret' && hasMessage(/^incorrect number of arguments/))
    return "shardform: note: '--args=[dense<1> : tensor<2xi32>, ...]' gives the inputs; 'shardform run' draws them\n";
  return '';
}

/** What a translation of one module came to; errors are told to the context. */
interface Translated {
  /** Text, or the bytes of an artifact. */
  readonly stdout: string | Uint8Array;
  readonly succeeded: boolean;
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
    const module = importOnnx(bytes, context, given);
    if (module === null || !verifyOp(module, context)) return failure;
    return { stdout: printOp(module, context, { debugInfo: given.printsLocations }), succeeded: true };
  }
  if (given.translation === 'deserialize') {
    const text = deserialize(bytes, source.text.name, given, context);
    return text === null ? failure : { stdout: text, succeeded: true };
  }
  const module = parseStablehloSource(source, context);
  if (module === null || !verifyOp(module, context)) return failure;
  if (given.translation === 'serialize') {
    const artifact = serialize(module, given, context);
    return artifact === null ? failure : { stdout: artifact, succeeded: true };
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
