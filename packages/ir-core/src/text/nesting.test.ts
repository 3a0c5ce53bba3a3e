import { describe, expect, test } from 'vitest';
import { openContext, printed, problems } from '../../tests/parse-text.ts';
import { ModuleOp } from '../builtin/ops/module-op.ts';
import { UnknownLoc } from '../ir/location.ts';
import { verifyOp } from '../verify/verifier.ts';
import { parseModule } from './parse-module.ts';

const MESSAGE = 'nesting is too deep: the limit is 200 regions, or 400 levels of attributes and types';

function regions(depth: number): string {
  return `${'"d.r"() ({'.repeat(depth)}${'}) : () -> ()'.repeat(depth)}`;
}

test('two hundred regions are read, checked and printed', () => {
  expect(printed(regions(200)).match(/d\.r/g)).toHaveLength(200);
});

test('more are an error', () => {
  expect(problems(regions(201)).map((problem) => problem.replace(/^\S+ /, ''))).toEqual([MESSAGE]);
});

describe.each([
  ['arrays', '"d.o"() {a = ', '['],
  ['dictionaries', '"d.o"() ', '{a = '],
  ['types', '"d.o"() : () -> ', 'tuple<'],
  ['tensors', '"d.o"() : () -> ', 'tensor<2x'],
  ['function types', '"d.o"() : () -> ', '('],
  ['locations', '"d.o"() : () -> () loc(', 'callsite('],
  ['dense literals', '"d.o"() {a = dense<', '['],
  ['affine expressions', '"d.o"() {a = affine_map<() -> (', '('],
  ['regions', '', '"d.r"() ({'],
])('%s', (_, before, opening) => {
  test('of any depth end in a diagnostic', () => {
    const context = openContext();
    const { result, diagnostics } = context.diagnostics.capture(() =>
      parseModule(before + opening.repeat(20_000), context),
    );
    expect(result).toBeNull();
    expect(diagnostics.map(({ message }) => message)).toEqual([MESSAGE]);
  });
});

test('aliases nest as deep as what they stand for', () => {
  const chain = Array.from({ length: 500 }, (_, i) => `#a${i + 1} = [#a${i}]\n`).join('');
  expect(problems(`#a0 = []\n${chain}`)[0]).toContain(MESSAGE);
});

test('modules that were built deeper are an error of the verifier', () => {
  const context = openContext();
  const top = ModuleOp.empty(UnknownLoc.instance);
  let innermost = top;
  for (let i = 0; i < 10_000; i++) {
    const inner = ModuleOp.empty(UnknownLoc.instance);
    innermost.body.append(inner);
    innermost = inner;
  }
  const { result, diagnostics } = context.diagnostics.capture(() => verifyOp(top, context));
  expect(result).toBe(false);
  expect(diagnostics.map(({ message }) => message)).toEqual([
    "'builtin.module' op is nested too deep: the limit is 200 regions",
  ]);
});
