import { builtinPasses, Context, parseModule, parsePipeline, printOp, runPasses } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { stablehloDialect } from '../extension.ts';

function canonical(index: number): string[] {
  const context = new Context([builtinPasses, stablehloDialect]);
  const text = `func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<${index}> : tensor<i32>
  %0 = "stablehlo.case"(%c) ({
    %1 = stablehlo.tanh %x : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    stablehlo.custom_call @f() {has_side_effect = true} : () -> ()
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`;
  const module = parseModule(text, context)!;
  runPasses(module, parsePipeline('builtin.module(canonicalize)', context), context);
  return [...printOp(module, context).matchAll(/stablehlo\.(\w+)/g)].map(([, name]) => name!);
}

// Recorded from jaxlib 0.10.2.
test('the branch that a constant chooses is left, whatever the others do', () => {
  expect(canonical(0)).toEqual(['tanh']);
  expect(canonical(1)).toEqual(['custom_call']);
});

test.each([7, -1])('a choice by %d, which no branch has, stays', (index) => {
  expect(canonical(index)).toContain('case');
});
