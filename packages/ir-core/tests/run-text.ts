import { formatDiagnostic } from '../src/diagnostic/excerpt.ts';
import type { Context } from '../src/ir/context.ts';
import { parsePipeline } from '../src/pass/pipeline-text.ts';
import { runPasses } from '../src/pass/run-passes.ts';
import { parseModule } from '../src/text/parse-module.ts';
import { printOp } from '../src/text/print.ts';
import type { PrintOptions } from '../src/text/print-options.ts';
import { verifyOp } from '../src/verify/verifier.ts';
import { smallContext } from './small-dialects.ts';

/**
 * Runs the passes of `builtin.module(PIPELINE)` on a module's text and gives the text that comes out, or the
 * diagnostics.
 */
export function runText(
  pipeline: string,
  text: string,
  context: Context = smallContext(),
  print: Partial<PrintOptions> = {},
): string {
  const { result, diagnostics } = context.diagnostics.capture(() => {
    const module = parseModule(text, context);
    if (module === null || !verifyOp(module, context)) return null;
    const { succeeded } = runPasses(module, parsePipeline(`builtin.module(${pipeline})`, context), context);
    return succeeded ? printOp(module, context, print) : null;
  });
  return result ?? diagnostics.map((diagnostic) => formatDiagnostic(diagnostic)).join('');
}
