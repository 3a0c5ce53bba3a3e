import {
  Context,
  type Diagnostic,
  type Location,
  type ModuleOp,
  parseModule,
  positionOf,
  printOp,
  type PrintOptions,
  verifyOp,
} from '@shardform/ir-core';
import { funcDialect } from '../src/index.ts';

/** A context with func, in which operations of other dialects may be kept. */
export function funcContext(): Context {
  const context = new Context([funcDialect]);
  context.allowUnregisteredDialects = true;
  return context;
}

/** What is wrong with a text: `LINE:COLUMN MESSAGE`, notes after their errors. Empty for a right one. */
export function problems(text: string): string[] {
  return check(text).problems;
}

/** The module of a text that has to be right. */
export function parsed(text: string): ModuleOp {
  const { module, problems: found } = check(text);
  if (module === null || found.length > 0) throw new Error(`${found.join('\n')}\nin:\n${text}`);
  return module;
}

export function printed(text: string, options: Partial<PrintOptions> = {}): string {
  return printOp(parsed(text), funcContext(), options);
}

export function generic(text: string): string {
  return printed(text, { generic: true });
}

function check(text: string): { readonly module: ModuleOp | null; readonly problems: string[] } {
  const context = funcContext();
  const { result, diagnostics } = context.diagnostics.capture(() => {
    const module = parseModule(text, context);
    if (module !== null) verifyOp(module, context);
    return module;
  });
  return {
    module: result,
    problems: diagnostics.flatMap((diagnostic) => [describe(diagnostic), ...diagnostic.notes.map(describe)]),
  };
}

function describe({ location, message, severity }: Diagnostic): string {
  return `${place(location)} ${severity === 'note' ? 'note: ' : ''}${message}`;
}

function place(location: Location): string {
  const position = positionOf(location);
  return position === null ? '?' : `${position.line}:${position.column}`;
}
