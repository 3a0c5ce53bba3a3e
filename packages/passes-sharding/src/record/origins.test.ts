import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('debug-sharding-origins', () => {
  test('says for each axis which input, output or constraint it comes from', () => {
    expect(
      runText(
        'sdy-apply-sharding-constraints{debug-sharding-origins=true},sdy-aggressive-propagate{debug-sharding-origins=true}',
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
  func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {"y", ?}]>, sdy.sharding_origins = {x = "self", y = "output: 0"}}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {"y", ?}]>, sdy.sharding_origins = {x = "input: 0", y = "output: 0"}}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {"y", ?}]>, sdy.sharding_origins = {x = "input: 0", y = "self"}}) {
    %0 = sdy.sharding_constraint %arg1 <@mesh, [{"x", ?}, {"y", ?}]> {sdy.sharding_origin_name = "constraint_0", sdy.sharding_origins = {x = "input: 0", y = "output: 0"}} : tensor<8x8xf32>
    %1 = stablehlo.add %arg0, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}, {"y", ?}]>]>, sdy.sharding_origins = [{x = "input: 0", y = "output: 0"}]} : tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
}
`);
  });

  test('names the inputs and outputs of manual computations', () => {
    expect(
      runText(
        'sdy-add-data-flow-edges,sdy-aggressive-propagate{debug-sharding-origins=true}',
        `
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"z"}]>}) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {?}]>] out_shardings=[<@mesh, [{"x", ?}, {?}]>] manual_axes={"x"} (%b: tensor<4x8xf32>) {
    %1 = stablehlo.negate %b : tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]>
  func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"z"}]>, sdy.sharding_origins = {x = "mc_0_input: 0", z = "mc_0_input: 0"}}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {"z", ?}]>, sdy.sharding_origins = {x = "mc_0_output: 0", z = "mc_0_input: 0"}}) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {?}]>] out_shardings=[<@mesh, [{"x", ?}, {?}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
      %2 = sdy.data_flow_edge %arg1 sharding=<@mesh, [{}, {"z", ?}]> {sdy.sharding_origins = {x = "self", z = "self"}} : tensor<4x8xf32>
      %3 = stablehlo.negate %2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"z", ?}]>]>, sdy.sharding_origins = [{z = "mc_0_input: 0"}]} : tensor<4x8xf32>
      sdy.return %3 : tensor<4x8xf32>
    } {sdy.sharding_origin_name = "mc_0"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"x", ?}, {"z", ?}]> {sdy.sharding_origins = {x = "self", z = "mc_0_input: 0"}} : tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
}
`);
  });
});
