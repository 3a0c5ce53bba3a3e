import { Context, type ModuleOp, parseModule, positionOf, printOp, verifyOp } from '@shardform/ir-core';
import { distDialect } from '../src/index.ts';

/** A context with func and dist, in which operations of other dialects may be kept. */
export function distContext(): Context {
  const context = new Context([distDialect]);
  context.allowUnregisteredDialects = true;
  return context;
}

/** What is wrong with a text: `LINE:COLUMN MESSAGE`. Empty for a right one. */
export function problems(text: string): string[] {
  return check(text, distContext()).problems;
}

/** The module of a text that has to be right. */
export function parsed(text: string, context: Context = distContext()): ModuleOp {
  const { module, problems: found } = check(text, context);
  if (module === null || found.length > 0) throw new Error(`${found.join('\n')}\nin:\n${text}`);
  return module;
}

/** How a text prints. It has to print the same when it is read again, in both forms. */
export function printed(text: string): string {
  const context = distContext();
  const module = parsed(text, context);
  const custom = printOp(module, context);
  for (const form of [custom, printOp(module, context, { generic: true })]) {
    if (printOp(parsed(form, context), context) !== custom) {
      throw new Error(`prints otherwise when it is read again:\n${form}`);
    }
  }
  return custom;
}

/** The lines of a text inside a function with these parameters, as they print. */
export function inFunction(parameters: string, text: string): string {
  const lines = printed(`func.func @f(${parameters}) {\n${text}\nreturn\n}`).split('\n');
  return lines
    .slice(2, -4)
    .map((line) => line.slice(4))
    .join('\n');
}

/** What is wrong with a text inside a function; lines count in the text. */
export function problemsInFunction(parameters: string, text: string): string[] {
  return problems(`func.func @f(${parameters}) {\n${text}\nreturn\n}`).map((problem) =>
    problem.replace(/^(\d+)/, (_, line: string) => String(Number(line) - 1)),
  );
}

function check(text: string, context: Context): { module: ModuleOp | null; problems: string[] } {
  const { result, diagnostics } = context.diagnostics.capture(() => {
    const module = parseModule(text, context);
    if (module !== null) verifyOp(module, context);
    return module;
  });
  const found = diagnostics.map(({ location, message }) => {
    const position = positionOf(location);
    return `${position === null ? '?' : `${position.line}:${position.column}`} ${message}`;
  });
  return { module: result, problems: found };
}
