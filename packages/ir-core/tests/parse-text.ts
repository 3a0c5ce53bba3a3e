import type { Diagnostic } from '../src/diagnostic/diagnostic.ts';
import type { Attribute } from '../src/ir/attribute.ts';
import { Context } from '../src/ir/context.ts';
import { type Location, positionOf } from '../src/ir/location.ts';
import type { ModuleOp } from '../src/builtin/ops/module-op.ts';
import { parseModule } from '../src/text/parse-module.ts';
import { printOp } from '../src/text/print.ts';
import type { PrintOptions } from '../src/text/print-options.ts';
import { verifyOp } from '../src/verify/verifier.ts';

/** A context with the builtin dialect alone, in which operations of other dialects may be kept. */
export function openContext(): Context {
  const context = new Context([]);
  context.allowUnregisteredDialects = true;
  return context;
}

/** Parses and verifies a text that has to be right. */
export function parsed(text: string, context: Context = openContext()): ModuleOp {
  const { result, diagnostics } = context.diagnostics.capture(() => {
    const module = parseModule(text, context);
    return module !== null && verifyOp(module, context) ? module : null;
  });
  if (result === null) throw new Error(`${diagnostics.map(describe).join('\n')}\nin:\n${text}`);
  return result;
}

/** The text that a module prints as. */
export function printed(
  text: string,
  options: Partial<PrintOptions> = {},
  context: Context = openContext(),
): string {
  return printOp(parsed(text, context), context, options);
}

/** What is wrong with a text: `LINE:COLUMN MESSAGE`, notes after their errors. Empty for a right one. */
export function problems(text: string, context: Context = openContext()): string[] {
  const { diagnostics } = context.diagnostics.capture(() => {
    const module = parseModule(text, context);
    if (module !== null) verifyOp(module, context);
  });
  return diagnostics.flatMap((diagnostic) => [describe(diagnostic), ...diagnostic.notes.map(describe)]);
}

function describe({ location, message, severity }: Diagnostic): string {
  return `${place(location)} ${severity === 'note' ? 'note: ' : ''}${message}`;
}

function place(location: Location): string {
  const position = positionOf(location);
  return position === null ? '?' : `${position.line}:${position.column}`;
}

const BEFORE = '"d.op"() {a = ';

/** The attribute or type that a text stands for. */
export function attribute(text: string, context: Context = openContext()): Attribute {
  const op = parsed(`${BEFORE}${text}} : () -> ()`, context).body.firstOp!;
  return op.getAttr('a')!;
}

/** What is wrong with the text of an attribute or type: `COLUMN MESSAGE`, columns counted in it from 1. */
export function attributeProblems(text: string, context: Context = openContext()): string[] {
  return problems(`${BEFORE}${text}} : () -> ()`, context).map((problem) =>
    problem.replace(/^1:([0-9]+)/, (_, column: string) => String(Number(column) - BEFORE.length)),
  );
}
