import { readDocument } from '@shardform/inspect';
import { Context } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { extensionsFor } from './extensions.ts';
import { problemsOf } from './problems.ts';

test('a problem with an unknown operation marks its name, and says which one may have been meant', async () => {
  const text = `func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.maximun %a, %a : tensor<8xf32>
  return %0 : tensor<8xf32>
}`;
  const context = new Context(await extensionsFor(text));
  const { diagnostics, source } = readDocument('p.mlir', text, context);
  const [first] = problemsOf(diagnostics, source, context);
  expect(first?.message).toBe("custom op 'stablehlo.maximun' is unknown; did you mean 'stablehlo.maximum'?");
  expect(text.slice(first?.from, first?.to)).toBe('stablehlo.maximun');
});
