import {
  Context,
  type DeferredExtension,
  parseModule,
  parsePassFlag,
  parsePipeline,
  printOp,
  runPasses,
  verifyOp,
} from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { extensions } from './context.ts';

/** The extensions that a context of the command loads for some work. */
function loadedBy(work: (context: Context) => void): readonly string[] {
  const loaded: string[] = [];
  const noted = extensions.map(({ name, contents, load }): DeferredExtension => {
    const notedLoad: DeferredExtension['load'] = () => {
      loaded.push(name);
      return load();
    };
    return { name, contents, load: notedLoad };
  });
  work(new Context(noted));
  return loaded;
}

test.each([
  ['nothing', 'module {\n}\n', []],
  [
    'a function of StableHLO',
    'func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %y = stablehlo.add %x, %x : tensor<4xf32>\n  return %y : tensor<4xf32>\n}\n',
    ['dialect-func', 'dialect-stablehlo'],
  ],
  ['a layout of TTNN', 'module attributes {ttnn.x = #ttnn.buffer_type<dram>} {\n}\n', ['dialect-ttnn']],
])('to read, verify and print %s its dialects are loaded', (_, text, expected) => {
  const loaded = loadedBy((context) => {
    const module = parseModule(text, context)!;
    expect(verifyOp(module, context)).toBe(true);
    printOp(module, context);
  });
  expect(loaded).toEqual(expected);
});

test('a flag loads the extension of its pass', () => {
  expect(loadedBy((context) => void parsePassFlag('sdy-lift-inlined-meshes', '', context))).toEqual([
    'passes-sharding',
  ]);
});

test('to canonicalize, the dialects of its operations are loaded, and those that have patterns for them', () => {
  const text =
    'func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %y = stablehlo.negate %x : tensor<4xf32>\n  return %y : tensor<4xf32>\n}\n';
  const loaded = loadedBy((context) => {
    runPasses(parseModule(text, context)!, parsePipeline('builtin.module(canonicalize)', context), context);
  });
  expect(loaded).toEqual(['dialect-func', 'dialect-stablehlo', 'builtin-passes']);
});

test('no extension is loaded twice', () => {
  const loaded = loadedBy((context) => {
    const { ops, passes, capabilities, dialects, attrs, types } = context;
    const sizes = [ops, passes, dialects, attrs, types].map(({ size }) => size);
    const { length } = context.canonicalizationsOf('sdy');
    expect(Math.min(...sizes, length, capabilities.length)).toBeGreaterThan(0);
  });
  expect(loaded.length).toBe(new Set(loaded).size);
});
