import { describe, expect, test } from 'vitest';
import { runText } from '../../../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('concatenations in sdy-convert-global-to-local', () => {
  test('join local parts', () => {
    expect(
      runText(
        'sdy-convert-global-to-local',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.concatenate %a, %b, dim = 1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x4xf32>, tensor<8x12xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<4x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %0 = stablehlo.concatenate %arg0, %arg1, dim = 1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<4x4xf32>, tensor<4x12xf32>) -> tensor<4x16xf32>
    return %0 : tensor<4x16xf32>
  }
}
`);
  });
});

describe('concatenations in sdy-convert-global-to-local, beyond jaxlib 0.10.2', () => {
  test('reject a split of the joined dimension', () => {
    expect(
      runText(
        'sdy-convert-global-to-local',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %0 = stablehlo.concatenate %a, %b, dim = 1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : (tensor<8x4xf32>, tensor<8x12xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}`,
      ),
    )
      .toBe(`error: 'stablehlo.concatenate' op dimension 1 is sharded but the concatenation is on this dimension.
error: failed to legalize operation 'stablehlo.concatenate' that was explicitly marked illegal
`);
  });

  test('reject a split of the joined dimension of an operand', () => {
    expect(
      runText(
        'sdy-convert-global-to-local',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %b: tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.concatenate %a, %b, dim = 1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<8x4xf32>, tensor<8x12xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}`,
      ),
    )
      .toBe(`error: 'stablehlo.concatenate' op operand 1 is sharded on concatenation dimension 1. This is not supported.
error: failed to legalize operation 'stablehlo.concatenate' that was explicitly marked illegal
`);
  });

  test('reject other dimensions that are split otherwise', () => {
    expect(
      runText(
        'sdy-convert-global-to-local',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.concatenate %a, %b, dim = 1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x4xf32>, tensor<8x12xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}`,
      ),
    )
      .toBe(`error: 'stablehlo.concatenate' op dimension 0 has mismatched sharding axes ([axis_ref"y"] vs [axis_ref"x"]). This requires a reshard which should have been handled by previous passes.
error: failed to legalize operation 'stablehlo.concatenate' that was explicitly marked illegal
`);
  });
});
