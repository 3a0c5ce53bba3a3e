import {
  type Attribute,
  canonicalize,
  Context,
  type Diagnostic,
  type Location,
  type ModuleOp,
  nest,
  type Operation,
  parseModule,
  positionOf,
  printOp,
  type PrintOptions,
  runPasses,
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

/** The first operation of a name in a module that has one. */
export function findOp(module: ModuleOp, name: string): Operation {
  const found: Operation[] = [];
  module.walk((op) => {
    if (op.name === name) found.push(op);
  });
  if (found.length === 0) throw new Error(`no ${name}`);
  return found[0]!;
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

/** A text after canonicalization, by all patterns or by those of a label. */
export function canonicalized(text: string, label?: string): string {
  const context = sdyContext();
  const module = parsed(text, context);
  const pass = canonicalize.create(label === undefined ? {} : { 'enable-patterns': [label] });
  if (!runPasses(module, nest('builtin.module', pass), context).succeeded)
    throw new Error('did not converge');
  return printOp(module, context);
}

const meshes = [
  'sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>',
  'sdy.mesh @swapped = <["x"=2, "y"=2, "z"=4], device_ids=[8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7]>',
  'sdy.mesh @other = <["a"=2]>',
  'sdy.mesh @twelve = <["t"=12]>',
  'sdy.mesh @one = <[], device_ids=[0]>',
];

/**
 * A text inside a function with these parameters, as it prints and in the generic form. The meshes `@m`, `@swapped`,
 * `@other`, `@twelve` and `@one` are there.
 */
export function inFunction(
  parameters: string,
  text: string,
): { readonly custom: string; readonly generic: string } {
  const module = inMeshes(parameters, text);
  return { custom: body(printed(module)), generic: body(printed(module, { generic: true })) };
}

/** What is wrong with a text inside a function; lines and columns count in the text. */
export function problemsInFunction(parameters: string, text: string): string[] {
  return problems(inMeshes(parameters, text)).map((problem) =>
    problem.replace(/^(\d+)/, (_, line: string) => String(Number(line) - meshes.length - 1)),
  );
}

function inMeshes(parameters: string, text: string): string {
  return `${meshes.join('\n')}\nfunc.func @f(${parameters}) {\n${text}\nreturn\n}`;
}

/** The lines between a function's first line and its return. */
function body(module: string): string {
  const lines = module.split('\n');
  const start = lines.findIndex((line) => line.includes('func.func'));
  const end = lines.findIndex((line) => /^ {4}("func\.)?return/.test(line));
  return lines
    .slice(start + 1, end)
    .filter((line) => !line.startsWith('  ^bb0'))
    .map((line) => line.slice(4))
    .join('\n');
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
