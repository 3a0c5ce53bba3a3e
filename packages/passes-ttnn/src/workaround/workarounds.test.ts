import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { layoutOf } from '@shardform/dialect-ttnn';
import {
  builtinPasses,
  Context,
  parseModule,
  parsePipeline,
  RankedTensorType,
  runPasses,
  SourceText,
  type Value,
} from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { ttnnPasses } from '../extension.ts';
import { formatOf } from './operand-workaround.ts';

// Functions with the operations that they have after the pass: the comments above them, operands before results. A title in
// brackets, such as `[fewer-formats]`, begins with options of the pass.
const folder = fileURLToPath(new URL('../../tests/workarounds/', import.meta.url));

/** How a value lies in memory, such as `32x64 tiles of bf16 in dram`. */
function placement({ type }: Value): string {
  if (!(type instanceof RankedTensorType)) return String(type);
  const { isTiled, bufferType } = layoutOf(type)!;
  return `${type.shape.join('x')} ${isTiled ? 'tiles' : 'rows'} of ${formatOf(type) ?? ''} in ${bufferType}`;
}

/** The operations of the function after the pass, or the first complaint. */
function worked(text: string, options: string): string[] {
  const context = new Context([builtinPasses, ttnnPasses]);
  const messages: string[] = [];
  context.diagnostics.subscribe(({ message }) => messages.push(message));
  const module = parseModule(new SourceText('function.mlir', text), context);
  if (module === null) return messages;
  runPasses(module, parsePipeline(`builtin.module(ttnn-workaround{${options}})`, context), context);
  const lines: string[] = [];
  module.walk((op) => {
    if (op.definition.dialect !== 'ttnn') return;
    const list = (values: readonly Value[]): string => values.map(placement).join(', ');
    lines.push(`${op.name}: ${list(op.operandValues())} -> ${list(op.results)}`);
  });
  return [...messages, ...lines];
}

describe.each(readdirSync(folder))('%s', (file) => {
  const texts = readFileSync(folder + file, 'utf8').split('// -----\n');
  const cases = texts.map((text) => [/^\/\/\/ (.*)$/m.exec(text)?.[1], text] as const);
  test.each(cases)('%s', (name, text) => {
    const options = /^\[(.*)\]/.exec(name ?? '')?.[1] ?? '';
    const expected = text.split('\n').flatMap((line) => (line.startsWith('// ') ? [line.slice(3)] : []));
    expect(worked(text, options)).toEqual(expected);
  });
});
