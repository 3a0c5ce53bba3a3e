import { Context, parseModule, parsePipeline, printOp, runPasses, verifyOp } from '@shardform/ir-core';
import { mpmdPasses } from '../src/index.ts';

/** Topology of two meshes with two devices each, as an attribute of a function. */
export const TWO_MESHES = 'topology = #mpmd.topology<<"m1" : <["x"=2]>>, <"m2" : <["x"=2]>>>';

/** What became of a program: its text, or nothing where the passes failed, and what was reported. */
export interface Outcome {
  readonly text: string | null;
  readonly messages: readonly string[];
}

/** Runs passes, as they are written in pipelines, on a text. */
export function outcomeOf(passes: string, text: string): Outcome {
  const context = new Context([mpmdPasses]);
  const { result, diagnostics } = context.diagnostics.capture(() => {
    const module = parseModule(text, context);
    if (module === null || !verifyOp(module, context)) return null;
    const pipeline = parsePipeline(`builtin.module(${passes})`, context);
    return runPasses(module, pipeline, context).succeeded ? printOp(module, context) : null;
  });
  return { text: result, messages: diagnostics.map(({ message }) => message) };
}

/** The text after passes that have to succeed. */
export function runText(passes: string, text: string): string {
  const { text: after, messages } = outcomeOf(passes, text);
  if (after === null) throw new Error(messages.join('\n'));
  return after;
}

/** The fragments and transfers of a text in order: `m1 f(1) stage=0 call=2`, `m1 -> m2`. */
export function outline(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const fragment = /mpmd\.fragment(?:_call)?<mesh="([^"]*)", origin=\[([^\]]*)\](?:, stage=(\d+))?/.exec(
      line,
    );
    if (fragment !== null) {
      const counter = /call_counter = (\d+)/.exec(line)?.[1];
      const parts = [
        fragment[1],
        fragment[2] === '' ? 'inferred' : fragment[2]!.replaceAll('"', '').replaceAll(', ', '+'),
        fragment[3] === undefined ? null : `stage=${fragment[3]}`,
        counter === undefined ? null : `call=${counter}`,
      ];
      return [parts.filter((part) => part !== null).join(' ')];
    }
    const transfer = /mpmd\.transfer .*mesh_tensor<"([^"]*)".*-> .*mesh_tensor<"([^"]*)"/.exec(line);
    return transfer === null ? [] : [`${transfer[1]!} -> ${transfer[2]!}`];
  });
}
