import { Context } from '@shardform/ir-core';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { expect, test } from 'vitest';
import { simulator } from './extension.ts';
import { interpretable } from './interpreter/interpretable.ts';

/** Operations that nothing has to compute, with the reason. */
const without = new Map([
  [
    'stablehlo.uniform_quantize',
    'no array has a quantized type: stablehlo-legalize-quant-to-math comes first',
  ],
  ['stablehlo.uniform_dequantize', 'no array has a quantized type'],
  ['stablehlo.return', 'hands its operands to the operation around it'],
]);

test('every StableHLO operation can be executed or is listed with a reason', () => {
  const context = new Context([simulator]);
  const missing = stablehloDialect
    .ops!.map(({ definition }) => definition)
    .filter((definition) => !context.implements(interpretable, definition))
    .map(({ name }) => name);
  expect(missing).toEqual([...without.keys()]);
});
