import { funcDialect } from '@shardform/dialect-func';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { builtinPasses, Context, parseModule, parsePipeline, runPasses } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { PassChanges } from './pass-changes.ts';

test('a pass that runs once per function is told of once, with what it changed in all of them', () => {
  const context = new Context([funcDialect, stablehloDialect, builtinPasses]);
  const func = (name: string): string => `func.func @${name}() -> (tensor<f32>, tensor<f32>) {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  %1 = stablehlo.constant dense<1.0> : tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}`;
  const module = parseModule(`${func('f')}\n${func('g')}`, context)!;
  const noted = new PassChanges(module);
  const pipeline = parsePipeline('builtin.module(func.func(cse))', context);
  runPasses(module, pipeline, context, { instrumentations: [noted] });
  expect(noted.changes).toEqual([{ pass: 'cse', operations: ['-2 stablehlo.constant'] }]);
});
