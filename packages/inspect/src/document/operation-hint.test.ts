import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { Context } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { operationHint } from './operation-hint.ts';

const context = new Context([stablehloDialect, chloDialect]);

test.each([
  ["custom op 'stablehlo.maximun' is unknown", 'stablehlo.maximum'],
  ["custom op 'stablehlo.dott_general' is unknown (tried 'func.stablehlo' as well)", 'stablehlo.dot_general'],
  ["custom op 'stablehlo.frobnicate' is unknown", null],
  ['expected SSA operand', null],
])('the operation that was meant: %s', (message, meant) => {
  expect(operationHint(message, context)).toBe(meant);
});
