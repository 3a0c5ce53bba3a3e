import { Context, parseModule, parsePipeline, printOp, runPasses, verifyOp } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { dropNegationsExtension } from './index.ts';

const context = new Context([dropNegationsExtension]);

function run(text: string, pass: string): string {
  const module = parseModule(text, context);
  if (module === null || !verifyOp(module, context)) throw new Error(`not a right program:\n${text}`);
  const pipeline = parsePipeline(`builtin.module(${pass})`, context);
  expect(runPasses(module, pipeline, context).succeeded).toBe(true);
  return printOp(module, context);
}

const twice = `module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.negate %arg0 : tensor<4xf32>
    %1 = stablehlo.negate %0 : tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}
`;

const none = `module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    return %arg0 : tensor<4xf32>
  }
}
`;

test('negations of negations go away', () => {
  expect(run(twice, 'drop-negations')).toBe(none);
});

test('a program without them stays as it is', () => {
  expect(run(none, 'drop-negations')).toBe(none);
});

test('they can be counted only', () => {
  expect(run(twice, 'drop-negations{count-only}')).toBe(twice);
});
