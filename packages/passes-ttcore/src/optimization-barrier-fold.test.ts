import {
  builtinPasses,
  Context,
  parseModule,
  parsePipeline,
  printOp,
  runPasses,
  SourceText,
} from '@shardform/ir-core';
import { expect, it } from 'vitest';
import { ttcorePasses } from './extension.ts';

it('hands the operands of barriers on, also through several', () => {
  const pair = '(tensor<4xf32>, tensor<4xf32>)';
  const text = `func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> ${pair} {
  %0:2 = "ttcore.optimization_barrier"(%arg0, %arg1) : ${pair} -> ${pair}
  %1:2 = "ttcore.optimization_barrier"(%0#1, %0#0) : ${pair} -> ${pair}
  return %1#0, %1#1 : tensor<4xf32>, tensor<4xf32>
}`;
  const context = new Context([builtinPasses, ttcorePasses]);
  const module = parseModule(new SourceText('test.mlir', text), context)!;
  runPasses(module, parsePipeline('builtin.module(ttcore-optimization-barrier-fold)', context), context);
  expect(printOp(module, context).trim()).toBe(`module {
  func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    return %arg1, %arg0 : tensor<4xf32>, tensor<4xf32>
  }
}`);
});
