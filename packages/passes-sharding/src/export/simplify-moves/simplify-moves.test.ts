import { expect, test } from 'vitest';
import { runText } from '../../../tests/run-text.ts';

/** The names of the operations of `@main` after the pass. */
function simplified(body: string): string[] {
  const text = runText(
    'shardform-simplify-moves',
    `sdy.mesh @m = <["x"=2]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<8x4xf32> {
${body}
}`,
  );
  return [...text.matchAll(/(?:= |func\.)(call|func|stablehlo\.\w+)/g)].map(([, name]) => name!);
}

test.each([
  ['a slice of everything', '%1 = stablehlo.slice %a [0:8, 0:4] : (tensor<8x4xf32>) -> tensor<8x4xf32>'],
  [
    'padding by nothing',
    `%c = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.pad %a, %c, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>`,
  ],
  [
    'a concatenation with nothing',
    `%c = stablehlo.constant dense<> : tensor<0x4xf32>
  %1 = stablehlo.concatenate %c, %a, dim = 0 : (tensor<0x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>`,
  ],
])('%s is what it moves', (_, body) => {
  expect(
    simplified(`  ${body}\n  return %1 : tensor<8x4xf32>`).filter((name) => name !== 'stablehlo.constant'),
  ).toEqual(['func']);
});
