import {
  builtinPasses,
  canonicalize,
  Context,
  type Diagnostic,
  inline,
  nest,
  parseModule,
  type PassInstance,
  positionOf,
  printOp,
  runPasses,
  verifyOp,
} from '@shardform/ir-core';
import { mpmdDialect } from '../src/index.ts';

/** A topology of two meshes with two devices each, as an attribute of a function. */
export const TWO_MESHES = 'attributes {topology = #mpmd.topology<<"m1" : <["x"=2]>>, <"m2" : <["x"=2]>>>}';

/** A type alias-free mesh tensor of 4x8 numbers. */
export function onMesh(mesh: string, rest = ''): string {
  return `!mpmd.mesh_tensor<"${mesh}", tensor<4x8xf32>${rest}>`;
}

/** How a text prints. It has to print the same when it is read again, in both forms. */
export function printed(text: string): string {
  const context = mpmdContext();
  const module = read(text, context);
  const custom = printOp(module, context);
  for (const form of [custom, printOp(module, context, { generic: true })]) {
    const again = printOp(read(form, context), context);
    if (again !== custom) throw new Error(`prints otherwise when it is read again:\n${form}\n${again}`);
  }
  return custom;
}

/** What is wrong with a text: `LINE:COLUMN MESSAGE`. Empty for a right one. */
export function problems(text: string): string[] {
  const context = mpmdContext();
  return context.diagnostics
    .capture(() => {
      const module = parseModule(text, context);
      if (module !== null) verifyOp(module, context);
    })
    .diagnostics.map(describe);
}

/** A text after canonicalization. */
export function canonicalized(text: string): string {
  return after(text, canonicalize.create());
}

/** A text after MLIR's inliner. */
export function inlined(text: string): string {
  return after(text, inline.create());
}

function after(text: string, pass: PassInstance): string {
  const context = mpmdContext();
  const module = read(text, context);
  if (!runPasses(module, nest('builtin.module', pass), context).succeeded) throw new Error('the pass failed');
  return printOp(module, context);
}

function mpmdContext(): Context {
  const context = new Context([builtinPasses, mpmdDialect]);
  context.allowUnregisteredDialects = true;
  return context;
}

function read(text: string, context: Context): ReturnType<typeof parseModule> & object {
  const { result, diagnostics } = context.diagnostics.capture(() => {
    const module = parseModule(text, context);
    return module !== null && verifyOp(module, context) ? module : null;
  });
  if (result === null) throw new Error(`${diagnostics.map(describe).join('\n')}\nin:\n${text}`);
  return result;
}

function describe({ location, message }: Diagnostic): string {
  const position = positionOf(location);
  return `${position === null ? '?' : `${position.line}:${position.column}`} ${message}`;
}
