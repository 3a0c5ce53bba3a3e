import {
  type Attribute,
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
import { sdyDialect, TensorShardingAttr } from '../src/index.ts';

/** A context with func and sdy, in which operations of other dialects may be kept. */
export function sdyContext(): Context {
  const context = new Context([sdyDialect]);
  context.allowUnregisteredDialects = true;
  return context;
}

/** What is wrong with a text: `LINE:COLUMN MESSAGE`, notes after their errors. Empty for a right one. */
export function problems(text: string): string[] {
  return check(text).problems;
}

/** The module of a text that has to be right. */
export function parsed(text: string, context: Context = sdyContext()): ModuleOp {
  const { module, problems: found } = check(text, context);
  if (module === null || found.length > 0) throw new Error(`${found.join('\n')}\nin:\n${text}`);
  return module;
}

/** How a text prints. It has to print the same when it is read again, in both forms. */
export function printed(text: string, options: Partial<PrintOptions> = {}): string {
  const context = sdyContext();
  const module = parsed(text, context);
  const [custom, generic] = [printOp(module, context), printOp(module, context, { generic: true })];
  for (const form of [custom, generic]) {
    if (printOp(parsed(form, context), context) !== custom) {
      throw new Error(`prints otherwise when it is read again:\n${form}`);
    }
  }
  return printOp(module, context, options);
}

/** The attribute that a text stands for, and what is wrong with the text. */
export function attribute(text: string): { readonly attr: Attribute | null; readonly problems: string[] } {
  const { module, problems: found } = check(`"test.op"() {a =\n${text}\n} : () -> ()`);
  // Lines count in the text.
  const shifted = found.map((problem) =>
    problem.replace(/^(\d+)/, (_, line: string) => String(Number(line) - 1)),
  );
  return { attr: module?.body.firstOp?.getAttr('a') ?? null, problems: shifted };
}

/** How an attribute's text prints. It has to print the same when it is read again. */
export function attributeText(text: string): string {
  const { attr, problems: found } = attribute(text);
  if (attr === null) throw new Error(`${found.join('\n')}\nin:\n${text}`);
  const again = attribute(String(attr)).attr;
  // Attributes are interned, within and across contexts.
  if (again !== attr) throw new Error(`reads otherwise: ${String(attr)}`);
  return String(attr);
}

/** The sharding `#sdy.sharding<…>` of a text `<…>`. */
export function sharding(text: string): TensorShardingAttr {
  const { attr, problems: found } = attribute(`#sdy.sharding${text}`);
  if (!(attr instanceof TensorShardingAttr)) throw new Error(`${found.join('\n')}\nin:\n${text}`);
  return attr;
}

function check(
  text: string,
  context: Context = sdyContext(),
): { module: ModuleOp | null; problems: string[] } {
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
