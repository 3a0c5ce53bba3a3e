import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('debug-propagation-edge-sharding', () => {
  test('says step by step from where to where axes moved', () => {
    expect(
      runText(
        'sdy-apply-sharding-constraints{debug-propagation-edge-sharding=true},sdy-aggressive-propagate{debug-propagation-edge-sharding=true}',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {?}]>}, %b: tensor<8x8xf32>) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"y", ?}]>}) {
 %0 = sdy.sharding_constraint %b <@mesh, [{?}, {?}]> : tensor<8x8xf32>
 %1 = stablehlo.add %a, %0 : tensor<8x8xf32>
 return %1 : tensor<8x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {"y", ?}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {"y", ?}]>}) -> (tensor<8x8xf32> {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"y" = result-0 -> [operand-0]}]}, {step-3 = [{"x" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {"y", ?}]>}) {
    %0 = sdy.sharding_constraint %arg1 <@mesh, [{"x", ?}, {"y", ?}]> {sdy.propagation_edges = #sdy.propagation_edges<[{step-2 = [{"x" = result-0 -> [operand-0]}, {"y" = result-0 -> [operand-0]}]}]>} : tensor<8x8xf32>
    %1 = stablehlo.add %arg0, %0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"x" = operand-0 -> [operand-1, result-0]}, {"y" = result-0 -> [operand-0, operand-1]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}, {"y", ?}]>]>} : tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
}
`);
  });

  test('counts joined parts of an axis as one', () => {
    expect(
      runText(
        'sdy-aggressive-propagate{debug-propagation-edge-sharding=true}',
        `
sdy.mesh @mesh = <["x"=8]>
func.func @main(%a: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)4, ?}, {"x":(4)2, ?}]>}) -> tensor<16xf32> {
 %0 = stablehlo.reshape %a : (tensor<4x4xf32>) -> tensor<16xf32>
 return %0 : tensor<16xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=8]>
  func.func @main(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)4, ?}, {"x":(4)2, ?}]>}) -> (tensor<16xf32> {sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"x" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}]>}) {
    %0 = stablehlo.reshape %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}]>]>} : (tensor<4x4xf32>) -> tensor<16xf32>
    return %0 : tensor<16xf32>
  }
}
`);
  });
});
