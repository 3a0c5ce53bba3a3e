import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  builtinPasses,
  Context,
  parseModule,
  parsePipeline,
  printOp,
  runPasses,
  SourceText,
  verifyOp,
} from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { ttirToTtnn } from '../extension.ts';
import { convertedNames } from './convert-ttir-to-ttnn.ts';

// Functions of one operation, and the operations that it becomes: a file for each family.
const folder = fileURLToPath(new URL('../../tests/converted/', import.meta.url));

/** The operations of TTNN that a function becomes, without their types. */
function converted(text: string): string[] {
  const context = new Context([builtinPasses, ttirToTtnn]);
  const messages: string[] = [];
  context.diagnostics.subscribe(({ message }) => messages.push(message));
  const module = parseModule(new SourceText('function.mlir', text), context);
  if (module === null) return messages;
  runPasses(module, parsePipeline('builtin.module(ttnn-layout,convert-ttir-to-ttnn)', context), context);
  verifyOp(module, context);
  const lines = printOp(module, context).split('\n');
  const ops = lines.filter((line) => /ttnn\.\w+"?\(/.test(line));
  return [...messages, ...ops.map((line) => line.slice(0, line.lastIndexOf(' : (')).trim())];
}

const files = readdirSync(folder).map((file) => [file, readFileSync(folder + file, 'utf8')] as const);
/** Operations whose conversion needs other packages: flat images, shapes of statistics and quantized types. */
const elsewhere = [
  'ttir.arange',
  'ttir.avg_pool2d',
  'ttir.batch_norm_inference',
  'ttir.batch_norm_training',
  'ttir.conv2d',
  'ttir.conv_transpose2d',
  'ttir.dequantize_unrolled',
  'ttir.max_pool2d',
  'ttir.max_pool2d_with_indices',
  'ttir.quantize_unrolled',
  'ttir.requantize_unrolled',
];

describe.each(files)('%s', (_, content) => {
  const cases = content.split('// -----\n').map((text) => [/\bttir\.(\w+)/.exec(text)?.[1], text] as const);
  test.each(cases)('%s', (_name, text) => {
    const expected = text.split('\n').flatMap((line) => (line.startsWith('// ') ? [line.slice(3)] : []));
    expect(converted(text)).toEqual(expected);
  });
});

test('every conversion is tried', () => {
  const tried = new Set(files.flatMap(([, content]) => content.match(/\bttir\.\w+/g) ?? []));
  expect([...convertedNames].filter((name) => !tried.has(name ?? '')).sort()).toEqual(elsewhere);
});
