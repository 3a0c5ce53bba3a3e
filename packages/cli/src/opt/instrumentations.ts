import { dirname, join } from 'node:path';
import {
  type Context,
  crashReproducer,
  type ModuleOp,
  type Operation,
  type OpPipeline,
  type PassDefinition,
  type PassInstance,
  type PassInstrumentation,
  printIr,
  PrintIrTree,
  printPipeline,
  reproducerText,
  type Timing,
} from '@shardform/ir-core';
import { makeOutputFolder, type ToolInput, UsageError, writeDump, writeOutput } from '../tool-io.ts';
import type { OptFlags } from './flags.ts';
import type { PartOutput } from './part-output.ts';

/** A run of passes with the flags that observe it. */
export interface ObservedRun {
  readonly context: Context;
  readonly flags: OptFlags;
  readonly pipeline: OpPipeline;
  readonly verify: boolean;
  readonly input: ToolInput;
  readonly output: PartOutput;
  readonly timing: Timing;
}

/** Returns the instrumentations that the flags request. */
export function instrumentations(module: ModuleOp, run: ObservedRun): PassInstrumentation[] {
  const { context, flags, pipeline, verify, input, timing } = run;
  const observers: PassInstrumentation[] = [];
  const reproducer = flags['mlir-pass-pipeline-crash-reproducer'];
  if (reproducer !== '') {
    const options = { local: flags['mlir-pass-pipeline-local-reproducer'], verify };
    observers.push(
      crashReproducer(module, pipeline, context, options, (text) => {
        try {
          writeOutput(reproducer, text, input);
        } catch (error) {
          if (!(error instanceof UsageError)) throw error;
          return `failed to create output stream: ${error.message}`;
        }
        return `reproducer generated at \`${reproducer}\``;
      }),
    );
  }
  const printing = irPrinting(run);
  if (printing !== null) observers.push(printing);
  // Last, so that it measures nothing of the others.
  if (flags['mlir-timing']) observers.push(timing.instrumentation());
  return observers;
}

/** Saves a program with a pipeline, for `--run-reproducer`. @throws UsageError when that is not possible. */
export function saveReproducer(
  file: string,
  program: string,
  pipeline: OpPipeline,
  verify: boolean,
  input: ToolInput,
): void {
  writeOutput(file, reproducerText(program, printPipeline(pipeline), verify), input);
}

function irPrinting({ context, flags, input, output }: ObservedRun): PassInstrumentation | null {
  const before = passFilter(flags['mlir-print-ir-before'], flags['mlir-print-ir-before-all']);
  const after = passFilter(flags['mlir-print-ir-after'], flags['mlir-print-ir-after-all']);
  const afterFailure = flags['mlir-print-ir-after-failure'];
  if (before === null && after === null && !afterFailure) return null;
  const folder = flags['mlir-print-ir-tree-dir'];
  const tree = new PrintIrTree();
  const write = (text: string, pass: PassInstance, op: Operation): void => {
    if (folder === '') {
      output.write(text);
      return;
    }
    const path = join(folder, tree.nextPath(pass, op));
    makeOutputFolder(dirname(path), input);
    writeDump(path, text, input);
  };
  return printIr(
    context,
    {
      ...(before === null ? {} : { before }),
      ...(after === null ? {} : { after }),
      afterChange: flags['mlir-print-ir-after-change'],
      afterFailure,
      moduleScope: flags['mlir-print-ir-module-scope'],
    },
    write,
  );
}

function passFilter(names: readonly string[], isAll: boolean): ((pass: PassDefinition) => boolean) | null {
  if (isAll) return () => true;
  return names.length === 0 ? null : ({ name }) => names.includes(name);
}
