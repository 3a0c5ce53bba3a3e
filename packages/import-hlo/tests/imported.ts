import { hloDialect } from '@shardform/dialect-hlo';
import { chloDialect } from '@shardform/dialect-stablehlo';
import { readHloText } from '@shardform/hlo-module';
import { Context, type ModuleOp, printOp } from '@shardform/ir-core';
import { importHlo, type ImportHloOptions } from '../src/index.ts';

/** A module that was imported, and the messages. */
export interface Imported {
  readonly module: ModuleOp | null;
  readonly context: Context;
  /** With locations of lines. */
  readonly errors: readonly string[];
}

/** Imports HLO text. */
export function imported(text: string, options: ImportHloOptions = {}): Imported {
  const context = new Context([hloDialect, chloDialect]);
  const { result: module, diagnostics } = context.diagnostics.capture(() =>
    importHlo(readHloText(text), context, options),
  );
  return {
    module,
    context,
    errors: diagnostics.map(({ location, message }) => `${String(location)}: ${message}`),
  };
}

/** Imports HLO text and prints the functions, without the module around. @throws when it can't be imported. */
export function importedText(text: string, options: ImportHloOptions = {}): string {
  const { module, context, errors } = imported(text, options);
  if (module === null) throw new Error(errors.join('\n'));
  return [...module.body].map((op) => printOp(op, context).trimEnd()).join('\n');
}

/** Puts instructions, without parameters, into an entry with parameters `x`, `y` of type `f32[8,4]` and `i` of type `s32[]`. */
export function entry(instructions: string, before = '', attributes = ''): string {
  return `HloModule test${attributes}

add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b)
}
${before}
ENTRY main {
  x = f32[8,4]{1,0} parameter(0)
  y = f32[8,4]{1,0} parameter(1)
  i = s32[] parameter(2)
${instructions}
}
`;
}
