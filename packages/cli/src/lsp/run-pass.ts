import { parsePipeline, PipelineError, printOp, runPasses } from '@shardform/ir-core';
import { type CodeAction, CodeActionKind, type TextEdit } from 'vscode-languageserver';
import type { DocumentFacts } from './documents.ts';

/** The command by which an editor runs a pass on a document: its arguments are the document and the pipeline. */
export const RUN_PASS_COMMAND = 'shardform.runPass';

/** Pipelines of the code action menu; editors request any other pipeline by the command. */
const OFFERED = [
  'canonicalize',
  'cse',
  'stablehlo-aggressive-simplification',
  'sdy-propagation-pipeline',
  'stablehlo-pipeline',
] as const;

/** Actions that replace a document by what passes make of it; none while the program is wrong. */
export function runPassActions({ document, model }: DocumentFacts): CodeAction[] {
  const { context, isValid } = model;
  if (!isValid) return [];
  return OFFERED.filter((name) => context.passes.has(name) || context.pipelines.has(name)).map((name) => ({
    title: `Run ${name}`,
    kind: `${CodeActionKind.Source}.shardform`,
    command: { title: `Run ${name}`, command: RUN_PASS_COMMAND, arguments: [document.uri, name] },
  }));
}

/** The outcome of passes: the edit that replaces the document, or the error. */
export type PassOutcome = { readonly edit: TextEdit } | { readonly problem: string };

/**
 * Runs passes on a document.
 *
 * @param pipeline a name, or text such as `builtin.module(cse,canonicalize)`.
 */
export function runPassOn(facts: DocumentFacts, pipeline: string): PassOutcome {
  const { document, model } = facts;
  const { context, module, isValid } = model;
  if (!isValid) return { problem: 'the program has errors' };
  const { result, diagnostics } = context.diagnostics.capture(() => {
    try {
      const text = pipeline.includes('(') ? pipeline : `builtin.module(${nested(pipeline, facts)})`;
      return runPasses(module, parsePipeline(text, context), context).succeeded;
    } catch (error) {
      if (!(error instanceof PipelineError)) throw error;
      return error.describe().trimEnd();
    }
  });
  if (typeof result === 'string') return { problem: result };
  if (!result)
    return { problem: diagnostics.map(({ message }) => message).join('\n') || `${pipeline} failed` };
  const end = document.positionAt(model.source.text.length);
  return { edit: { range: { start: { line: 0, character: 0 }, end }, newText: printOp(module, context) } };
}

/** A pass on another operation than the module is put into a pipeline on that operation. */
function nested(name: string, { model: { context } }: DocumentFacts): string {
  const anchor = context.passes.get(name)?.anchor ?? null;
  return anchor === null || anchor === 'builtin.module' ? name : `${anchor}(${name})`;
}
