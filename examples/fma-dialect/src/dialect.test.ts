import {
  Context,
  type ModuleOp,
  parseModule,
  parsePipeline,
  printOp,
  runPasses,
  verifyOp,
} from '@shardform/ir-core';
import { arrayOf, elementsOf, runSequential } from '@shardform/runtime-sim';
import { expect, test } from 'vitest';
import { fma } from './index.ts';

const context = new Context([fma]);

function parse(text: string): ModuleOp {
  const module = parseModule(text, context);
  if (module === null || !verifyOp(module, context)) throw new Error(`not a right program:\n${text}`);
  return module;
}

function run(text: string, pipeline: string): string {
  const module = parse(text);
  expect(runPasses(module, parsePipeline(pipeline, context), context).succeeded).toBe(true);
  return printOp(module, context);
}

const multiplyAdd = `module {
  func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
    %0 = fma.multiply_add %arg0, %arg1, %arg2 : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
`;

test('the text is what is printed', () => {
  expect(printOp(parse(multiplyAdd), context)).toBe(multiplyAdd);
});

test('operands of another type are rejected', () => {
  const text = multiplyAdd
    .replace('fma.multiply_add %arg0, %arg1, %arg2 :', '"fma.multiply_add"(%arg0, %arg1, %arg2) :')
    .replace(' : tensor<4xf32>\n', ' : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2xf32>\n')
    .replace('return %0 : tensor<4xf32>', 'return %arg0 : tensor<4xf32>');
  const { result, diagnostics } = context.diagnostics.capture(() => {
    const module = parseModule(text, context);
    return module !== null && verifyOp(module, context);
  });
  expect(result).toBe(false);
  expect(diagnostics.map(({ message }) => message)).toEqual([
    "'fma.multiply_add' op requires the same type for all operands and results",
  ]);
});

test('products and sums become one operation', () => {
  const text = multiplyAdd.replace(
    '%0 = fma.multiply_add %arg0, %arg1, %arg2 : tensor<4xf32>',
    `%p = stablehlo.multiply %arg0, %arg1 : tensor<4xf32>
    %0 = stablehlo.add %p, %arg2 : tensor<4xf32>`,
  );
  expect(run(text, 'builtin.module(fma-fuse)')).toBe(multiplyAdd);
});

test('shardings spread through the operation', () => {
  const text = multiplyAdd
    .replace('module {', 'module {\n  sdy.mesh @mesh = <["x"=2]>')
    .replace('tensor<4xf32>,', 'tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},');
  expect(run(text, 'builtin.module(sdy-propagation-pipeline)')).toContain(
    'fma.multiply_add %arg0, %arg1, %arg2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<4xf32>',
  );
});

test('simulated devices execute it', () => {
  const vector = (...numbers: number[]) => arrayOf('f32', [4], numbers);
  const inputs = [vector(1, 2, 3, 4), vector(2, 2, 2, 2), vector(10, 20, 30, 40)];
  const [result] = runSequential(parse(multiplyAdd), inputs, context);
  expect(elementsOf(result!)).toEqual([12, 24, 36, 48]);
});
