import {
  type Context,
  type Diagnostic,
  formatDiagnostic,
  nestImplicitly,
  type OpPipeline,
  parseModule,
  parsePassFlag,
  parsePipeline,
  printIr,
  printOp,
  runPasses,
  SourceText,
  verifyOp,
} from '@shardform/ir-core';
import { createContext } from '../context.ts';
import { readInput, type ToolInput, type ToolResult, writeOutput } from '../tool-io.ts';
import { type OptArguments, parseOptArguments } from './arguments.ts';
import { compareDiagnostics } from './expected-diagnostics.ts';
import { optHelp } from './help.ts';
import { defaultMarker, splitInput } from './split-input.ts';

/**
 * `shardform opt`: parses a file, runs passes in the order of their flags and prints the result, as mlir-opt
 * does.
 *
 * @throws UsageError for a wrong flag or file.
 */
export function opt(args: readonly string[], input: ToolInput): ToolResult {
  const context = createContext();
  if (args.some((argument) => /^--?h(elp)?$/.test(argument))) {
    return { stdout: optHelp(context), stderr: '', exitCode: 0 };
  }
  const flags = parseOptArguments(args, context);
  const pipeline = readPipeline(flags, context);
  const bytes = readInput(flags.file, input);
  const text = new TextDecoder().decode(bytes);
  const source = new SourceText(flags.file === '-' ? '<stdin>' : flags.file, text);
  const parts = flags.split === null ? [source] : splitInput(source, flags.split);
  const results = parts.map((part) => processPart(part, flags, pipeline));
  const stderr = results.map((result) => result.stderr).join('');
  const succeeded = results.every((result) => result.succeeded);
  const stdout = flags.verifyDiagnostics
    ? ''
    : results.map((result) => result.stdout).join(`\n${defaultMarker}\n\n`);
  if (succeeded && flags.output !== '-') {
    writeOutput(flags.output, stdout, input);
    return { stdout: '', stderr, exitCode: 0 };
  }
  return { stdout, stderr, exitCode: succeeded ? 0 : 1 };
}

interface PartResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly succeeded: boolean;
}

function processPart(source: SourceText, flags: OptArguments, pipeline: OpPipeline): PartResult {
  const context = createContext();
  context.allowUnregisteredDialects = flags.allowUnregistered;
  const diagnostics: Diagnostic[] = [];
  context.diagnostics.subscribe((diagnostic) => diagnostics.push(diagnostic));
  let printed = '';
  const instrumentation = printIr(
    context,
    {
      before: ({ name }) => flags.printIr.before === 'all' || flags.printIr.before.includes(name),
      after: ({ name }) => flags.printIr.after === 'all' || flags.printIr.after.includes(name),
      afterChange: flags.printIr.afterChange,
      afterFailure: flags.printIr.afterFailure,
    },
    (text) => (printed += text),
  );
  const wantsIr =
    flags.printIr.before.length > 0 || flags.printIr.after.length > 0 || flags.printIr.afterFailure;
  const module = parseModule(source, context);
  const succeeded =
    module !== null &&
    verifyOp(module, context) &&
    runPasses(module, pipeline, context, {
      verify: flags.verifyEach,
      instrumentations: wantsIr ? [instrumentation] : [],
    }).succeeded;
  const stdout =
    succeeded && !flags.verifyDiagnostics
      ? printOp(module, context, {
          generic: flags.generic,
          debugInfo: flags.debugInfo,
          localScope: flags.localScope,
          elideElementsLimit: flags.elideElements,
          hexElementsLimit: flags.hexElements,
        })
      : '';
  if (flags.verifyDiagnostics) {
    const problems = compareDiagnostics(source, diagnostics);
    return {
      stdout,
      stderr: printed + problems.map((line) => `${line}\n`).join(''),
      succeeded: problems.length === 0,
    };
  }
  const messages = diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, [source])).join('');
  return { stdout, stderr: printed + messages, succeeded };
}

function readPipeline(flags: OptArguments, context: Context): OpPipeline {
  if (flags.pipeline !== null) return parsePipeline(flags.pipeline, context);
  const elements = flags.passFlags.flatMap(({ name, options }) => parsePassFlag(name, options, context));
  return nestImplicitly('builtin.module', elements);
}
