import { dirname } from 'node:path';
import {
  compareDiagnostics,
  type Context,
  currentOperationNote,
  type Diagnostic,
  type ModuleOp,
  type OpPipeline,
  parseModule,
  parsePipeline,
  printOp,
  printPipeline,
  printStatistics,
  readReproducer,
  runPasses,
  type SourceText,
  Timing,
  UnknownLoc,
  verifyOp,
  writeBytecode,
} from '@shardform/ir-core';
import { isMlirText, type ModuleSource, parseModuleSource, parseStablehloSource } from '../module-source.ts';
import { makeOutputFolder, type ToolInput, UsageError, writeDump } from '../tool-io.ts';
import { checksText } from '../validate/checks-text.ts';
import { startExecutionCheck } from '../validate/start-execution-check.ts';
import type { OptFlags } from './flags.ts';
import { instrumentations, saveReproducer } from './instrumentations.ts';
import { hintAtDeprecatedSdy, withCurrentSdy } from './deprecated-syntax.ts';
import { PartOutput } from './part-output.ts';

/** The outcome of one module of the input. */
export interface PartResult {
  /** Text or bytecode. */
  readonly stdout: string | Uint8Array;
  readonly stderr: string;
  /** The text in `stderr` other than diagnostics. */
  readonly messages: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly succeeded: boolean;
}

/** Parses a module, runs the pipeline on it and prints it. */
export function processPart(
  given: ModuleSource,
  context: Context,
  flags: OptFlags,
  pipeline: OpPipeline,
  input: ToolInput,
): PartResult {
  const output = new PartOutput(given.text, flags, input.columns);
  const expectations = flags['verify-diagnostics'];
  context.allowUnregisteredDialects = flags['allow-unregistered-dialect'];
  context.diagnostics.printStackTrace = flags['mlir-print-stacktrace-on-diagnostic'];
  context.saveFile = fileSaver(context, input);
  if (expectations === 'off' && flags['mlir-print-op-on-diagnostic'])
    context.diagnostics.describeOp = currentOperationNote;
  output.listen(context);
  const file = flags['sdy-legacy-syntax'] ? withCurrentSdy(given, context) : given;
  const source = file.text;
  const timing = new Timing(() => performance.now());
  const module = timing.measure('Parser', () => {
    // Expectations are written for readers that stop at the first error of the syntax.
    const read =
      expectations === 'off' || !isMlirText(file)
        ? readsVhlo(given, pipeline)
          ? parseModuleSource(file, context)
          : parseStablehloSource(file, context)
        : parseModule(source, context);
    return read !== null && verifyOp(read, context) ? read : null;
  });
  if (module === null && !flags['sdy-legacy-syntax'] && expectations === 'off')
    hintAtDeprecatedSdy(given, context);
  const stdout =
    module === null ? null : transform(module, { source, context, flags, pipeline, input, output, timing });
  if (flags['mlir-timing']) output.write(timing.report(flags['mlir-timing-display']));
  if (expectations === 'off') {
    const { diagnostics, messages } = output;
    return {
      stdout: stdout ?? '',
      stderr: output.text,
      messages,
      diagnostics,
      succeeded: stdout !== null,
    };
  }
  const diagnostics = compareDiagnostics(source, output.diagnostics, expectations);
  for (const problem of diagnostics) output.tell(problem);
  return {
    stdout: stdout ?? '',
    stderr: output.text,
    messages: output.messages,
    diagnostics,
    succeeded: diagnostics.length === 0,
  };
}

/**
 * Returns whether VHLO of a file stays VHLO, as it does in upstream's drivers: where a pass is about it, or there is
 * none and the file is only shown. Upstream's drivers read no file of `jax.export`, which is always StableHLO here.
 */
function readsVhlo({ isExported = false }: ModuleSource, pipeline: OpPipeline): boolean {
  const passes = printPipeline(pipeline);
  if (/vhlo|stablehlo-deserialize/.test(passes)) return true;
  return !isExported && pipeline.elements.length === 0;
}

/** Writes files that passes save; a failed write is reported and the run continues. */
function fileSaver({ diagnostics }: Context, input: ToolInput): (path: string, text: string) => void {
  return (path, text) => {
    try {
      makeOutputFolder(dirname(path), input);
      writeDump(path, text, input);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      diagnostics.warning(UnknownLoc.instance, error.message);
    }
  };
}

/** The state of a run of passes on one module. */
interface PartRun {
  readonly source: SourceText;
  readonly context: Context;
  readonly flags: OptFlags;
  readonly pipeline: OpPipeline;
  readonly input: ToolInput;
  readonly output: PartOutput;
  readonly timing: Timing;
}

/** The text or bytecode of the module after the passes, or `null` when they failed. */
function transform(module: ModuleOp, run: PartRun): string | Uint8Array | null {
  const { context, flags, output, timing, input } = run;
  const { pipeline, verify } = withReproducer(run);
  if (flags['dump-pass-pipeline']) {
    const count = pipeline.elements.length;
    output.write(`Pass Manager with ${count} passes:\n${printPipeline(pipeline)}\n\n`);
  }
  const reproducer = flags['mlir-generate-reproducer'];
  if (reproducer !== '') saveReproducer(reproducer, printOp(module, context), pipeline, verify, input);
  const check = flags.validate ? startExecutionCheck(module, context, flags['validate-seed']) : null;
  const observers = instrumentations(module, { ...run, pipeline, verify });
  const { succeeded, statistics } = runPasses(module, pipeline, context, {
    verify,
    instrumentations: check === null ? observers : [...observers, check],
    onProgress: ({ pass, passNumber, passCount, opNumber, opCount, done }) => {
      const where = opCount === 1 ? '' : ` on operation ${opNumber} of ${opCount}`;
      input.progress?.update(done, `pass ${passNumber} of ${passCount}: ${pass.pass.name}${where}`);
    },
  });
  input.progress?.clear();
  if (flags['mlir-pass-statistics'])
    output.write(printStatistics(pipeline, statistics, flags['mlir-pass-statistics-display']));
  if (check !== null) output.write(`${checksText(check.checks)}\n`);
  if (!succeeded || (flags.validate && check?.failure !== null)) return null;
  return timing.measure('Output', () => printModule(module, context, flags, verify));
}

/** The passes of the command line, after those that the file names when they are to be run. */
function withReproducer({ source, context, flags, pipeline }: PartRun): {
  readonly pipeline: OpPipeline;
  readonly verify: boolean;
} {
  const stored = flags['run-reproducer'] ? readReproducer(source, context) : null;
  if (stored === null) return { pipeline, verify: flags['verify-each'] };
  // Reproducers come from others: what they run writes no file that the command line does not name.
  context.saveFile = (path) =>
    context.diagnostics.warning(
      UnknownLoc.instance,
      `'${path}' is not written: passes that a reproducer names save no files; give them by --pass-pipeline instead`,
    );
  const { anchor, elements } = parsePipeline(stored.pipeline, context);
  return { pipeline: { anchor, elements: [...elements, ...pipeline.elements] }, verify: stored.verify };
}

function printModule(
  module: ModuleOp,
  context: Context,
  flags: OptFlags,
  isVerified: boolean,
): string | Uint8Array {
  if (flags['emit-bytecode'])
    return writeBytecode(module, context, { version: flags['emit-bytecode-version'] });
  // Custom printers rely on what the verifier checks.
  const isValid = isVerified || context.diagnostics.capture(() => verifyOp(module, context)).result;
  return printOp(module, context, {
    generic: flags['mlir-print-op-generic'] || !isValid,
    debugInfo: flags['mlir-print-debuginfo'] || flags['mlir-pretty-debuginfo'],
    prettyLocations: flags['mlir-pretty-debuginfo'],
    localScope: flags['mlir-print-local-scope'],
    elideElementsLimit: flags['mlir-elide-elementsattrs-if-larger'],
    hexElementsLimit: flags['mlir-print-elementsattrs-with-hex-if-larger'],
    elideResourcesLimit: flags['mlir-elide-resource-strings-if-larger'],
  });
}
