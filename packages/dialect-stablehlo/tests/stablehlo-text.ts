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
import { chloDialect, stablehloDialect } from '../src/index.ts';

/** A context with func, stablehlo and chlo, in which operations of other dialects may be kept. */
export function stablehloContext(): Context {
  const context = new Context([stablehloDialect, chloDialect]);
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
  return printOp(parsed(text), stablehloContext(), options);
}

export function generic(text: string): string {
  return printed(text, { generic: true });
}

function check(text: string): { readonly module: ModuleOp | null; readonly problems: string[] } {
  const context = stablehloContext();
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

/** A text inside a function with these parameters, as it prints and in the generic form. */
export function inFunction(
  parameters: string,
  text: string,
): { readonly custom: string; readonly generic: string } {
  const module = parsed(wrap(parameters, text));
  const context = stablehloContext();
  const [custom, generic] = [printOp(module, context), printOp(module, context, { generic: true })];
  // Both forms have to be readable again.
  for (const form of [custom, generic]) {
    if (printed(form) !== custom) throw new Error(`prints otherwise when it is read again:\n${form}`);
  }
  return { custom: body(custom), generic: body(generic) };
}

/** What is wrong with a text inside a function; lines and columns count in the text. */
export function problemsInFunction(parameters: string, text: string): string[] {
  return problems(wrap(parameters, text)).map((problem) =>
    problem.replace(/^(\d+)/, (_, line: string) => String(Number(line) - 1)),
  );
}

function wrap(parameters: string, text: string): string {
  return `func.func @f(${parameters}) {\n${text}\nreturn\n}`;
}

/** The lines between the function's first line and its return. */
function body(module: string): string {
  const lines = module.split('\n').slice(2);
  const end = lines.findIndex((line) => /^ {4}("func\.)?return/.test(line));
  return lines
    .slice(0, end)
    .filter((line) => !line.startsWith('  ^bb0'))
    .map((line) => line.slice(4))
    .join('\n');
}
