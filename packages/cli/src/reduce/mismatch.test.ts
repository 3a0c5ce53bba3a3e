import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  defineOp,
  type Extension,
  RankedTensorType,
  sameOperandsAndResultType,
  typeOf,
} from '@shardform/ir-core';
import { pointwiseRule, shardingRule } from '@shardform/passes-sharding';
import { arrayOf, elementsOf, interpretable } from '@shardform/runtime-sim';
import { expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';

const tensor = typeOf(RankedTensorType, 'ranked tensor');

/** Takes the first element from all: its sharding rule, which says that elements do not mix, is wrong. */
class FromFirstOp extends defineOp('wrong.from_first', {
  summary: 'difference from the first element',
  operands: { x: tensor },
  results: { result: tensor },
  traits: [sameOperandsAndResultType],
  effects: 'none',
  speculates: 'always',
  format: '$x attr-dict `:` type($result)',
}) {}

const wrong: Extension = {
  name: 'wrong',
  dialects: [{ name: 'wrong' }],
  ops: [FromFirstOp],
  interfaces: [
    shardingRule.implementFor(FromFirstOp, (op) => () => pointwiseRule(op)),
    interpretable.implementFor(FromFirstOp, () => ([x]) => {
      const numbers = elementsOf(x!).map(Number);
      return [
        arrayOf(
          'f32',
          x!.shape,
          numbers.map((number) => number - numbers[0]!),
        ),
      ];
    }),
  ],
};

const program = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.tanh %a : tensor<4xf32>
  %1 = wrong.from_first %0 : tensor<4xf32>
  %2 = stablehlo.abs %1 : tensor<4xf32>
  %3 = stablehlo.multiply %2, %b : tensor<4xf32>
  return %3, %0 : tensor<4xf32>, tensor<4xf32>
}
`;

test('what gives other numbers on devices is found', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'shardform-mismatch-'));
  writeFileSync(join(cwd, 'p.mlir'), program);
  const { stdout, stderr } = await runTool('shardform', ['reduce', 'p.mlir', '--test-mismatch', '-o', '-'], {
    stdin: new Uint8Array(),
    cwd,
    extensions: [wrong],
  });
  expect(stderr).toMatch(/^7 operations became 4, \d+ programs were tested\n$/);
  expect(stdout).toBe(`module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
    %0 = wrong.from_first %arg0 : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
`);
}, 30_000);
