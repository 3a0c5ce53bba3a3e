import {
  closestName,
  type Context,
  type Diagnostic,
  type ModuleOp,
  parsePipeline,
  PipelineError,
  printOp,
  runPasses,
  UnknownLoc,
} from '@shardform/ir-core';
import type { StepResult } from './messages.ts';
import { problemsOf } from './problems.ts';
import { freshProgram } from './program.ts';

/** Runs passes one after the other and keeps the text after each; what follows a failure does not run. */
export async function runSteps(text: string, steps: readonly string[]): Promise<StepResult[]> {
  const start = performance.now();
  const { model } = await freshProgram(text, steps);
  const { context, module, source } = model;
  const read = problemsOf(model.diagnostics, source);
  const milliseconds = performance.now() - start;
  const results: StepResult[] = [
    { step: '', text: model.isValid ? printOp(module, context) : null, problems: read, milliseconds },
  ];
  if (!model.isValid) return results;
  for (const step of steps) {
    const before = performance.now();
    const { succeeded, diagnostics } = run(step, module, context);
    const after = performance.now();
    const problems = problemsOf(diagnostics, source);
    results.push({
      step,
      text: succeeded ? printOp(module, context) : null,
      problems,
      milliseconds: after - before,
    });
    if (!succeeded) break;
  }
  return results;
}

/** Runs a step; an invalid pipeline has one problem, the parser's error. */
function run(
  step: string,
  module: ModuleOp,
  context: Context,
): { succeeded: boolean; diagnostics: readonly Diagnostic[] } {
  try {
    const pipeline = parsePipeline(pipelineText(step, context), context);
    const { result, diagnostics } = context.diagnostics.capture(
      () => runPasses(module, pipeline, context).succeeded,
    );
    return { succeeded: result, diagnostics };
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error;
    const close = closestName(step, [...context.passes.keys(), ...context.pipelines.keys()]);
    const message = error.message + (close === null ? '' : `; did you mean '${close}'?`);
    return {
      succeeded: false,
      diagnostics: [{ severity: 'error', message, location: UnknownLoc.instance, notes: [] }],
    };
  }
}

/** A step names a pass, or is a pipeline's text with or without the module around it. */
function pipelineText(step: string, context: Context): string {
  if (step.startsWith('builtin.module')) return step;
  const anchor = context.passes.get(/^[\w-]+/.exec(step)?.[0] ?? '')?.anchor ?? 'builtin.module';
  return anchor === 'builtin.module' ? `builtin.module(${step})` : `builtin.module(${anchor}(${step}))`;
}
